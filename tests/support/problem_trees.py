"""Every tree of the tests in which something is wrong, with what a check reports of it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from broken import CASES as BROKEN
from broken import FOLDER
from examples import CASES, DAY, PUBLISHER, RELEASE, case, examples
from paths import TESTS

from registry import pipeline
from registry.rules import rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.diagnostics import Diagnostic


class ProblemTree(NamedTuple):
    """A tree of *files*, by path, and the *problems* that a check reports of it."""

    files: Mapping[str, str]
    problems: tuple[Diagnostic, ...]


_ABOUT = {"manuals/example/publisher.yaml": PUBLISHER}


def _of_rules() -> Iterator[Mapping[str, str]]:
    for rule in rules():
        for bad in examples(rule.documentation, "Bad"):
            yield _ABOUT | bad.files


def _of_cases() -> Iterator[Mapping[str, str]]:
    for path in CASES:
        yield _ABOUT | case(path).files


def _broken() -> Iterator[Mapping[str, str]]:
    base = _files(FOLDER / "_base")
    for name in BROKEN:
        yield base | _files(FOLDER / name)


def _of_protocols() -> Iterator[Mapping[str, str]]:
    for path in sorted((TESTS / "protocols").glob("*/*/*valid/*")):
        if not path.name.endswith((".tools.json", ".expect")):
            release = RELEASE.removesuffix(".yaml") + path.suffix
            yield _ABOUT | {release: path.read_text(encoding="utf-8")}


KINDS: dict[str, Callable[[], Iterator[Mapping[str, str]]]] = {
    "examples of rules": _of_rules,
    "cases of rules": _of_cases,
    "broken trees": _broken,
    "documents of protocols": _of_protocols,
}


@cache
def problem_trees(kind: str) -> tuple[ProblemTree, ...]:
    """Return the trees of *kind*, without those that are about a change to merged files."""
    trees = (
        files
        for files in KINDS[kind]()
        if not any(path.endswith(("(merged)", "(executable)", "(deleted)")) for path in files)
    )
    return tuple(ProblemTree(files, reported(files)) for files in trees)


def reported(files: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Return what a check reports of a tree of *files*."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            (Path(root) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(root) / path).write_text(text, encoding="utf-8")
        return pipeline.check(Path(root) / "manuals", day=DAY).diagnostics


def _files(folder: Path) -> dict[str, str]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "expect")
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in found
    }
