"""Every manual of the catalogue and every protocol fixture loads, with exactly its tools."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from paths import ROOT
from publishing import SETTINGS, Published, publish_catalogue, published
from released_clients import UTCP_CLIENTS, ask
from releases import catalogue_of

from registry import utcp_export
from registry.catalogue.assemble import assemble
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.diagnostics import has_errors
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

FIXTURES = ROOT / "tests" / "protocols"
BUILT_IN = ("http", "sse", "streamable_http")
"""The call template types of the smallest installations."""

_FILE = re.compile(r"v1/manuals/[^/]+/[^/]+/latest/utcp(?:\.(\w+))?\.json")


def fixtures() -> Published:
    """Publish every valid document of the protocols' conformance test, each as a manual."""
    about = SourceFile(
        "publisher.yaml", b"name: Fixtures\nhomepage: https://fixtures.example.com/\n"
    )
    publishers = []
    for folder in sorted(each for each in FIXTURES.glob("*/*/valid") if each.is_dir()):
        files = [SourceFile(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]
        documents = [file for file in files if _is_usable(file)]
        manuals = (
            ManualFolder(f"case-{number}", "", None, (("1.0.0", file),))
            for number, file in enumerate(documents)
        )
        name = re.sub(r"[^a-z0-9]+", "-", f"{folder.parts[-3]}-{folder.parts[-2]}")
        publishers.append(PublisherFolder(name, "", about, tuple(manuals)))
    catalogue, _ = assemble(Tree(tuple(publishers), ()))
    return publish_catalogue(catalogue)


def _is_usable(file: SourceFile) -> bool:
    if file.path.endswith((".tools.json", ".expect")):
        return False
    _, problems = catalogue_of(file.path, file.data)
    return not has_errors(problems)


@pytest.fixture(scope="module", params=["manuals", "fixtures"])
def built(request: pytest.FixtureRequest) -> Published:
    """Return the files that UTCP clients load without a plugin, of all that was published."""
    made = published(ROOT / "manuals") if request.param == "manuals" else fixtures()
    wanted = ["utcp", *(path for path, _ in files_of(made).values())]
    return replace(made, files={path: made.files[path] for path in wanted})


@pytest.fixture(scope="module")
def url(built: Published, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve what was built on loopback; only the registry's own address is replaced."""
    folder = tmp_path_factory.mktemp("site")
    with serving(folder) as url:
        for path, data in built.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data.replace(SETTINGS.base_url.encode(), url.encode()))
        yield url


def files_of(built: Published) -> dict[str, tuple[str, str]]:
    """Return the UTCP files that need no plugin, by a name for each: path and type."""
    found = {path: match[1] or "http" for path in built.files if (match := _FILE.fullmatch(path))}
    usable = sorted((path, kind) for path, kind in found.items() if kind in BUILT_IN)
    return {f"manual{number}": each for number, each in enumerate(usable)}


@pytest.mark.parametrize("client", UTCP_CLIENTS)
def test_client_gets_exactly_the_tools_of_every_file(
    client: str, built: Published, url: str
) -> None:
    files = files_of(built)
    aggregate = {"name": "registry", "url": f"{url}utcp"}
    manuals = [
        {"name": name, "url": url + path, "allowed": [kind]} for name, (path, kind) in files.items()
    ]
    report = ask(client, {"sessions": [{"manuals": [aggregate]}, {"manuals": manuals}]})
    everything, single = report["sessions"]

    assert Counter(everything["tools"]) == Counter(f"registry.{n}" for n in names(built, "utcp"))
    for name, (path, _) in files.items():
        manual = single["manuals"][name]

        assert manual["success"], (path, manual["errors"])
        assert manual["tools"] == [f"{name}.{tool}" for tool in names(built, path)], path
    assert every_tool(built) <= {
        f"{path.split('/')[2]}/{path.split('/')[3]}/{tool.partition('.')[2]}"
        for name, (path, _) in files.items()
        for tool in single["manuals"][name]["tools"]
    }


def every_tool(built: Published) -> set[str]:
    """Return the ids of all tools that every UTCP client can call."""
    return {
        tool.id
        for manual in built.catalogue.listed
        if manual.latest
        for tool in manual.latest.tools
        if not utcp_export.obstacles(tool)
    }


def test_langchain_adapter_drops_no_tool(built: Published, url: str) -> None:
    """It leaves out, with no more than a line in a log, what it cannot convert."""
    paths = {name: path for name, (path, kind) in files_of(built).items() if kind == "http"}
    manuals = [{"name": name, "url": url + path} for name, path in paths.items()]
    report = ask("langchain", {"manuals": manuals, "variables": {}, "calls": []})

    assert sorted(report["tools"]) == sorted(
        f"{name}.{tool}" for name, path in paths.items() for tool in names(built, path)
    )


def names(built: Published, path: str) -> list[str]:
    return [tool["name"] for tool in built.json(path)["tools"]]


def test_no_file_is_refused_for_coming_from_a_remote_host(built: Published, tmp_path: Path) -> None:
    """On loopback the client lets pass what it refuses from everywhere else."""
    built.write(tmp_path)
    paths = [str(tmp_path / path) for path, _ in files_of(built).values()]
    report: dict[str, Any] = ask("python", {"remote": [str(tmp_path / "utcp"), *paths]})

    assert len(report["remote"]) == len(paths) + 1
    assert not {path: why for path, why in report["remote"].items() if why}
