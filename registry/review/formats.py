"""A review as text for a terminal, as JSON, and as Markdown for the summary page of a CI job."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING

from registry.changes import Kind
from registry.report import json_text, markdown_text, printable
from registry.review import diff
from registry.review.verdict import Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.changes.prompts import Prompt
    from registry.review import Review
    from registry.review.diff import Comparison

VERSION = 1
"""Increased when a key of the JSON changes its meaning or is removed. Keys may be added."""

MAX_LENGTH = 500_000
"""The maximum number of characters of a summary; GitHub drops one of more than 1 MiB."""

MANY = 200
"""The maximum number of changes of a release in a summary."""

_SENTENCES = {
    Decision.MAY_MERGE: "no objections: it may be merged when all checks pass",
    Decision.MAINTAINER: "it needs a maintainer's review",
    Decision.REJECTED: "it cannot be merged as it is",
}
_WORD = 4_000
"""The maximum number of characters of a line of text that a model reads."""


def review_as_text(found: Review) -> str:
    """Return the verdict, its reasons and the changes as text."""
    outcome = found.verdict.outcome
    lines = [f"{outcome}: {_SENTENCES[outcome]} (changes: {kind(found)})"]
    lines += (f"  {each.id:<20}{printable(each.sentence)}" for each in found.verdict.reasons)
    lines += (
        printable(f"  {each.kind:<20}{each.subject} {each.sentence}") for each in found.listings
    )
    for comparison in found.comparisons:
        lines += ("", diff.comparison_as_text(comparison))
    return "\n".join(lines)


def review_as_json(found: Review) -> str:
    """Return the review as ASCII JSON, which cannot control a terminal or a CI system."""
    data = {
        "version": VERSION,
        "verdict": found.verdict.outcome.value,
        "reasons": [{"id": each.id, "sentence": each.sentence} for each in found.verdict.reasons],
        "kind": kind(found),
        "author": found.author,
        "publishers": list(found.publishers),
        "files": found.files,
        "listings": [
            {"subject": each.subject, "kind": str(each.kind), "sentence": each.sentence}
            for each in found.listings
        ],
        "releases": [diff.comparison_as_data(each) for each in found.comparisons],
    }
    return json_text(json.dumps(data, indent=2))


def kind(found: Review) -> str:
    """Return the most serious kind of change: `new`, a `Kind`, or `none` without any."""
    kinds = {diff.kind_of(each) for each in found.comparisons}
    kinds |= {str(each.kind) for each in found.listings}
    order = ("new", *(str(each) for each in sorted(Kind, reverse=True)))
    return next((each for each in order if each in kinds), "none")


def review_as_markdown(found: Review) -> str:
    """Return the verdict, its reasons, and the changes and changed text of releases as Markdown."""
    outcome = found.verdict.outcome
    said = f"{_SENTENCES[outcome].capitalize()}. Changes for callers: {kind(found)}."
    lines = [f"## {outcome}", "", said, ""]
    lines += (f"- **{each.id}**: {markdown_text(each.sentence)}" for each in found.verdict.reasons)
    if found.listings:
        lines += ("", "### Listings", "")
        shown = found.listings[:MANY]
        lines += (
            f"- {each.kind}: {markdown_text(f'{each.subject} {each.sentence}')}" for each in shown
        )
        if len(found.listings) > MANY:
            lines.append(f"- and {len(found.listings) - MANY:,} more")
    length = sum(map(len, lines))
    for comparison in found.comparisons:
        section = "\n".join(_section(comparison))
        length += len(section)
        if length > MAX_LENGTH:
            lines += ("", "The rest does not fit on this page: run `registry review`.")
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
        yield from ("", "Text that a model reads:", "", "```diff")
        for prompt in found.prompts:
            yield from _difference(prompt)
        yield "```"


def _calls(found: Comparison) -> Iterator[str]:
    """Yield a table of the calls of a first release: URL, effect and variables."""
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
    """Yield the added and removed lines of text; none can end the code block."""
    yield printable(f"@@ {prompt.tool}, {prompt.where}")
    before, after = (each.split("\n") if each else [] for each in (prompt.before, prompt.after))
    # No context lines: one that does not start with + or - could end the block.
    found = difflib.unified_diff(before, after, lineterm="", n=0)
    for line in list(found)[2:]:
        if not line.startswith("@@"):
            yield line[0] + printable(line[1:], _WORD)


FORMATS: Mapping[str, Callable[[Review], str]] = {
    "json": review_as_json,
    "markdown": review_as_markdown,
    "text": review_as_text,
}
"""The formats of a review, by name."""
