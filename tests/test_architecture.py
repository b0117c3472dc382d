"""The shape of the package: imports go one way, and each library has one door."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pytest
from paths import ROOT
from seen import some

import registry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = ROOT / "registry"
SOURCES = sorted(PACKAGE.rglob("*.py"))

LAYERS = (
    {"__main__"},
    {"cli"},
    {"authoring", "review"},
    {"pipeline"},
    {"site"},
    {"publish"},
    {"client", "rules"},
    {"changes", "settings"},
    {"catalogue"},
    {"protocols", "search", "utcp_export"},
    {"model", "report", "signing", "validate"},
    {"source"},
    {"diagnostics", "plugins", "web"},
)
"""The parts of the package from top to bottom: each may import only from the layers below it.

Inside a part, `INNER_LAYERS` says the same of its modules where they have an order.
"""

INNER_LAYERS = {
    "authoring": (
        {"show"},
        {"find_tool"},
        {"bump", "call", "source_comparison", "include", "init", "new", "preview"},
        {"fmt", "importers"},
        {"manual_files"},
        {"key_order"},
    ),
    "catalogue": (
        {"find_manual"},
        {"included_registries", "notes_cache", "scope"},
        {"assemble", "categories", "wishes"},
        {"beside_manuals"},
        {
            "cross_checks",
            "tool_definition",
            "entries",
            "facts",
            "manuals_folder",
            "recognise",
            "manual_metadata",
        },
        {"misplaced_files"},
        {"foreign_files"},
        {"lost_indentation"},
        {"file_schemas"},
        {"colliding_names"},
        {"allowed_names"},
        {"file_names", "not_a_manual", "shown_paths", "tree"},
    ),
    "changes": (
        {"added_dates", "definitions", "proposal"},
        {"cut_sentences", "tree_difference"},
        {"git", "model_texts"},
    ),
    "site": (
        {"deploy", "publish_catalogue", "smoke"},
        {
            "client_checks",
            "dask_cluster",
            "mkdocs_frame",
            "local_address",
            "own_links",
            "local_processes",
            "object_stores",
            "parallel",
            "swap",
            "file_writer",
        },
        {"docs_index", "docs_tables", "rule_pages", "usable_pages"},
    ),
    "web": (
        {"download_cache", "serve", "polite_visits"},
        {"fetch"},
        {"connections"},
        {"cache_folder", "content_types", "csp", "hosts", "secret_patterns", "tls_faults"},
    ),
}
"""By part: the modules inside it from top to bottom, as `LAYERS` has the parts."""

MOST_PACKAGES = 18
"""Beside `providers`, which released manuals name, and which nothing imports."""

MOST_MODULES = 4

FIRST_SENTENCE = re.compile(r'r?"""[^\n]+[.?](?:"""\n|\n)')

DOORS = {
    "anyio": "registry/client/",
    "cryptography": "registry/signing/",
    "click": "registry/cli/",
    "distributed": "registry/site/dask_cluster.py",
    "fsspec": "registry/site/object_stores.py",
    "httpcore2": "registry/client/call/",
    "httpx2": "registry/client/mcp_servers/",
    "jinja2": "registry/publish/_pages/templates.py",
    "jsonschema": "registry/validate/",
    "jsonschema_rs": "registry/validate/",
    "markupsafe": "registry/publish/_pages/markup.py",
    "mcp": "registry/client/",
    "pydantic": "registry/client/mcp_servers/",
    "referencing": "registry/validate/",
    "rfc8785": "registry/model/canonical.py",
    "securesystemslib": "registry/signing/",
    "semver": "registry/model/versions.py",
    "tiktoken": "registry/publish/_token_count.py",
    "tuf": "registry/signing/",
    "utcp": "registry/client/utcp_plugin/",
    "uvicorn": "registry/client/mcp/",
    "whoosh": "registry/search/_whoosh/",
    "yaml": "registry/source/_yaml.py",
}
"""The one module (or, with a `/`, folder) that may import each third-party library."""

ON_A_NETWORK = (
    "registry/web/",
    "registry/client/",  # calls tools, and offers them to hosts
    "registry/cli/mcp/__init__.py",  # opens the port on which they are offered
    "registry/providers/",  # servers and programs of their own
)
"""The modules (or, with a `/`, folders) that may open connections with the standard library."""

_CONNECTING = re.compile(r"(socket|ssl|http\.(client|server)|urllib\.request|socketserver)\b")

EXTENDED_BY_A_FILE = (
    "registry.cli",
    "registry.protocols",
    "registry.publish",
    "registry.rules",
)
"""Packages whose modules know nothing of each other, so that each can be removed by itself."""


class Import(NamedTuple):
    """One imported name: where it is imported and its full dotted name."""

    path: Path
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} imports {self.name}"

    @property
    def module(self) -> str:
        """The dotted name of the importing module."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[Import]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(path, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: name the module in full"
            for alias in node.names:
                yield Import(path, node.lineno, f"{node.module}.{alias.name}")


@cache
def imports() -> tuple[Import, ...]:
    """Return every import of the package."""
    return tuple(found for path in SOURCES for found in imports_of(path))


@cache
def own_imports() -> tuple[Import, ...]:
    """Return the imports of the package from itself."""
    return tuple(found for found in imports() if found.name.startswith("registry."))


def part(dotted: str) -> str:
    """Return the part of the package that *dotted* belongs to; "" for the package itself."""
    return dotted.split(".")[1] if "." in dotted else ""


def inner_part(dotted: str) -> str:
    """Return the module inside its part that *dotted* belongs to; "" for the part itself."""
    names = dotted.split(".")
    return names[2] if len(names) > 2 else ""


def layer(name: str, layers: tuple[set[str], ...] = LAYERS) -> int:
    return next((number for number, parts in enumerate(layers) if name in parts), len(layers))


def test_every_part_of_the_package_has_a_layer() -> None:
    known = set().union(*LAYERS) | {"providers"}
    homeless = {found for path in SOURCES if (found := part(module_name(path)))} - known

    assert not homeless, f"put it into a part that is there, or add to LAYERS: {sorted(homeless)}"


def test_top_level_stays_small_enough_to_be_read_at_once() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} - {"providers"}
    modules = {path.stem for path in PACKAGE.glob("[!_]*.py")}

    assert len(packages) <= MOST_PACKAGES, sorted(packages)
    assert len(modules) <= MOST_MODULES, sorted(modules)


