"""A command imports what it uses, and the help imports no command."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest
from examples import PUBLISHER, RELEASE
from seen import some

from registry.catalogue.included_registries import INCLUDED_FOLDER
from registry.catalogue.wishes import WISHES_FOLDER
from registry.cli import _extras, main, search
from registry.cli._command_group import SECTIONS, CommandGroup

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r}))\n"
"""Python says of these libraries that they are missing."""


def groups(group: CommandGroup, name: str = "registry") -> Iterator[tuple[str, CommandGroup]]:
    yield name, group
    for each in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), each)
        if isinstance(command, CommandGroup):
            yield from groups(command, f"{name} {each}")


def printed(code: str) -> str:
    """Return what a fresh Python prints that runs *code*."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def imported(code: str) -> set[str]:
    """Return the modules that a fresh Python has imported after *code*."""
    return set(printed(f"{code}\nimport sys; print(*sys.modules)").split())


@pytest.mark.parametrize("group", [*groups(main)], ids=lambda each: each[0])
def test_help_says_of_each_command_what_the_command_says(group: tuple[str, CommandGroup]) -> None:
    context = click.Context(group[1])
    listed = context.make_formatter()
    group[1].format_commands(context, listed)
    said = " ".join(listed.getvalue().split())

    for name in some(group[1].list_commands(context)):
        command = group[1].get_command(context, name)
        summary = command.short_help if command else ""
        assert summary, f"{name} has no short_help"
        assert f"{name} {summary}" in said


def test_help_has_every_command_in_a_section_that_says_what_it_is_for() -> None:
    context = click.Context(main)
    listed = context.make_formatter()
    main.format_commands(context, listed)

    assert re.findall(r"^(\w.*):$", listed.getvalue(), re.MULTILINE) == list(SECTIONS)


MANUAL = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_thing
    description: Read a thing of the warehouse, with all of its parts.
    inputs: {type: object}
    tool_call_template: {call_template_type: http, url: "https://api.example.com/things"}
"""

HELP = "from registry.cli import main; main(['--help'], 'registry', standalone_mode=False)"
EVERY = """
import click
from registry.cli import main

def walk(group):
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if "extra" in command.short_help:
            print(name)
        if isinstance(command, click.Group):
            walk(command)

walk(main)
"""


@pytest.mark.slow
def test_help_looks_for_every_library_that_a_command_needs_to_be_imported() -> None:
    missing = {*_extras.EXTRA_OF} - {*_extras.NEEDED_BY_COMMANDS}

    assert printed(WITHOUT.format(missing=missing) + EVERY) == ""
    assert "(needs the extra `build`)" in printed(WITHOUT.format(missing={"yaml"}) + HELP)


@pytest.mark.slow
def test_a_command_does_not_wait_for_what_others_need() -> None:
    parts = {".".join(each.split(".")[:2]) for each in imported("import registry.cli.check")}
    assert parts.isdisjoint({"registry.publish", "registry.client", "registry.search"})
    assert imported("import registry.cli").isdisjoint({"registry.model", "registry.cli.check"})


RUNNING = """
import os
from registry.cli import main
os.chdir({root!r})
try:
    main({words!r})
except SystemExit:
    pass
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "used", "unused"),
    [
        (
            ["check", RELEASE],
            {"registry.rules._apply", "registry.source._yaml"},
            {"registry.changes", "registry.source._yaml_mistakes", "registry.source._json_mistakes"}
            | {
                "registry.validate._own_schema_wordings",
                "subprocess",
                "multiprocessing",
                "logging",
            },
        ),
        (
            ["call", "example/sample/get_thing"],
            {"registry.model.request"},
            {"asyncio", "httpcore2", "registry.pipeline", "registry.rules"},
        ),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_a_command_imports_only_what_this_use_of_it_needs(
    words: list[str], used: set[str], unused: set[str], tmp_path: Path
) -> None:
    release = tmp_path / RELEASE
    release.parent.mkdir(parents=True)
    release.write_text(MANUAL, encoding="utf-8")
    (release.parents[1] / "publisher.yaml").write_text(PUBLISHER, encoding="utf-8")

    found = imported(RUNNING.format(root=str(tmp_path), words=words))

    assert used <= found
    assert not unused & found


ENDING = """
import atexit, gc, sys
from registry.__main__ import run
sys.argv[1:] = ["--version"]
atexit.register(lambda: print(len(gc.get_objects())))
run()
"""


@pytest.mark.slow
def test_the_end_of_the_program_does_not_look_for_garbage_among_all_that_it_has_loaded() -> None:
    *_, looked_at = printed(ENDING).split()

    assert int(looked_at) < 100


def test_search_looks_at_the_folders_whose_names_it_does_not_import() -> None:
    assert (search.INCLUDED_FOLDER, search.WISHES_FOLDER) == (INCLUDED_FOLDER, WISHES_FOLDER)


def test_libraries_that_python_compiles_first_print_no_warnings(tmp_path: Path) -> None:
    """Not every installer compiles what it installs, and newer Pythons warn of more."""
    code = [
        sys.executable,
        "-X",
        f"pycache_prefix={tmp_path}",
        "-c",
        "import registry.search._whoosh",
    ]
    done = subprocess.run(code, capture_output=True, text=True, check=True)

    assert done.stderr == ""
