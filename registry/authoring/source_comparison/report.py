"""A comparison for a terminal, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.source_comparison._documents import shown_pointer
from registry.authoring.source_comparison._facts import Verdict
from registry.report import json_text, markdown_text, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.authoring.source_comparison._facts import Comparison, Fact
    from registry.authoring.source_comparison.drift import Drift
    from registry.source import Json

_MOST_IN_AN_ISSUE = 50
_WHAT_TO_DO = (
    "Compare them again with `registry source check --write`, and start a new version with "
    "`registry bump` where the provider is right."
)

VERSION = 1
"""Of the JSON; it grows when a key changes its meaning or goes away."""


def as_text(comparison: Comparison, *, with_right: bool = False) -> str:
    """Return every fact that is not right, or every fact, and a line of counts."""
    return "\n".join(printable(line) for line in _lines(comparison, with_right))


def _lines(comparison: Comparison, with_right: bool) -> Iterator[str]:  # noqa: FBT001
    for fact in comparison.facts:
        finding = fact.finding
        if finding.verdict is Verdict.RIGHT and not with_right:
            continue
        place = fact.tool.at(*finding.steps).place
        yield f"{place} {finding.verdict} {fact.tool.name}, {fact.what}"
        yield f"    the manual: {finding.manual}"
        yield f"    the document: {finding.document} ({_place_of_fact(fact)})"
    for tool in comparison.missing:
        yield f"{tool.origin.place} not compared {tool.name}: no document has its call"
    release = comparison.release
    counts = ", ".join(f"{comparison.count(verdict):,} {verdict}" for verdict in Verdict)
    compared = len(release.tools) - len(comparison.missing)
    yield (
        f"{release.manual_id} {release.version}: "
        f"{compared} of {len(release.tools)} tools compared, {counts}"
    )


def _place_of_fact(fact: Fact) -> str:
    pointer = shown_pointer(fact.finding.pointer)
    return pointer if not pointer.startswith("#") else f"{fact.source.name}{pointer}"


def as_json(comparison: Comparison) -> str:
    """Return the whole comparison as JSON, in ASCII."""
    return json_text(as_data(comparison))


def as_data(comparison: Comparison) -> dict[str, Json]:
    """Return the whole comparison as data."""
    release = comparison.release
    return {
        "version": VERSION,
        "manual": release.manual_id,
        "release": release.version,
        "counts": {verdict.name.lower(): comparison.count(verdict) for verdict in Verdict},
        "missing": [tool.name for tool in comparison.missing],
        "facts": [_fact(fact) for fact in comparison.facts],
    }


def _fact(fact: Fact) -> dict[str, Json]:
    finding = fact.finding
    place = fact.tool.at(*finding.steps).place
    return {
        "tool": fact.tool.name,
        "fact": fact.what,
        "verdict": finding.verdict.name.lower(),
        "manual": {
            "says": finding.manual,
            "path": place.path,
            "line": place.line,
            "column": place.column,
        },
        "document": {
            "says": finding.document,
            "name": fact.source.name,
            "pointer": shown_pointer(finding.pointer),
        },
    }


def drift_as_markdown(drift: Drift) -> str:
    """Return what an issue says of *drift*; what providers and authors wrote is inert in it."""
    lines = [
        f"The provider's document no longer says what {drift.manual} {drift.version} says.",
        "",
        *(f"- {markdown_text(url)}" for url in drift.urls),
        "",
    ]
    lines += [
        f"- {markdown_text(each.tool)}, {markdown_text(each.fact)}: {markdown_text(each.manual)} "
        f"in the manual, {markdown_text(each.document)} in the document"
        for each in drift.changed[:_MOST_IN_AN_ISSUE]
    ]
    if left := len(drift.changed[_MOST_IN_AN_ISSUE:]):
        lines.append(f"- and {left:,} more")
    lines += [
        f"- {markdown_text(name)}: the document no longer has its call" for name in drift.gone
    ]
    lines += ["", _WHAT_TO_DO]
    return "\n".join(lines) + "\n"


def drifts_as_text(drifts: Sequence[Drift]) -> str:
    """Return a line for each manual that drifted or could not be compared, and one of counts."""
    return "\n".join(printable(line) for line in _drift_lines(drifts))


def _drift_lines(drifts: Sequence[Drift]) -> Iterator[str]:
    for drift in drifts:
        for change in drift.changed:
            yield (
                f"{drift.manual}: {change.tool}, {change.fact}: {change.manual} in the manual, "
                f"{change.document} in the document"
            )
        for name in drift.gone:
            yield f"{drift.manual}: {name}: the document no longer has its call"
        if drift.obstacle:
            yield f"{drift.manual}: not compared: {drift.obstacle}"
    drifted = sum(drift.is_drifted for drift in drifts)
    left = sum(bool(drift.obstacle) for drift in drifts)
    yield f"{len(drifts) - left:,} manuals compared, {drifted:,} drifted, {left:,} not compared"


def drifts_as_data(drifts: Sequence[Drift]) -> dict[str, Json]:
    """Return *drifts* as data."""
    return {
        "version": VERSION,
        "manuals": [
            {
                "manual": drift.manual,
                "release": drift.version,
                "documents": list(drift.urls),
                "changed": [each._asdict() for each in drift.changed],
                "gone": list(drift.gone),
                "obstacle": drift.obstacle,
            }
            for drift in drifts
        ],
    }
