"""Manuals to try a rule on: the examples in its docstring, and trees that hold one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from expectations import expected_in, severities_in
from paths import TESTS
from repositories import Repository

from registry import pipeline
from registry.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from expectations import Expectation

    from registry.diagnostics import Diagnostic

RELEASE = "manuals/example/sample/1.0.0.yaml"
"""Where an example stands that does not say otherwise."""

DAY = "2026-11-22"
"""The day on which examples are checked."""

PUBLISHER = """\
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
"""

_MERGED = " (merged)"
_EXECUTABLE = " (executable)"
_DELETED = " (deleted)"

_FENCE = re.compile(
    r"^(?P<indent> *)```yaml(?: title=\"(?P<path>[^\"]+)\")?\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Example:
    """Files by path that show one thing, with what is expected of each."""

    files: dict[str, str]

    @property
    def expected(self) -> dict[str, Expectation]:
        """The lines and rules that the comments name, by file."""
        return {
            path.removesuffix(_EXECUTABLE).removesuffix(_DELETED): found
            for path, text in self.files.items()
            if not path.endswith(_MERGED) and (found := expected_in(text))
        }

    @property
    def severities(self) -> set[tuple[str, int, str, str]]:
        """File, line, rule and severity where a comment says how bad it is."""
        return {
            (path, *stated) for path, text in self.files.items() for stated in severities_in(text)
        }


CASES = sorted((TESTS / "rules").glob("[!_]*/*"))
"""The edge cases of rules: a release each, or a folder with the tree `manuals/`."""


def case(path: Path) -> Example:
    """Return the example in the file or folder *path* of `CASES`."""
    if path.is_file():
        return Example({RELEASE: path.read_text(encoding="utf-8")})
    files = (each for each in sorted(path.rglob("*.*")) if each.is_file())
    return Example(
        {each.relative_to(path).as_posix(): each.read_text(encoding="utf-8") for each in files}
    )


def examples(documentation: str, heading: str) -> Iterator[Example]:
    """Yield the examples below `Bad:` or `Good:`; blocks that follow each other are one tree."""
    _, found, section = documentation.partition(f"\n{heading}:\n")
    assert found, f"there is no section {heading}:"
    section = re.split(r"^(?:Bad|Good):$", section, maxsplit=1, flags=re.MULTILINE)[0]
    files: dict[str, str] = {}
    for fence in _FENCE.finditer(section):
        path = fence["path"] or RELEASE
        if path in files:
            yield Example(files)
            files = {}
        files = {**files, path: fence["text"]}
    yield Example(files)


def lay_out(root: Path, shown: Example) -> None:
    """Write the tree `manuals/` that holds the example below *root*."""
    files = {"manuals/example/publisher.yaml": PUBLISHER, **shown.files}
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def check(root: Path, shown: Example) -> tuple[Diagnostic, ...]:
    """Return what `registry check` says of a tree below *root* that holds the example."""
    base = propose(root, shown)
    return pipeline.check(root / "manuals", base, day=DAY).diagnostics


def propose(root: Path, shown: Example) -> str | None:
    """Write the example below *root*; return the commit it goes into, None where that is empty.

    A path that ends in `(merged)` is in the branch that the rest is to be merged into, and one that
    ends in `(executable)` is just that. One that ends in `(deleted)` is taken out of that branch.
    """
    merged = {path: text for path, text in shown.files.items() if path.endswith(_MERGED)}
    if not merged:
        lay_out(root, shown)
        return None
    lay_out(root, Example({path.removesuffix(_MERGED): text for path, text in merged.items()}))
    repository = Repository(root)
    base = repository.commit()
    proposed = {path: text for path, text in shown.files.items() if path not in merged}
    for path, text in proposed.items():
        if path.endswith(_DELETED):
            (root / path.removesuffix(_DELETED)).unlink()
            continue
        mode = 0o755 if path.endswith(_EXECUTABLE) else 0o644
        repository.write(path.removesuffix(_EXECUTABLE), text, mode)
        if not path.startswith("manuals/"):
            # Elsewhere, only what git knows is part of the change.
            repository.git("add", "--", path.removesuffix(_EXECUTABLE))
    return base


def found_by(rule: str, diagnostics: tuple[Diagnostic, ...]) -> dict[str, Expectation]:
    """Return line and rule, by file, of every error and of whatever *rule* says."""
    found: dict[str, Expectation] = {}
    for each in diagnostics:
        if each.rule == rule or each.severity is Severity.ERROR:
            found.setdefault(each.place.path, set()).add((each.place.line, each.rule))
    return found