def test_top_level_holds_packages_alone() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir()} - {"__pycache__"}

    assert folders == {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def test_map_of_the_package_names_every_part() -> None:
    parts = {name for path in SOURCES if (name := part(module_name(path)))}
    named = set(re.findall(r"`(\w+)`", registry.__doc__ or ""))

    assert named == parts - {"__main__"}


def test_every_module_of_an_ordered_part_has_a_layer() -> None:
    for name, layers in some(INNER_LAYERS.items()):
        modules = {
            found
            for path in SOURCES
            if part(dotted := module_name(path)) == name
            and (found := inner_part(dotted))
            and not found.startswith("_")
        }

        assert modules == set().union(*layers), f"bring INNER_LAYERS[{name!r}] up to date"


def module_name(path: Path) -> str:
    return Import(path, 0, "").module


def test_imports_go_down_the_layers() -> None:
    wrong = [
        found
        for found in own_imports()
        if part(found.module)
        and is_a_part(part(found.name))
        and part(found.module) != part(found.name)
        and layer(part(found.module)) >= layer(part(found.name))
    ]

    assert not wrong, "\n".join(["imports must go down LAYERS:", *map(str, wrong)])


def test_nothing_imports_the_demonstration_providers() -> None:
    wrong = [
        found
        for found in own_imports()
        if "providers" in {part(found.module), part(found.name)}
        and part(found.module) != part(found.name)
    ]

    assert not wrong, "\n".join(["they are programs of their own:", *map(str, wrong)])


@pytest.mark.parametrize("name", sorted(INNER_LAYERS))
def test_imports_inside_a_part_go_down_its_layers(name: str) -> None:
    layers = INNER_LAYERS[name]
    wrong = [
        found
        for found in own_imports()
        if part(found.module) == part(found.name) == name
        and (here := inner_part(found.module)) in set().union(*layers)
        and (there := inner_part(found.name)) in set().union(*layers)
        and here != there
        and layer(here, layers) >= layer(there, layers)
    ]

    assert not wrong, "\n".join([f"imports must go down INNER_LAYERS[{name!r}]:", *map(str, wrong)])


def is_a_part(name: str) -> bool:
    """Tell a module from a name that `registry/__init__.py` defines, such as `__version__`."""
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def test_modules_added_by_a_file_do_not_import_each_other() -> None:
    wrong = [
        found
        for found in own_imports()
        for package in EXTENDED_BY_A_FILE
        if (here := below(package, found.module)) and (there := below(package, found.name))
        if here != there and not there.startswith("_") and is_module(f"{package}.{there}")
    ]

    assert not wrong, "\n".join(["move what both need into the package:", *map(str, wrong)])


def below(package: str, dotted: str) -> str:
    """Return the first name of *dotted* inside *package*, or ""."""
    prefix = f"{package}."
    return dotted.removeprefix(prefix).split(".")[0] if dotted.startswith(prefix) else ""


def is_module(dotted: str) -> bool:
    path = ROOT.joinpath(*dotted.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_private_modules_stay_inside_their_package() -> None:
    wrong = [
        found
        for found in own_imports()
        if (owner := owner_of_private(found.name)) and not f"{found.module}.".startswith(owner)
    ]

    assert not wrong, "\n".join(["private modules are imported from outside:", *map(str, wrong)])


def owner_of_private(dotted: str) -> str:
    """Return the package, with a dot, that owns the private module in *dotted*, or ""."""
    names = dotted.split(".")
    for depth, name in enumerate(names):
        if name.startswith("_") and is_module(".".join(names[: depth + 1])):
            return ".".join(names[:depth]) + "."
    return ""


def test_each_library_is_imported_by_its_door_alone() -> None:
    wrong = [
        found
        for found in imports()
        if is_foreign(found.name)
        and not is_door(found.path.relative_to(ROOT).as_posix(), DOORS.get(library(found.name), ""))
    ]

    assert not wrong, "\n".join(["go through the door named in DOORS:", *map(str, wrong)])


def test_no_door_leads_nowhere() -> None:
    used = {library(found.name) for found in imports() if is_foreign(found.name)}

    assert set(DOORS) <= used, f"remove from DOORS: {sorted(set(DOORS) - used)}"


def test_a_network_is_reached_from_few_places() -> None:
    opening = [
        (found, found.path.relative_to(ROOT).as_posix())
        for found in imports()
        if _CONNECTING.match(found.name)
    ]
    wrong = [
        str(found) for found, path in opening if not any(is_door(path, at) for at in ON_A_NETWORK)
    ]

    assert not wrong, "\n".join(["ask registry.web for it:", *wrong])
    assert all(any(is_door(path, at) for _, path in opening) for at in ON_A_NETWORK)


def is_door(path: str, door: str) -> bool:
    return path.startswith(door) if door.endswith("/") else path == door


def library(dotted: str) -> str:
    return dotted.split(".", maxsplit=1)[0]


def is_foreign(dotted: str) -> bool:
    return library(dotted) not in sys.stdlib_module_names | {"registry"}


def test_modules_start_by_saying_what_they_are_for() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:1: start with a docstring whose first line is a sentence"
        for path in some(SOURCES)
        if not FIRST_SENTENCE.match(path.read_text(encoding="utf-8"))
    ]

    assert silent == []
