"""Learn how much each sign of a good answer counts: `WEIGHTS` of `registry.search.quality`.

    python benchmarks/search/learn_verdict.py [--without-wishes] [--without-phrases]

A logistic regression over the tuning halves, of the whole catalogue and of the one that was there
first. Questions that a tool answers and those that none answers weigh alike among questions of
about the same length, since a long one is not likelier to have an answer. How many points make an
answer strong is learnt from questions that are judged by what the other ones say; how many of the
unanswerable ones are flagged by that is printed, too.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, NamedTuple

from mistakes import misspelt
from relevance import (
    ANSWERED,
    HERE,
    ROOT,
    Question,
    judged,
    no_wishes,
    of_kind,
    questions,
    wishes,
    without_phrases,
)

from registry import search
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.search.quality import STRONG_POINTS, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.model import Catalogue

SCALE = 10
"""Points for each step of the logarithm of the odds."""

WRONG = 0.04
"""The share of questions with an answer that may be called weak; wanted are 0.05 of any others."""

MISSPELT = 0.3
"""What a misspelt question counts beside the same one as it was written."""

PARTS = 5
"""Each of so many parts of the questions is judged by what the others say."""

PULL = 0.01
"""How much a weight is pulled towards nothing."""

ROUNDS = 12
"""Steps of Newton's method; nothing moves after eight."""

LONGEST = 9
"""Questions of so many words and more are of one length; shorter ones are by threes."""


class Row(NamedTuple):
    """The *signs* of an answer, whether there is a tool for the question, its length and part.

    Each question is asked twice, the second time *misspelt*.
    """

    signs: list[float]
    is_answered: bool
    length: int
    part: int
    is_of_all: bool
    is_misspelt: bool


class Fit(NamedTuple):
    """What each sign counts, in points, and what an answer has without any."""

    weights: list[float]
    always: float

    def points(self, row: Row) -> float:
        """Return how likely the answer is good."""
        return self.always + _sum(self.weights, row.signs)


def main() -> None:
    """Print the weights."""
    said = [] if "--without-wishes" in sys.argv else wishes()
    whole, _ = assemble(load_tree(ROOT / "manuals"))
    if "--without-phrases" in sys.argv:
        whole = without_phrases(whole)
    earlier = _tuning("questions.yaml", "seen.yaml", "later.yaml", "strangers.yaml")
    later = no_wishes(_tuning("vain.yaml", "vain_again.yaml", "hundred.yaml", "tasks.yaml"))
    rows = [
        *_rows(whole, said, [*of_kind(earlier, *ANSWERED, ""), *later], is_of_all=True),
        *_rows(judged(whole), said, [*earlier, *of_kind(later, "none")], is_of_all=False),
    ]
    parts = (_held_out(rows, part) for part in range(PARTS))
    by_others = [(row, fit.points(row)) for part in parts for row, fit in part]
    by_others = [(row, points) for row, points in by_others if not row.is_misspelt]
    answered = sorted(points for row, points in by_others if row.is_answered)
    least = answered[int(WRONG * len(answered))]
    for name, is_of_all in (("all", True), ("the first", False)):
        kept = [(row, points) for row, points in by_others if row.is_of_all == is_of_all]
        vain = fmean(points < least for row, points in kept if not row.is_answered)
        other = fmean(points < least for row, points in kept if row.is_answered)
        print(f"{name} tools: {vain:.3f} of the unanswerable ones flagged, {other:.3f} of others")
    weights, always = _fit(rows)
    for name, weight in zip(
        WEIGHTS, [(always + STRONG_POINTS - least) / 100, *weights], strict=True
    ):
        print(f'"{name}": {round(1000 * weight)},')


def _held_out(rows: Sequence[Row], part: int) -> Iterator[tuple[Row, Fit]]:
    """Yield the rows of a *part*, with what is learnt from all others."""
    fit = _fit([row for row in rows if row.part != part])
    yield from ((row, fit) for row in rows if row.part == part)


