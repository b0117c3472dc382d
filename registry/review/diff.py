"""Show what changes between two releases of a manual, as text and as JSON."""

from __future__ import annotations

import textwrap
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from registry import changes
from registry.catalogue.find_manual import NoSuchReleaseError
from registry.changes import model_texts
from registry.changes.cut_sentences import new_cut_sentences
from registry.report import json_text, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.changes import Change
    from registry.changes.cut_sentences import CutSentence
    from registry.changes.model_texts import TextChange
    from registry.model import Manual, Release

_COLUMN = 46
"""The width of each of the two columns of text, in characters."""

_NAMED = 3
"""The maximum number of tools that are named as sharing one text."""

_MANY = 10_000
"""The maximum number of characters of one text."""


@dataclass(frozen=True)
class Comparison:
    """Two releases of a manual, the changes between them, and the texts that differ.

    *before* is None if *after* is the first release; then all of its texts are new.
    """

    before: Release | None
    after: Release
    changes: tuple[Change, ...]
    texts: tuple[TextChange, ...]

    @cached_property
    def cut_sentences(self) -> tuple[CutSentence, ...]:
        """The sentences that new texts may share with their neighbours; none of a first release."""
        return new_cut_sentences(self.before, self.after) if self.before else ()


def compare_versions(manual: Manual, wanted: tuple[str, ...] = ()) -> Comparison:
    """Return a comparison of the two *wanted* versions of *manual*, by default its newest two.

    Raises NoSuchReleaseError if one of them is missing or cannot be read.
    """
    releases = manual.release_by_version
    names = wanted or tuple(releases)[-2:]
    missing = [each for each in names if each not in releases]
    available = ", ".join(releases) or "none"
    if missing:
        raise NoSuchReleaseError(
            f"{manual.id} has no readable version {missing[0]!r}; it has {available}"
        )
    if len(names) != 2:  # noqa: PLR2004 - one with another
        problem = "name two versions, older first" if wanted else "there are not two versions"
        raise NoSuchReleaseError(f"{problem}: {manual.id} has {available}")
    before, after = (releases[each] for each in names)
    return comparison_of(before, after)


def comparison_of(
    before: Release | None, after: Release, earlier: Iterable[Release] = ()
) -> Comparison:
    """Return a comparison of two releases, or of the first release of a manual with nothing.

    The *earlier* releases are those of `changes.compare_releases`.
    """
    found = changes.compare_releases(before, after, earlier) if before else ()
    return Comparison(before, after, found, model_texts.compare_texts_of_releases(before, after))


def comparison_as_text(found: Comparison) -> str:
    """Return the comparison as text: a line for each change, then texts side by side."""
    # Last of all: where a string is wrapped, its middle becomes the start of a line.
    return "\n".join(printable(line) for line in _lines(found))


def comparison_as_json(found: Comparison) -> str:
    """Return the comparison as ASCII JSON, which cannot control a terminal or a CI system."""
    return json_text(comparison_as_data(found))


def comparison_as_data(found: Comparison) -> dict[str, Any]:
    """Return the comparison as JSON-shaped data, without `before` for a first release."""
    before = {"before": found.before.version} if found.before else {}
    return {
        "manual": found.after.manual_id,
        **before,
        "after": found.after.version,
        "kind": kind_of(found),
        "is_security": any(each.is_security for each in found.changes),
        "changes": [{**asdict(each), "kind": str(each.kind)} for each in found.changes],
        "prompts": [asdict(each) for each in found.texts],
    }


def kind_of(found: Comparison) -> str:
    """Return the most serious kind of change: a `Kind`, `new` or `none`."""
    if found.before is None:
        return "new"
    return str(changes.gravest(found.changes) or "none")


def title(found: Comparison) -> str:
    """Return a title such as `acme/world-time 1.0.0 -> 1.1.0`."""
    versions = [each.version for each in (found.before, found.after) if each]
    return f"{found.after.manual_id} {' -> '.join(versions)}"


class NewCall(NamedTuple):
    """The call of a tool that the older release lacks: what it asks for, its effect and needs."""

    tool: str
    request: str
    effect: str
    needs: str


def new_calls(found: Comparison) -> tuple[NewCall, ...]:
    """Return the calls of the tools that are new, in the order of the release."""
    old_names = {tool.name for tool in found.before.tools} if found.before else set()
    return tuple(
        NewCall(
            tool.name,
            " ".join(filter(None, (tool.call.transport, tool.call.method, tool.call.url))),
            str(tool.effect) if tool.effect_is_stated else f"{tool.effect} (a guess)",
            ", ".join(each.name for each in tool.variables),
        )
        for tool in found.after.tools
        if tool.name not in old_names
    )


def named(tools: Sequence[str]) -> str:
    """Return the names of *tools* as a list, of many only the first ones and their number."""
    shown = ", ".join(tools[:_NAMED])
    return f"{shown} and {len(tools) - _NAMED:,} more tools" if len(tools) > _NAMED else shown


def _lines(comparison: Comparison) -> Iterator[str]:
    kind = kind_of(comparison)
    yield f"{title(comparison)}: {'no change' if kind == 'none' else kind}"
    for change in comparison.changes:
        kind = f"{change.kind}, security" if change.is_security else str(change.kind)
        tool = f"{change.tool}: " if change.tool else ""
        yield f"  {kind:<22}{tool}{change.sentence}"
    for call in new_calls(comparison):
        needs = f", needs {call.needs}" if call.needs else ""
        yield f"  {'calls':<22}{call.tool}: {call.request}, {call.effect}{needs}"
    for shared in model_texts.shared_changes(comparison.texts):
        yield ""
        yield f"{named(shared.tools)}, {shared.where}:"
        yield from _side_by_side(shared.change)


def _side_by_side(text: TextChange) -> Iterator[str]:
    columns = (_wrapped(text.before), _wrapped(text.after))
    for left, right in zip_longest(*columns, fillvalue=""):
        yield f"  {left:<{_COLUMN}} | {right}".rstrip()


def _wrapped(text: str) -> list[str]:
    """Return the lines of *text*, wrapped to the width of a column."""
    lines = text.split("\n")
    return [
        part for line in lines for part in textwrap.wrap(printable(line, _MANY), _COLUMN) or [""]
    ]
