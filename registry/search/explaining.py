"""Why a tool stands where it does: the words it was found by, where they stand, what they count."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.search.asking import Hit
    from registry.search.documents import Card
    from registry.search.sums import Reason

ELSEWHERE = "title, description, arguments or tasks, or a word like it there"
"""Of a term that is in nothing that the index stores of a tool."""


class Share(NamedTuple):
    """What a word of the question adds: points, hundredths of the whole, and where it stands."""

    word: str
    points: int
    percent: int
    places: tuple[str, ...]


def shares(hit: Hit) -> list[Share]:
    """Return what each word of the question adds to the score of *hit*, the most first."""
    total = sum(reason.score for reason in hit.reasons) or 1
    where = dict(_places(hit.card))
    return [
        Share(
            _said(reason),
            reason.score,
            round(100 * reason.score / total),
            tuple(place for place, terms in where.items() if reason.term in terms),
        )
        for reason in hit.reasons
    ]


def lines(hit: Hit) -> Iterator[str]:
    """Yield a line for each word that *hit* was found by, and for what took points away."""
    for word, points, percent, places in shares(hit):
        yield f"{points:>5}  {percent:>3} %  {word}: {', '.join(places) or ELSEWHERE}"
    if hit.lost:
        yield f"{-hit.lost:>5}         reads or changes, where the other is asked for"
    if hit.missing:
        total = sum(reason.score for reason in hit.reasons)
        without = ", ".join(hit.missing)
        yield f"{hit.score + hit.lost - total:>5}         without {without}"


def _said(reason: Reason) -> str:
    """Return the word, and the term that was taken for it where that is another."""
    own = {analysis.stem(reason.word), *analysis.pairs(reason.word.split())}
    return reason.word if reason.term in own else f"{reason.word} ({reason.term})"


def _places(card: Card) -> Iterator[tuple[str, frozenset[str]]]:
    publisher, _, rest = card.id.partition("/")
    manual, _, name = rest.partition("/")
    texts = {"name": name, "summary": card.summary, "publisher": publisher, "manual": manual}
    for place, text in texts.items():
        yield place, _terms(text)
    yield "tags", frozenset().union(*map(_terms, card.tags))


def _terms(text: str) -> frozenset[str]:
    words = analysis.words(text)
    return frozenset((*map(analysis.stem, words), *analysis.pairs(words)))