def _fit(rows: Sequence[Row]) -> Fit:
    """Return what is learnt from *rows*."""
    columns = [*zip(*(row.signs for row in rows), strict=True)]
    middles, widths = [*map(fmean, columns)], [pstdev(column) or 1.0 for column in columns]
    even = [
        [(sign - middle) / width for sign, middle, width in zip(*each, strict=True)]
        for each in ((row.signs, middles, widths) for row in rows)
    ]
    slopes, always = _fitted(even, [row.is_answered for row in rows], _weights(rows))
    weights = [SCALE * slope / width for slope, width in zip(slopes, widths, strict=True)]
    return Fit(weights, SCALE * always - _sum(weights, middles))


def _tuning(*files: str) -> list[Question]:
    return [each for file in files for each in questions(HERE / file) if each.is_for_tuning]


def _rows(
    catalogue: Catalogue, said: list[str], asked: Iterable[Question], *, is_of_all: bool
) -> Iterator[Row]:
    """Yield what the index over *catalogue* says of the questions that are *asked* in English."""
    index = search.build(catalogue, said)
    for question in of_kind(asked, *ANSWERED, "", "none"):
        is_answered = question.kind != "none"
        length = min(LONGEST, len(question.text.split())) // 3
        part = question.digest[1] % PARTS  # the first byte says whether it is for tuning
        for is_misspelt, text in enumerate((question.text, misspelt(question.text))):
            if signs := index.query(text, limit=1).signs:
                told = [float(sign) for name, sign in signs.items() if name != "always"]
                yield Row(told, is_answered, length, part, is_of_all, bool(is_misspelt))


def _weights(rows: Sequence[Row]) -> list[float]:
    """Return what each of *rows* counts, so that both kinds are even at each length."""
    counts = Counter((row.length, row.is_answered) for row in rows)
    weights = [
        counts[row.length, False]
        / counts[row.length, row.is_answered]
        * (MISSPELT if row.is_misspelt else 1)
        for row in rows
    ]
    mean = fmean(weights)
    return [weight / mean for weight in weights]


def _fitted(
    rows: Sequence[list[float]], answered: Sequence[bool], weights: Sequence[float]
) -> tuple[list[float], float]:
    """Return the slope of each column, and what there is without any, by Newton's method."""
    rows = [[1.0, *row] for row in rows]
    found = [0.0] * len(rows[0])
    pulls = [0.0, *[PULL] * (len(found) - 1)]
    for _ in range(ROUNDS):
        likely = [1 / (1 + math.exp(-_sum(found, row))) for row in rows]
        wrong = [
            weight * (share - is_answered) / len(rows)
            for share, is_answered, weight in zip(likely, answered, weights, strict=True)
        ]
        sure = [
            weight * share * (1 - share) / len(rows)
            for share, weight in zip(likely, weights, strict=True)
        ]
        columns = [*zip(*rows, strict=True)]
        matrix = []
        for at, column in enumerate(columns):
            scaled = [*map(float.__mul__, column, sure)]
            line = [
                _sum(scaled, other) + pulls[at] * (at == to) for to, other in enumerate(columns)
            ]
            matrix.append([*line, _sum(wrong, column) + pulls[at] * found[at]])
        found = [old - step for old, step in zip(found, _solved(matrix), strict=True)]
    return found[1:], found[0]


def _solved(matrix: list[list[float]]) -> list[float]:
    """Return the solution of a linear system, by elimination: its last column is what comes out."""
    size = len(matrix)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(matrix[row][at]))
        matrix[at], matrix[best] = matrix[best], matrix[at]
        matrix[at] = [each / matrix[at][at] for each in matrix[at]]
        for row in range(size):
            if row != at:
                factor = matrix[row][at]
                pairs = zip(matrix[row], matrix[at], strict=True)
                matrix[row] = [each - factor * own for each, own in pairs]
    return [row[-1] for row in matrix]


def _sum(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(float.__mul__, one, other))


if __name__ == "__main__":
    main()
