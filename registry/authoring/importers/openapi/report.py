"""The report of an import, as text and as data: operations that were left out or changed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._notes import CHANGED, LEFT_OUT
from registry.authoring.importers.openapi._servers import SERVER_KINDS
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi import Imported, OperationResult
    from registry.authoring.importers.openapi._notes import Note
    from registry.source import Json

_SHOWN = 6
"""The maximum number of tools that a line names; all are in the report as JSON."""


def report_lines(imported: Imported) -> Iterator[str]:
    """Yield the lines of the report for a terminal, with the most important last."""
    blocks = map(list, (_left_out(imported), _change_lines(imported), _counts(imported)))
    for number, block in enumerate(filter(None, blocks)):
        yield from ("", *block) if number else block


def report_data(imported: Imported) -> dict[str, Json]:
    """Return the result of every operation, with counts, as JSON-shaped data."""
    return {
        "counts": {
            "operations": len(imported.outcomes),
            "tools": len(imported.made),
            "left_out": dict(_reasons(imported)),
            "changed": dict(_kinds(imported)),
        },
        "remarks": list(imported.remarks),
        "unmatched": [
            {"pattern": pattern, **({"meant": meant} if meant else {})}
            for pattern, meant in imported.unmatched
        ],
        "operations": [_operation(outcome) for outcome in imported.outcomes],
    }


def _operation(outcome: OperationResult) -> Json:
    operation = outcome.operation
    described: dict[str, Json] = {
        "method": operation.method,
        "path": operation.path,
        "operation_id": operation.id,
    }
    if outcome.reason:
        return described | {"left_out": {"kind": outcome.reason.kind, "why": outcome.reason.text}}
    notes: Json = [{"kind": note.kind, "what": note.text} for note in outcome.notes]
    return described | {"tool": operation.name, "changed": notes}


def _left_out(imported: Imported) -> Iterator[str]:
    """Yield the operations that were left out; those for one reason of the document are one line.

    It is an unusable server, credentials, or that they are described in other documents.
    """
    groups: dict[tuple[str, str | int], list[OperationResult]] = {}
    for number, outcome in enumerate(imported.outcomes):
        reason = outcome.reason
        if reason and reason.kind != "not-selected":
            groups.setdefault((reason.kind, _shared_reason(reason) or number), []).append(outcome)
    for (kind, _), (first, *others) in groups.items():
        more = f" and {counted(len(others), 'other operation')}" if others else ""
        why = first.reason.text if first.reason else ""
        yield f"left out  {first.operation}{more}: {why} ({kind})"
    for remark in imported.remarks:
        yield f"left out  {remark}"


def _shared_reason(reason: Note) -> str:
    """Return what may be the *reason* for many operations, "" for one that is its own."""
    if reason.kind in (*SERVER_KINDS, "unportable-credentials"):
        return reason.text
    what, sign, _ = reason.text.partition(": ")
    return what if reason.kind == "malformed-operation" and sign else ""


def _change_lines(imported: Imported) -> Iterator[str]:
    """Yield the changes that all tools share, then the others, with all tools that have them."""
    imported_tools = imported.made
    tally = Counter(note for outcome in imported_tools for note in outcome.notes)
    common = {note for note, count in tally.items() if count == len(imported_tools) > 1}
    for note in tally:
        if note in common:
            yield f"changed  all tools: {note.text} ({note.kind})"
    groups: dict[tuple[Note, ...], list[str]] = {}
    for outcome in imported_tools:
        notes = tuple(note for note in outcome.notes if note not in common)
        groups.setdefault(notes, []).append(outcome.operation.name)
    for notes, names in groups.items():
        if notes:
            shown = ", ".join(names[:_SHOWN]) + (f", … ({len(names)})" if names[_SHOWN:] else "")
            yield f"changed  {shown}: {'; '.join(f'{each.text} ({each.kind})' for each in notes)}"


def _counts(imported: Imported) -> Iterator[str]:
    for kind, count in _kinds(imported):
        yield f"{count:7,}  {kind}: {CHANGED[kind]}"
    for kind, count in _reasons(imported):
        yield f"{count:7,}  {kind}: {LEFT_OUT[kind]}"
    number = len(imported.outcomes)
    noun = "operation" if number == 1 else "operations"
    yield f"{number:7,}  {noun} became {counted(len(imported.made), 'tool')}"
    for pattern, meant in imported.unmatched:
        yield f"no operation matches {pattern!r}" + (f"; did you mean {meant!r}?" if meant else "")


def _reasons(imported: Imported) -> list[tuple[str, int]]:
    kinds = (outcome.reason.kind for outcome in imported.outcomes if outcome.reason)
    return _by_frequency(Counter(kinds))


def _kinds(imported: Imported) -> list[tuple[str, int]]:
    """Return the kinds of changes with the number of tools that have each."""
    kinds = (kind for outcome in imported.made for kind in {note.kind for note in outcome.notes})
    return _by_frequency(Counter(kinds))


def _by_frequency(counts: Counter[str]) -> list[tuple[str, int]]:
    """Return *counts* with the most frequent first, then by name."""
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))
