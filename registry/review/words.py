"""A review for a terminal, for a script, and for the summary page of a CI job."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING

from registry import diff
from registry.changes import Kind
from registry.report import json_text, markdown_text, printable
from registry.review.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.changes.prompts import Prompt
    from registry.diff import Comparison
    from registry.review import Review

VERSION = 1
"""Raised when a key of the JSON changes its meaning or goes away; new ones may come any time."""

MAX_LENGTH = 500_000
"""Characters of a summary page: GitHub takes 1 MiB, and nothing at all of a longer one."""

MANY = 200
"""Changes of a release that a summary page lists."""

_SENTENCES = {
    Outcome.MAY_MERGE: "nothing speaks against it: it may be merged when all checks are green",
    Outcome.MAINTAINER: "a maintainer has to look at it",
    Outcome.REJECTED: "it cannot be merged as it is",
}
_WORD = 4_000
"""Characters of one line of words that a model reads."""


def text(found: Review) -> str:
    """Return the verdict, its reasons, and the differences, on plain lines."""
    outcome = found.verdict.outcome
    lines = [f"{outcome}: {_SENTENCES[outcome]} (changes: {kind(found)})"]
    lines += (f"  {each.id:<20}{printable(each.sentence)}" for each in found.verdict.reasons)
    for comparison in found.comparisons:
        lines += ("", diff.as_text(comparison))
    return "\n".join(lines)


def as_json(found: Review) -> str:
    """Return the review as JSON in ASCII, which no terminal and no CI system acts upon."""
    data = {
        "version": VERSION,
        "verdict": found.verdict.outcome.value,
        "reasons": [{"id": each.id, "sentence": each.sentence} for each in found.verdict.reasons],
        "kind": kind(found),
        "author": found.author,
        "publishers": list(found.publishers),
        "files": found.files,
        "releases": [diff.as_data(each) for each in found.comparisons],
    }
    return json_text(json.dumps(data, indent=2))


def kind(found: Review) -> str:
    """Return the gravest kind of change: `new`, a `Kind`, or `none` where no release is new."""
    kinds = {diff.kind_of(each) for each in found.comparisons}
    order = ("new", *(str(each) for each in sorted(Kind, reverse=True)))
    return next((each for each in order if each in kinds), "none")


def summary(found: Review) -> str:
    """Return Markdown: the verdict, its reasons, each release's changes, and the changed words."""
    outcome = found.verdict.outcome
    said = f"{_SENTENCES[outcome].capitalize()}. Changes for callers: {kind(found)}."
    lines = [f"## {outcome}", "", said, ""]
    lines += (f"- **{each.id}**: {markdown_text(each.sentence)}" for each in found.verdict.reasons)
    length = sum(map(len, lines))
    for comparison in found.comparisons:
        section = "\n".join(_section(comparison))
        length += len(section)
        if length > MAX_LENGTH:
            lines += ("", "More than fits on this page: run `registry review` yourself.")
            break
        lines += ("", section)
    return "\n".join(lines)


def _section(found: Comparison) -> Iterator[str]:
    yield f"### {markdown_text(diff.title(found))}: {diff.kind_of(found)}"
    yield ""
    if found.before is None:
        yield from _calls(found)
    for each in found.changes[:MANY]:
        tool = f" {markdown_text(each.tool)}:" if each.tool else ""
        mark = ", **security**" if each.is_security else ""
        yield f"- {each.kind}{mark}:{tool} {markdown_text(each.sentence)}"
    if len(found.changes) > MANY:
        yield f"- and {len(found.changes) - MANY:,} more"
    if found.prompts:
        yield from ("", "What a model reads:", "", "```diff")
        for prompt in found.prompts:
            yield from _difference(prompt)
        yield "```"


def _calls(found: Comparison) -> Iterator[str]:
    """Yield a table of where the calls of a first release go and what they need."""
    yield from ("| tool | call | effect | needs |", "|---|---|---|---|")
    for tool in found.after.tools[:MANY]:
        cells = (
            tool.name,
            f"{tool.call.transport} {tool.call.method} {tool.call.url}",
            str(tool.effect),
            ", ".join(each.name for each in tool.variables),
        )
        yield f"| {' | '.join(map(markdown_text, cells))} |"
    if len(found.after.tools) > MANY:
        yield f"| and {len(found.after.tools) - MANY:,} more | | | |"
    yield ""


def _difference(prompt: Prompt) -> Iterator[str]:
    """Yield the lines of a text that come and go; none can start anything but a line."""
    yield printable(f"@@ {prompt.tool}, {prompt.where}")
    before, after = (each.split("\n") if each else [] for each in (prompt.before, prompt.after))
    # Without lines around it: one that does not start with + or - could end the block.
    found = difflib.unified_diff(before, after, lineterm="", n=0)
    for line in list(found)[2:]:
        if not line.startswith("@@"):
            yield line[0] + printable(line[1:], _WORD)


FORMATS: Mapping[str, Callable[[Review], str]] = {
    "json": as_json,
    "markdown": summary,
    "text": text,
}
"""The ways to print a review, by name."""
