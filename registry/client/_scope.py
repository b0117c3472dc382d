"""Keep a search to some of the tools: those of publishers, of manuals, or single ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry.search import SearchAnswer
from registry.search.quality import STRONG_POINTS, Quality, quality_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


def no_answer() -> SearchAnswer:
    """Return an answer without a hit."""
    return SearchAnswer(quality=Quality.NONE, points=0)


def is_within(tool_id: str, only: Collection[str]) -> bool:
    """Return whether *tool_id* is one of *only*, or of a manual or publisher that is."""
    publisher, manual, _ = tool_id.split("/", 2)
    return not {tool_id, f"{publisher}/{manual}", publisher}.isdisjoint(only)


def publishers(only: Collection[str]) -> str:
    """Return the publishers of *only*, as a filter of a question takes them."""
    return ",".join(sorted({each.partition("/")[0] for each in only}))


def kept_to(only: Collection[str], limit: int, ask: Callable[[int], SearchAnswer]) -> SearchAnswer:
    """Return the first *limit* hits of *only*, and whether they do what was asked.

    If the best tool of all is not among them, the points are those of that tool, but too few for a
    strong answer. *ask* returns the answer with a limit. It is asked again for more while too few
    remain. Hits that were not looked at count in the total, though they may not be of *only*.
    """
    most = 4 * limit
    while True:
        answer = ask(most)
        hits = tuple(hit for hit in answer.hits if is_within(hit.tool.id, only))
        if len(hits) >= limit or most >= answer.total:
            break
        most *= 4
    total = answer.total - (len(answer.hits) - len(hits))
    limited = replace(answer, hits=hits[:limit], total=total)
    if hits and hits[0].score == answer.hits[0].score:
        return limited
    points = min(answer.points, STRONG_POINTS - 1) if hits else 0
    return replace(limited, quality=quality_of(points), points=points, signs={})
