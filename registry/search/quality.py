"""How good an answer is: `strong`, `weak` or `none`, by how much of the question the best tool has.

The score of each word in the tool is compared with its highest score in any tool. An unknown word
counts as one that the tool lacks. What that tells is weighed by numbers that were learnt from
questions with and without an answer, by `benchmarks/search/learn_verdict.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from registry.search.word_lists import is_weak

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from registry.search.likest_wish import Wish
    from registry.search.question import Question
    from registry.search.word_variants import Resolved, Variant


class Quality(StrEnum):
    """The quality of an answer."""

    STRONG = "strong"
    WEAK = "weak"
    NONE = "none"


STRONG_POINTS = 50
"""The minimum of points for a strong answer."""

WEAK_POINTS = 35
"""The minimum of points for a weak answer."""

MOST_POINTS = 100
"""The points of a tool whose name is the whole question, and the maximum of all others."""

NAME_PERCENT = 25
"""The weight, in percent, of an unknown word that is written as a name: usually an argument."""

LEAST_PERCENT = 50
"""The minimum weight of a word that is not weak, in percent of the weight of an unknown one."""

WEIGHTS = MappingProxyType(
    {
        "always": 471,
        "share": 331,
        "had": 23,
        "largest": -73,
        "lacked": -80,
        "missed": -40,
        "score": 68,
        "second": -20,
        "wish": -520,
        "whole_wish": -122,
        "longer_wish": 77,
        "words": 9,
        "corrected": 38,
        "product": -198,
        "other_act": -226,
        "lacked_act": -100,
        "common": 19,
        "changes": -57,
        "unasked": 51,
    }
)
"""The tenths of a point that each sign counts if it is whole; see `Evidence.signs`."""

WEIGHTS_WITHOUT_WISHES = MappingProxyType(
    {
        "always": 209,
        "share": 442,
        "had": 66,
        "largest": -163,
        "lacked": -86,
        "missed": -31,
        "score": 143,
        "second": -67,
        "wish": 0,
        "whole_wish": 0,
        "longer_wish": 0,
        "words": 26,
        "corrected": 70,
        "product": -215,
        "other_act": -262,
        "lacked_act": -97,
        "common": 29,
        "changes": -71,
        "unasked": 34,
    }
)
"""The same where there are no wishes."""

WEIGHTS_WITHOUT_PHRASES = MappingProxyType(
    {
        "always": 426,
        "share": 330,
        "had": 53,
        "largest": -141,
        "lacked": -87,
        "missed": -50,
        "score": 138,
        "second": -87,
        "wish": 0,
        "whole_wish": 0,
        "longer_wish": 0,
        "words": 28,
        "corrected": 68,
        "product": -289,
        "other_act": -240,
        "lacked_act": -60,
        "common": 22,
        "changes": -104,
        "unasked": 38,
    }
)
"""The same where most tools do not say in which words people ask for them.

They were learnt without wishes, and hold with a few of them, too.
"""

LEAST_OF_WISH, MOST_OF_WISH = 30, 100
"""The share of the tool's score, in hundredths, from which and up to which that of a wish counts.

Any two phrases share a little, and a registry without wishes shall not be judged by it.
"""

LITTLE_PERCENT = 15
"""What weak words count in a tool, in percent of an unknown one, if they say nothing of it.

