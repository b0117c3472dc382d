"""How the scores of words become the order of tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.search import Card
from registry.search.asking import ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Postings:
    """An index of a few terms."""

    def __init__(
        self, terms: Mapping[str, Mapping[int, int]], changing: Sequence[int] = ()
    ) -> None:
        self.terms = terms
        self.changing = changing

    def postings(self, term: str) -> Sequence[tuple[int, int]]:
        return tuple(self.terms.get(term, {}).items())

    def labelled(self, facet: str, label: str) -> frozenset[int]:
        assert (facet, label) == ("does", "change")
        return frozenset(self.changing)

    def beginning_with(self, start: str) -> Iterable[tuple[str, int]]:
        return [(term, len(found)) for term, found in self.terms.items() if term.startswith(start)]

    def card(self, document: int) -> Card:
        return Card(str(document), "1.0.0", "", "utcp", "http", "none", "read", ())


def order(
    terms: Mapping[str, Mapping[int, int]], question: str, changing: Sequence[int] = ()
) -> dict[str, int]:
    return {hit.card.id: hit.score for hit in ask(Postings(terms, changing), question).hits}


def test_a_tool_with_all_words_keeps_the_sum_of_their_scores() -> None:
    assert order({"red": {1: 30}, "blu": {1: 20}}, "red blue") == {"1": 50}


def test_two_words_are_worth_more_than_a_rarer_one() -> None:
    terms = {"red": {1: 30}, "blu": {1: 30}, "vermilion": {2: 70}}

    assert order(terms, "red blue vermilion") == {"1": 60 * 5 // 6, "2": 70 * 4 // 6}


def test_a_word_that_no_tool_has_takes_nothing_away() -> None:
    assert order({"red": {1: 30}}, "red quux") == {"1": 30}


def test_neighbours_that_a_tool_has_as_one_word_are_both_had() -> None:
    terms = {"fil": {2: 40}, "system": {2: 30}, "filesystem": {1: 80}}

    assert order(terms, "file system") == {"1": 80, "2": 70}


def test_neighbours_that_are_neighbours_in_the_tool_add_a_quarter_of_the_pair() -> None:
    terms = {"air": {1: 40, 2: 40}, "qualiti": {1: 30, 2: 30}, "airqualiti": {1: 80}}

    assert order(terms, "air quality") == {"1": 90, "2": 70}


def test_a_pair_is_found_of_which_no_word_is_known() -> None:
    assert order({"uptim": {1: 50}}, "up time") == {"1": 50}


def test_a_tool_that_changes_something_waits_until_the_question_says_so() -> None:
    terms = {"webhook": {1: 100, 2: 100}, "creat": {1: 1, 2: 1}}

    assert order(terms, "webhook", changing=[1]) == {"2": 100, "1": 90}
    assert order(terms, "create webhook", changing=[1]) == {"1": 101, "2": 97}


def test_what_the_effect_of_a_tool_takes_away_is_told() -> None:
    hits = ask(Postings({"webhook": {1: 100, 2: 100}}, changing=[1]), "webhook").hits

    assert [(hit.card.id, hit.lost) for hit in hits] == [("2", 0), ("1", 10)]
