"""Keep a search to some of the tools: those of publishers, of manuals, or single ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry.search import SearchAnswer
from registry.search.quality import Quality

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


def no_answer() -> SearchAnswer:
    """Return an answer without a hit."""
    return SearchAnswer(quality=Quality.NONE)


def is_within(tool_id: str, only: Collection[str]) -> bool:
    """Return whether *tool_id* is one of *only*, or of a manual or publisher that is."""
    publisher, manual, _ = tool_id.split("/", 2)
    return not {tool_id, f"{publisher}/{manual}", publisher}.isdisjoint(only)


def publishers(only: Collection[str]) -> str:
    """Return the publishers of *only*, as a filter of a question takes them."""
    return ",".join(sorted({each.partition("/")[0] for each in only}))


def kept_to(only: Collection[str], limit: int, ask: Callable[[int], SearchAnswer]) -> SearchAnswer:
    """Return the first *limit* hits of *only*, and whether they do what was asked.

    *ask* returns the answer with a limit. It is asked again for more while too few remain. What
    nobody looked at is in the total, though it may not be of *only*.
    """
    wanted = 4 * limit
    while True:
        answer = ask(wanted)
        hits = tuple(hit for hit in answer.hits if is_within(hit.tool.id, only))
        if len(hits) >= limit or wanted >= answer.total:
            break
        wanted *= 4
    is_best = bool(hits) and hits[0].score == answer.hits[0].score
    quality = answer.quality if is_best else Quality.WEAK if hits else Quality.NONE
    total = answer.total - (len(answer.hits) - len(hits))
    return replace(answer, hits=hits[:limit], total=total, quality=quality)
