"""Learn how much each sign of a good answer counts: `WEIGHTS` of `registry.search.quality`.

    python benchmarks/search/learn_verdict.py [--without-wishes] [--without-phrases]

A logistic regression over the tuning halves, of the whole catalogue and of the one that was there
first. Questions that a tool answers and those that none answers weigh alike among questions of
about the same length, since a long one is not likelier to have an answer.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, NamedTuple

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

WRONG = 0.05
"""The share of questions with an answer that may be called weak."""

PULL = 0.01
"""How much a weight is pulled towards nothing."""

ROUNDS, STEP = 2000, 1.0
LONGEST = 9
"""Questions of so many words and more are of one length; shorter ones are by threes."""


class Row(NamedTuple):
    """The *signs* of an answer, whether there is a tool for the question, and its length."""

    signs: list[float]
    is_answered: bool
    length: int


def main() -> None:
    """Print the weights."""
    said = [] if "--without-wishes" in sys.argv else wishes()
    whole, _ = assemble(load_tree(ROOT / "manuals"))
    if "--without-phrases" in sys.argv:
        whole = without_phrases(whole)
    earlier = _tuning("questions.yaml", "seen.yaml", "later.yaml", "strangers.yaml")
    later = no_wishes(_tuning("vain.yaml", "vain_again.yaml", "hundred.yaml", "tasks.yaml"))
    rows = [
        *_rows(whole, said, [*of_kind(earlier, *ANSWERED, ""), *later]),
        *_rows(judged(whole), said, [*earlier, *of_kind(later, "none")]),
    ]
    columns = [*zip(*(row.signs for row in rows), strict=True)]
    middles, widths = [*map(fmean, columns)], [pstdev(column) or 1.0 for column in columns]
    even = [
        [(sign - middle) / width for sign, middle, width in zip(*each, strict=True)]
        for each in ((row.signs, middles, widths) for row in rows)
    ]
    slopes = _fitted(even, [row.is_answered for row in rows], _weights(rows))
    weights = [SCALE * slope / width for slope, width in zip(slopes, widths, strict=True)]
    answered = sorted(_sum(weights, row.signs) for row in rows if row.is_answered)
    always = (STRONG_POINTS - answered[int(WRONG * len(answered))]) / 100
    for name, weight in zip(WEIGHTS, [always, *weights], strict=True):
        print(f'"{name}": {round(1000 * weight)},')


def _tuning(*files: str) -> list[Question]:
    return [each for file in files for each in questions(HERE / file) if each.is_for_tuning]


def _rows(catalogue: Catalogue, said: list[str], asked: Iterable[Question]) -> Iterator[Row]:
    """Yield what the index over *catalogue* says of the questions that are *asked* in English."""
    index = search.build(catalogue, said)
    for question in of_kind(asked, *ANSWERED, "", "none"):
        if signs := index.query(question.text, limit=1).signs:
            told = [float(sign) for name, sign in signs.items() if name != "always"]
            yield Row(told, question.kind != "none", min(LONGEST, len(question.text.split())) // 3)


def _weights(rows: Sequence[Row]) -> list[float]:
    """Return what each of *rows* counts, so that both kinds are even at each length."""
    counts = Counter((row.length, row.is_answered) for row in rows)
    weights = [counts[row.length, False] / counts[row.length, row.is_answered] for row in rows]
    mean = fmean(weights)
    return [weight / mean for weight in weights]


def _fitted(
    rows: Sequence[list[float]], answered: Sequence[bool], weights: Sequence[float]
) -> list[float]:
    """Return the slope of each column, by descending."""
    slopes, always = [0.0] * len(rows[0]), 0.0
    columns = [*zip(*rows, strict=True)]
    for _ in range(ROUNDS):
        wrong = [
            weight * (1 / (1 + math.exp(-always - _sum(slopes, row))) - is_answered) / len(rows)
            for row, is_answered, weight in zip(rows, answered, weights, strict=True)
        ]
        slopes = [
            slope - STEP * (_sum(wrong, column) + PULL * slope)
            for slope, column in zip(slopes, columns, strict=True)
        ]
        always -= STEP * sum(wrong)
    return slopes


def _sum(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(float.__mul__, one, other))


if __name__ == "__main__":
    main()
