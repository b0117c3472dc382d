"""How good an answer is: `strong`, `weak` or `none`, by how much of the question the best tool has.

The score of each word in the tool is compared with its highest score in any tool. An unknown word
counts as one that the tool lacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from registry.search import analysis
from registry.search.meaning import changing, is_weak

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from registry.search.question import Question
    from registry.search.resolve import Resolved, Variant


class Quality(StrEnum):
    """How good an answer is."""

    STRONG = "strong"
    WEAK = "weak"
    NONE = "none"


STRONG_POINTS = 33
"""The minimum of points for a strong answer."""

WEAK_POINTS = 20
"""The minimum of points for a weak answer."""

NAME_PERCENT = 25
"""The weight, in percent, of an unknown word that is written as a name: usually an argument."""

LEAST_PERCENT = 60
"""The minimum weight of a word that is not weak, in percent of the weight of an unknown one."""

STRONG_WORD, MOST_STRONG = 4, 4
"""Points for each word with at least half of its highest score, and the maximum of such words."""

OTHER_ACT = 25
"""Points lost if the question begins with a word for a change and the tool changes nothing."""

LACKED_ACT = 10
"""Points lost if the tool lacks a word for a change."""

_HALF = 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the quality of an answer depends on.

    Attributes:
        question: the question.
        resolved: its words, resolved to terms.
        parts: the score of each word in each document.
        changing: the documents of tools that change something.
        unknown: the score of a word that only one tool has.
    """

    question: Question
    resolved: Resolved
    parts: Mapping[tuple[Variant, ...], Mapping[int, int]]
    changing: AbstractSet[int]
    unknown: int

    def points(self, document: int) -> int:
        """Return how much of the question *document* has, about from 0 to 100."""
        had = most = strong = 0
        for variants, part in self.parts.items():
            is_telling = not all(is_weak(term) for term, _ in variants)
            least = self.unknown * LEAST_PERCENT // 100 if is_telling else 0
            best, own = max(least, *part.values()), part.get(document, 0)
            had += own
            most += best
            strong += is_telling and _HALF * own >= best
        share = 100 * had // max(1, most + self._missed())
        return share + STRONG_WORD * min(strong, MOST_STRONG) - self._acts(document)

    def _missed(self) -> int:
        """Return what the words would be worth that nothing knows."""
        missed = 0
        for word in self.resolved.unknown:
            if not is_weak(analysis.stem(word)):
                percent = NAME_PERCENT if self._is_name(word) else 100
                missed += self.unknown * percent // 100
        return missed

    def _is_name(self, word: str) -> bool:
        return word in self.question.names or any(each.isdecimal() for each in word)

    def _acts(self, document: int) -> int:
        """Return the points that are lost because something else is to be done."""
        words = self.question.words
        acts = [word for word in words if analysis.stem(word) in changing()]
        lost = 0
        if acts and acts[0] == words[0] and document not in self.changing:
            lost += OTHER_ACT
        variants = self.resolved.variants
        if any(document not in self.parts.get(variants.get(word, ()), ()) for word in acts):
            lost += LACKED_ACT
        return lost


def quality_of(points: int) -> Quality:
    """Return how good an answer is whose best tool has *points*."""
    if points >= STRONG_POINTS:
        return Quality.STRONG
    return Quality.WEAK if points >= WEAK_POINTS else Quality.NONE
