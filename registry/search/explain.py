"""Explain the rank of a tool: the words that matched, in which fields, and their points."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.search.answer import SearchHit
    from registry.search.documents import ToolSummary
    from registry.search.scoring import Reason

ELSEWHERE = "title, description, arguments, tasks or phrases, or a word like it there"
"""The place of a term that is not in the stored fields of a tool."""

NOT_AS_ASKED = "reads, changes or deletes, needs a key, gives one thing, where another is asked for"
"""The reason for a loss that no word is the reason for."""


class Share(NamedTuple):
    """The share of a word of the question: points, percent of the total, and fields."""

    word: str
    points: int
    percent: int
    places: tuple[str, ...]


def shares(hit: SearchHit) -> list[Share]:
    """Return the share of each word of the question in the score of *hit*, the largest first."""
    total = sum(reason.score for reason in hit.reasons) or 1
    where = dict(_places(hit.tool))
    return [
        Share(
            _said(reason),
            reason.score,
            round(100 * reason.score / total),
            tuple(place for place, terms in where.items() if reason.term in terms),
        )
        for reason in hit.reasons
    ]


def lines(hit: SearchHit) -> Iterator[str]:
    """Yield a line for each word that matched *hit*, and for each loss of points."""
    for word, points, percent, places in shares(hit):
        yield f"{points:>5}  {percent:>3} %  {word}: {', '.join(places) or ELSEWHERE}"
    if hit.lost:
        yield f"{-hit.lost:>5}         {NOT_AS_ASKED}"
    if hit.missing:
        total = sum(reason.score for reason in hit.reasons)
        without = ", ".join(hit.missing)
        yield f"{hit.score + hit.lost - total:>5}         without {without}"


def _said(reason: Reason) -> str:
    """Return the word, and the term that was taken for it where that is another."""
    own = {analysis.stem(reason.word), *analysis.pairs(reason.word.split())}
    return reason.word if reason.term in own else f"{reason.word} ({reason.term})"


def _places(tool: ToolSummary) -> Iterator[tuple[str, frozenset[str]]]:
    publisher, _, rest = tool.id.partition("/")
    manual, _, name = rest.partition("/")
    texts = {"name": name, "summary": tool.summary, "publisher": publisher, "manual": manual}
    for place, text in texts.items():
        yield place, _terms(text)
    yield "tags", frozenset().union(*map(_terms, tool.tags))


def _terms(text: str) -> frozenset[str]:
    words = analysis.words(text)
    return frozenset((*map(analysis.stem, words), *analysis.pairs(words)))
