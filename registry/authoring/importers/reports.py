"""The report of an import, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.report import counted, json_text, printable, problem_objects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.draft import Draft, ImportRequest
    from registry.authoring.manual_files import ManualResult
    from registry.source import Json

_SHOWN = 5
"""The maximum number of oddities that are printed."""


def import_as_text(draft: Draft) -> str:
    """Return for a terminal what *draft* leaves out and changes of its source."""
    return "\n".join(printable(line) for line in _lines(draft))


def name_as_text(draft: Draft, request: ImportRequest) -> str:
    """Return which name the manual gets, and how to choose another; "" if the user chose both."""
    proposed = {
        option: name
        for option, asked, name in (
            ("--publisher", request.publisher, draft.publisher),
            ("--manual", request.manual, draft.manual),
        )
        if not asked
    }
    if not proposed:
        return ""
    names = f"{request.publisher or draft.publisher}/{request.manual or draft.manual}"
    return printable(
        f"name: {names} ({' and '.join(proposed)} {'change' if len(proposed) > 1 else 'changes'} "
        "it; once merged, it stays)"
    )


def _lines(draft: Draft) -> Iterator[str]:
    yield from (f"read  {each.place}: {each.message}" for each in draft.oddities[:_SHOWN])
    if (more := len(draft.oddities) - _SHOWN) > 0:
        yield f"read  and {more:,} more like these"
    yield from (f"left out  {each.what}: {each.why}" for each in draft.refused)
    if draft.lines:
        yield from draft.lines
        return
    yield from (f"left out  {each.what}: {each.why}" for each in draft.left_out)
    yield from (f"changed  {each.what}: {each.why}" for each in draft.changed)
    yield f"{counted(len(draft.tools), 'tool')} of {draft.source}"


def import_as_json(draft: Draft, result: ManualResult) -> str:
    """Return the report of an import as ASCII JSON."""
    report: dict[str, Json] = {
        "source": draft.source,
        "files": [path.as_posix() for path in result.written],
        **({"obstacle": result.refusal} if result.refusal else {}),
        "tools": list(draft.tools),
        "left_out": [
            {"what": each.what, "why": each.why} for each in (*draft.left_out, *draft.refused)
        ],
        "changed": [{"what": each.what, "why": each.why} for each in draft.changed],
        **draft.more,
        "diagnostics": problem_objects((*draft.oddities, *result.problems)),
    }
    return json_text(report)
