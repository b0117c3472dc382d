"""Diagnostics as JSON-shaped data, the same for every command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.diagnostics import Diagnostic
    from registry.source import Json


def problem_objects(diagnostics: Iterable[Diagnostic], rules_url: str = "") -> list[Json]:
    """Return an object for each of *diagnostics*, with the page of its rule below *rules_url*."""
    return [_entry(each, rules_url) for each in diagnostics]


def _entry(diagnostic: Diagnostic, rules_url: str) -> dict[str, Json]:
    entry: dict[str, Json] = {
        "path": diagnostic.place.path,
        "line": diagnostic.place.line,
        "column": diagnostic.place.column,
        "severity": diagnostic.severity.value,
        "rule": diagnostic.rule,
        "message": diagnostic.message,
    }
    url = f"{rules_url}{diagnostic.rule}/" if rules_url else ""
    return entry | {key: value for key, value in (("hint", diagnostic.hint), ("url", url)) if value}
