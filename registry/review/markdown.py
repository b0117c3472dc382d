"""A review as Markdown, cut to what the summary page of a CI job or a comment shows."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

from registry.changes.model_texts import shared_changes
from registry.report import markdown_text, printable
from registry.review import diff
from registry.review.verdict import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from registry.changes.model_texts import SharedTextChange
    from registry.review import Review
    from registry.review.diff import Comparison
    from registry.review.listing_changes import ListingChange

MANY = 200
"""The maximum number of changes of a release in a summary."""

_WORD = 4_000
"""The maximum number of characters of a line of text that a model reads."""

_BLOCK = 8_000
"""The number of characters after which a block of texts ends: where a summary can be cut."""


class Limit(NamedTuple):
    """The size that a host shows: at most *most*, as *measure* counts it."""

    most: int
    measure: Callable[[str], int]


def _bytes(text: str) -> int:
    return len(text.encode())


LIMITS: Mapping[str, Limit] = {
    "summary": Limit(1024 * 1024, _bytes),
    "comment": Limit(65_536, len),
}
"""What GitHub shows: of a step summary 1 MiB, and nothing of a longer one; of a comment 65,536
characters."""


def review_as_markdown(found: Review, limit: str = "", whole_url: str = "") -> str:
    """Return the verdict, its reasons, and the changes and changed text of releases as Markdown.

    With a *limit* of `LIMITS`, it ends after the last part that fits, with a link to *whole_url*,
    or with the command that prints the whole.
    """
    parts = [*_parts(found)]
    return _fitted(parts, LIMITS[limit], whole_url) if limit else "\n".join(parts)


def _fitted(parts: Iterable[str], limit: Limit, whole_url: str) -> str:
    all_parts = [*parts]
    if limit.measure("\n".join((*all_parts, ""))) <= limit.most:
        return "\n".join(all_parts)
    where = (
        f"the [whole review]({whole_url})"
        if whole_url
        else "`registry review --format markdown --limit none` prints all of it"
    )
    end = f"\n**The rest does not fit here: {where}.**"
    remaining = limit.most - limit.measure(f"{end}\n\n")
    fitting = []
    for part in all_parts:
        remaining -= limit.measure(f"{part}\n")
        if remaining < 0:
            break
        fitting.append(part)
    return "\n".join((*fitting, end))


def _parts(whole_review: Review) -> Iterator[str]:
    """Yield the parts of the summary, each of which can be the last one."""
    outcome = whole_review.verdict.outcome
    summary = f"{SENTENCES[outcome].capitalize()}. Changes for callers: {whole_review.kind}."
    yield f"## {outcome}\n\n{summary}\n"
    for reason in whole_review.verdict.reasons:
        yield f"- **{reason.id}**: {markdown_text(reason.sentence)}"
    if whole_review.listings:
        yield from _listings(whole_review.listings)
    for comparison in whole_review.comparisons:
        yield from _release(comparison)


def _listings(changes: tuple[ListingChange, ...]) -> Iterator[str]:
    yield "\n### Listings\n"
    for change in changes[:MANY]:
        yield f"- {change.kind}: {markdown_text(f'{change.subject} {change.sentence}')}"
    if len(changes) > MANY:
        yield f"- and {len(changes) - MANY:,} more"


def _release(comparison: Comparison) -> Iterator[str]:
    yield f"\n### {markdown_text(diff.title(comparison))}: {diff.kind_of(comparison)}\n"
    for change in comparison.changes[:MANY]:
        tool = f" {markdown_text(change.tool)}:" if change.tool else ""
        mark = ", **security**" if change.is_security else ""
        yield f"- {change.kind}{mark}:{tool} {markdown_text(change.sentence)}"
    if len(comparison.changes) > MANY:
        yield f"- and {len(comparison.changes) - MANY:,} more"
    if calls := diff.new_calls(comparison):
        yield from _calls(calls)
    if comparison.texts:
        blocks = _blocks(shared_changes(comparison.texts))
        yield f"\nText that a model reads:\n\n{next(blocks)}"
        yield from blocks


def _calls(calls: tuple[diff.NewCall, ...]) -> Iterator[str]:
    """Yield a table of the calls of new tools: what they ask for, their effects and variables."""
    yield "\n| new tool | call | effect | needs |\n|---|---|---|---|"
    for call in calls[:MANY]:
        yield f"| {' | '.join(map(markdown_text, call))} |"
    if len(calls) > MANY:
        yield f"| and {len(calls) - MANY:,} more | | | |"
    yield ""


def _blocks(texts: Iterable[SharedTextChange]) -> Iterator[str]:
    """Yield blocks of code with *texts*, each of which is in one of them."""
    lines: list[str] = []
    for each in texts:
        lines += _difference(each)
        if sum(map(len, lines)) > _BLOCK:
            yield _block(lines)
            lines = []
    if lines:
        yield _block(lines)


def _block(lines: list[str]) -> str:
    return "\n".join(("```diff", *lines, "```"))


def _difference(shared: SharedTextChange) -> Iterator[str]:
    """Yield the added and removed lines of text; none can end the code block."""
    yield printable(f"@@ {diff.named(shared.tools)}, {shared.where}")
    sides = (shared.change.before, shared.change.after)
    before, after = (each.split("\n") if each else [] for each in sides)
    # No context lines: one that does not start with + or - could end the block.
    found = difflib.unified_diff(before, after, lineterm="", n=0)
    for line in list(found)[2:]:
        if not line.startswith("@@"):
            yield line[0] + printable(line[1:], _WORD)
