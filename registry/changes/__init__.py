"""What changes for callers between two releases of a manual, and how much it matters to them.

A change is `breaking` when a call that worked, or a result that was understood, may be so no more;
`compatible` when there is something new to use; `cosmetic` when only words differ. Inputs may
accept more and outputs may promise more, never the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from registry import versions
from registry.changes._calls import call_differences, reach
from registry.changes._difference import Difference, Kind, Side, shown
from registry.changes._schemas import schema_differences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.model import Release, Tool
    from registry.source import Pointer

__all__ = ["Change", "Kind", "Step", "compare", "gravest", "is_enough", "step_for"]


class Step(StrEnum):
    """What a new version raises: the first, the second or the third number."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"


_STEPS = {Kind.BREAKING: Step.MAJOR, Kind.COMPATIBLE: Step.MINOR, Kind.COSMETIC: Step.PATCH}


@dataclass(frozen=True, slots=True)
class Change:
    """One change between two releases.

    Attributes:
        tool: the tool that changes; "" for the manual as a whole.
        kind: how much it matters.
        sentence: what changes, in plain words, with the authors' own values escaped.
        is_security: whether it touches where a call goes, what it runs or what it may use.
        pointer: where in the tool's definition, as `Tool.at` takes it.
    """

    tool: str
    kind: Kind
    sentence: str
    is_security: bool = False
    pointer: Pointer = ()


def compare(before: Release, after: Release) -> tuple[Change, ...]:
    """Return what changes from *before* to *after*, the gravest first, then by tool."""
    old = {tool.name: tool for tool in before.tools}
    new = {tool.name: tool for tool in after.tools}
    found = [*_comings_and_goings(old, new), *_manual_changes(before, after)]
    for name in old.keys() & new.keys():
        found += (_change(name, each) for each in _differences(old[name], new[name]))
    return tuple(
        sorted(found, key=lambda each: (-each.kind, not each.is_security, each.tool, each.sentence))
    )


def gravest(changes: Iterable[Change]) -> Kind | None:
    """Return the gravest kind among *changes*; None where nothing changes."""
    return max((change.kind for change in changes), default=None)


def step_for(kind: Kind, older: str) -> Step:
    """Return the smallest step from the version *older* that a change of *kind* asks for.

    Before 1.0.0 nothing is promised for long (Semantic Versioning 2.0.0, section 4): there the
    second number tells of breaking changes, and the third of all others.
    """
    if versions.line_of(older) == 0:
        return Step.MINOR if kind is Kind.BREAKING else Step.PATCH
    return _STEPS[kind]


def is_enough(older: str, newer: str, step: Step) -> bool:
    """Tell whether the version *newer* is at least one *step* away from *older*."""
    steps: list[str] = list(Step)
    taken = versions.step_between(older, newer)
    return taken in steps and steps.index(taken) <= steps.index(step)


def _change(tool: str, difference: Difference) -> Change:
    return Change(
        tool, difference.kind, difference.sentence, difference.is_security, difference.pointer
    )


def _comings_and_goings(old: dict[str, Tool], new: dict[str, Tool]) -> Iterator[Change]:
    added = {name: tool for name, tool in new.items() if name not in old}
    for name in old.keys() - new.keys():
        same = [each for each, tool in added.items() if _is_same_call(old[name], tool)]
        if same:
            yield Change(name, Kind.BREAKING, f"the tool is called {shown(same[0])} now")
        else:
            yield Change(name, Kind.BREAKING, "the tool is gone")
    known = {each for tool in old.values() for each in reach(tool)}
    for name, tool in added.items():
        beyond = ", ".join(words for each, words in reach(tool).items() if each not in known)
        sentence = f"the tool is new, and {beyond}" if beyond else "the tool is new"
        yield Change(name, Kind.COMPATIBLE, sentence, is_security=bool(beyond))


def _is_same_call(one: Tool, other: Tool) -> bool:
    return (one.inputs, one.outputs, one.call.method, one.call.url, one.call.options) == (
        *(other.inputs, other.outputs, other.call.method, other.call.url, other.call.options),
    )


def _differences(old: Tool, new: Tool) -> Iterator[Difference]:
    yield from _wording(old, new)
    yield from schema_differences(Side.INPUT, old.inputs, new.inputs)
    if old.outputs is not None and new.outputs is not None:
        yield from schema_differences(Side.OUTPUT, old.outputs, new.outputs)
    elif old.outputs is not None:
        yield Difference(Kind.BREAKING, "the tool promises no output now", ("outputs",))
    elif new.outputs is not None:
        yield Difference(Kind.COMPATIBLE, "the tool has an output now", ("outputs",))
    yield from call_differences(old, new)


def _wording(old: Tool, new: Tool) -> Iterator[Difference]:
    if old.description != new.description:
        yield Difference(Kind.COSMETIC, "the description has changed", ("description",))
    if old.tags != new.tags:
        yield Difference(Kind.COSMETIC, "the tags have changed", ("tags",))
    if [(each.task, each.arguments) for each in old.examples] != [
        (each.task, each.arguments) for each in new.examples
    ]:
        yield Difference(Kind.COSMETIC, "the examples have changed")


def _manual_changes(before: Release, after: Release) -> Iterator[Change]:
    if (before.protocol, before.dialect) != (after.protocol, after.dialect):
        written = f"{after.protocol} {after.dialect}"
        yield Change("", Kind.COSMETIC, f"the manual is written in {written} now")
    if (before.title, before.summary) != (after.title, after.summary):
        yield Change("", Kind.COSMETIC, "title or summary have changed")
    old = before.self_hosted.start if before.self_hosted else ""
    new = after.self_hosted.start if after.self_hosted else ""
    if old != new:
        sentence = f"the server is started by {shown(new)} instead of {shown(old)}"
        yield Change("", Kind.BREAKING, sentence, is_security=True)