Question words are among them, and what nearly all tools do.
"""

MANY_UNSAID = 2
"""Words of a wish that a question lacks if it is hardly about that."""

_WHOLE = 1000
"""A whole sign is a hundred hundredths, and a point has ten tenths."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for the quality of an answer.

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

    def signs(self, document: int, score: int, second: int, wish: Wish) -> dict[str, int]:
        """Return the signs for and against *document*, in hundredths.

        It has the highest *score*; *second* is that of the next one, or 0, and *wish* is what the
        question is most like. The scale of scores is the weight of an unknown word:
        `had` is of all words together, `largest` of the word that counts most in the document,
        `lacked` of the one that it has least of, `missed` of the unknown ones. `common` is of how
        many documents have all telling words, in binary digits; `changes` says that the document
        changes something, `unasked` that no word asks for that.
        """
        scale = max(1, self.unknown)
        worths = [*self._worths(document)]
        had, most = (sum(column) for column in zip((0, 0), *worths, strict=True))
        largest = max((own for own, _ in worths), default=0)
        lacked = max((best - own for own, best in worths), default=0)
        strange, names = self._missed()
        missed = strange * self.unknown + names * self._of_name
        if strange:
            lacked = max(lacked, self.unknown)
        acts = self.resolved.acts(self.question)
        other_act, lacked_act = self._acts(acts, document)
        is_change = document in self.changing
        return {
            "always": 100,
            "share": 100 * had // max(1, most + missed),
            "had": 100 * had // scale,
            "largest": 100 * largest // scale,
            "lacked": 100 * lacked // scale,
            "missed": 100 * missed // scale,
            "score": 100 * score // scale,
            "second": 100 * second // max(1, score),
            "wish": max(0, min(MOST_OF_WISH, 100 * wish.score // max(1, score)) - LEAST_OF_WISH),
            "whole_wish": 100 * (wish.unsaid == 0),
            "longer_wish": 100 * (wish.unsaid >= MANY_UNSAID),
            "words": 100 * (len(self.parts) + strange),
            "corrected": 100 * bool(self.resolved.corrected),
            "product": 100 * bool(self.resolved.products),
            "other_act": 100 * other_act,
            "lacked_act": 100 * lacked_act,
            "common": 100 * self._common().bit_length(),
            "changes": 100 * is_change,
            "unasked": 100 * (is_change and not acts),
        }

    def _worths(self, document: int) -> Iterator[tuple[int, int]]:
        """Yield for each word what it counts in *document*, and at best in any."""
        variants_of = self.resolved.variants
        in_places = {variants_of.get(word) for word in self.resolved.places}
        # Inside a sentence, they are written as names.
        names = self.resolved.as_written(self.question.names)
        in_names = {variants_of[word] for word in names}
        for variants, part in self.parts.items():
            is_telling = not all(is_weak(term) for term, _ in variants)
            least = self.unknown * LEAST_PERCENT // 100 if is_telling else 0
            best, worth = max(part.values()), part.get(document, 0)
            # A name of which tools say little is what one is asked about, as if none knew it.
            is_given = variants in in_places or (variants in in_names and best < least)
            best = max(least, best)
            yield worth, max(worth, min(best, self._of_name) if is_given else best)

    @property
    def _of_name(self) -> int:
        return self.unknown * NAME_PERCENT // 100

    def _common(self) -> int:
        """Return how many documents have all words that say something, or, of weak ones, all."""
        parts = self.parts.items()
        telling = [part for each, part in parts if not all(is_weak(term) for term, _ in each)]
        rarest, *others = sorted(telling or self.parts.values(), key=len) or [{}]
        return sum(all(document in part for part in others) for document in rarest)

    def _missed(self) -> tuple[int, int]:
        """Return how many words nothing knows: those that should be known, and names.

        The name of a product should be: who names one wants something of it.
        """
        names = sum(map(self._is_name, self.resolved.unknown))
        return len(self.resolved.unknown) - names, names

    def _is_name(self, word: str) -> bool:
        is_capital = word in self.question.names and word not in self.resolved.products
        is_place = word in self.resolved.places
        return is_capital or is_place or any(each.isdecimal() for each in word)

    def _acts(self, acts: list[str], document: int) -> tuple[bool, bool]:
        """Return whether something else is to be done, by the first word, and by any of *acts*."""
        variants = self.resolved.variants
        is_first = bool(acts) and acts[0] == self.question.words[0]
        return (
            is_first and document not in self.changing,
            any(document not in self.parts.get(variants.get(word, ()), ()) for word in acts),
        )


def weights(*, wishes: bool, phrases: bool) -> Mapping[str, int]:
    """Return the weight of each sign, in an index with *wishes* or without any.

    *phrases* says whether most tools say in which words people ask for them.
    """
    if not phrases:
        return WEIGHTS_WITHOUT_PHRASES
    return WEIGHTS if wishes else WEIGHTS_WITHOUT_WISHES


def points_of(signs: Mapping[str, int], counts: Mapping[str, int]) -> int:
    """Return the likelihood, from 0 to 100, that a tool does what is asked, by its *signs*."""
    found = sum(counts[name] * value for name, value in signs.items()) // _WHOLE
    return max(0, min(MOST_POINTS, found))


def quality_of(points: int) -> Quality:
    """Return the quality of an answer whose best tool has *points*."""
    if points >= STRONG_POINTS:
        return Quality.STRONG
    return Quality.WEAK if points >= WEAK_POINTS else Quality.NONE
