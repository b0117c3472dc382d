"""Expectations that stand in the manuals themselves: `# expect: rule` at the end of a line.

`# expect: rule (warning)` says how bad it is, too; several are separated by commas.

A file that cannot carry comments has a neighbour of the same name ending in `.expect`, which holds
lines such as `3 duplicate-key`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from registry.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from registry.diagnostics import Diagnostic

Expectation: TypeAlias = set[tuple[int, str]]
"""Lines, each with the id of the rule that is broken there."""

_RULE = r"([a-z0-9-]+)(?: \((error|warning|note)\))?"
_COMMENT = re.compile(rf"#\s*expect:\s*({_RULE}(?:\s*,\s*{_RULE})*)\s*$")


def expected_in(text: str) -> Expectation:
    """Return what the comments in *text* expect."""
    return {(line, rule) for line, rule, _ in _stated(text)}


def severities_in(text: str) -> set[tuple[int, str, str]]:
    """Return line, rule and severity where the comments in *text* say how bad it is."""
    return {(line, rule, severity) for line, rule, severity in _stated(text) if severity}


def _stated(text: str) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if comment := _COMMENT.search(line):
            for rule, severity in re.findall(_RULE, comment[1]):
                yield number, rule, severity


def expected_of(path: Path) -> Expectation:
    """Return what the file at *path*, or its neighbour, expects."""
    neighbour = path.with_suffix(".expect")
    if not neighbour.exists():
        return expected_in(path.read_text(encoding="utf-8"))
    lines = neighbour.read_text(encoding="utf-8").splitlines()
    return {(int(number), rule) for number, rule in map(str.split, lines)}


def errors_in(diagnostics: Iterable[Diagnostic]) -> Expectation:
    """Return line and rule of every error."""
    return {
        (diagnostic.place.line, diagnostic.rule)
        for diagnostic in diagnostics
        if diagnostic.severity is Severity.ERROR
    }
