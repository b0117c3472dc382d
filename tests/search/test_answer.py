"""How the scores of words become the order of tools."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from registry.search import Quality, ToolSummary, quality
from registry.search.answer import ask
from registry.search.quality import points_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


EVERY = tuple(range(10))


class Postings:
    """An index of a few terms, of whose tools every one searches."""

    def __init__(
        self,
        terms: Mapping[str, Mapping[int, int]],
        changing: Sequence[int] = (),
        wishes: Mapping[str, Mapping[int, int]] = MappingProxyType({}),
        **others: Sequence[int],
    ) -> None:
        self.terms = terms
        self.wishes = wishes
        self.labels_of = {
            ("does", "it-changes"): changing,
            ("does", "it-deletes"): others.get("deleting", ()),
            ("does", "it-searches"): others.get("searching", EVERY),
            ("does", "it-gives-several"): others.get("several", ()),
            ("named", "getrain"): others.get("named", ()),
            ("auth", "none"): others.get("keyless", ()),
        }

    def postings(self, term: str) -> Mapping[int, int]:
        return self.terms.get(term, {})

    def wished(self, term: str) -> Mapping[int, int]:
        return self.wishes.get(term, {})

    def sign_weights(self) -> Mapping[str, int]:
        return quality.weights(wishes=bool(self.wishes), phrases=True)

    def wish(self, number: int) -> str:
        return f"wish {number}"

    def length_of_wish(self, number: int) -> int:
        return sum(number in found for found in self.wishes.values())

    def labelled(self, facet: str, label: str) -> frozenset[int]:
        return frozenset(self.labels_of.get((facet, label), ()))

    def labels(self, facet: str) -> Sequence[str]:
        return ("utcp", "otc") if facet == "protocol" else ()

    def words(self, _group: str) -> Mapping[str, int]:
        return {}

    def is_english(self, _word: str) -> bool:
        return True

    def is_product(self, word: str) -> bool:
        return word == "shopmatic"

    def known_places(self) -> frozenset[str]:
        return frozenset({"bergen"})

    def is_place(self, word: str) -> bool:
        return word == "oslo"

    def unknown_weight(self) -> int:
        return 80

    def tool(self, document: int) -> ToolSummary:
        return ToolSummary(str(document), "1.0.0", "", "utcp", "http", "none", "read", ())


def order(
    terms: Mapping[str, Mapping[int, int]], question: str, changing: Sequence[int] = ()
) -> dict[str, int]:
    return {hit.tool.id: hit.score for hit in ask(Postings(terms, changing), question).hits}


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


def test_a_word_of_two_pairs_is_had_once() -> None:
    terms = {"timezon": {1: 30}, "zonerat": {1: 30}, "zon": {2: 10}, "oslo": {2: 10}}

    assert order(terms, "time zone rate oslo") == {"1": 60 * 3 // 4, "2": 20}


def test_a_pair_is_found_of_which_no_word_is_known() -> None:
    assert order({"uptim": {1: 50}}, "up time") == {"1": 50}


def test_a_tool_that_changes_something_waits_until_the_question_says_so() -> None:
    terms = {"webhook": {1: 100, 2: 100}, "creat": {1: 1, 2: 1}}

    assert order(terms, "webhook", changing=[1]) == {"2": 100, "1": 90}
    assert order(terms, "a webhook to create", changing=[1]) == {"1": 101, "2": 97}


def test_what_a_question_begins_with_says_plainly_whether_something_is_to_be_changed() -> None:
    terms = {"webhook": {1: 100, 2: 100}, "creat": {1: 1, 2: 1}}

    assert order(terms, "create webhook", changing=[1]) == {"1": 101, "2": 85}
    assert order(terms, "find webhook", changing=[1]) == {"2": 100, "1": 85}


def first_of(question: str) -> str:
    """Return what goes first: `changing` or `reading`, which have the same words."""
    terms = {term: {1: 100, 2: 100} for term in ("order", "issu", "label", "comment")}
    return {"1": "changing", "2": "reading"}[next(iter(order(terms, question, changing=[1])))]


@pytest.mark.parametrize(
    "question",
    [
        *("where is my order", "List orders", "how many orders", "please show the order"),
        *("get order 5", "I want to see an order", "tell me the order", "orders of today"),
        *("Hi, could you list the order", "now show the order", "the user wants to see an order"),
        *("find a tool to list each order", "how do I get my order", "API that reads an order"),
        *("is there a way to find an order", "open order issues", "closed issues", "which order"),
        "find an order and post it",
    ],
)
def test_a_question_for_something_to_read_asks_for_no_change(question: str) -> None:
    assert first_of("order") == "changing"
    assert first_of(question) == "reading"


@pytest.mark.parametrize(
    "question",
    [
        *("how do I order", "get rid of an issue", "can you order", "open an issue, order it"),
        *("find a tool to order", "which tool can order", "is there a way to order"),
        *(
            "look for an API that lets me order",
            "find an MCP server to order",
            "use a tool to order",
        ),
        *("find the order and cancel it", "Look for my order, then change it to two"),
        *("is it possible to order", "what's the best way to order"),
    ],
)
def test_only_what_begins_like_a_question_for_something_to_read_is_one(question: str) -> None:
    assert first_of(question) == "changing"


@pytest.mark.parametrize(
    "question",
    [
        *("label issue 5", "Label the issue", "comment on it", "please comment on issue 5"),
        *("Hi, label an issue", "could you comment on the issue"),
    ],
)
def test_a_noun_is_something_to_do_where_a_question_begins_with_it_as_a_verb(question: str) -> None:
    assert first_of(question) == "changing"


@pytest.mark.parametrize(
    "question",
    ["label", "issue label", "label of issue 5", "labels of the issue", "comments on it"],
)
def test_a_noun_is_nothing_to_do_anywhere_else(question: str) -> None:
    assert first_of(question) == "reading"


def found(store: Postings, question: str) -> dict[str, int]:
    return {hit.tool.id: hit.score for hit in ask(store, question).hits}


@pytest.mark.parametrize("question", ["the books on sharks", "my orders of shoes", "the updates"])
def test_an_act_in_the_plural_is_a_thing(question: str) -> None:
    terms = {term: {1: 100, 2: 100} for term in ("book", "order", "updat")}
    store = Postings(terms, changing=[1], several=EVERY)

    assert found(store, question) == {"2": 100, "1": 90}


def test_a_tool_that_deletes_waits_until_the_question_says_so() -> None:
    store = Postings({"trial": {1: 100, 2: 100}}, changing=[1, 2], deleting=[1])

    assert found(store, "upload trial") == {"2": 100, "1": 95}


@pytest.mark.parametrize("question", ["delete trial", "throw the trial away", "trial removal"])
def test_a_deletion_has_many_words(question: str) -> None:
    store = Postings({"trial": {1: 100, 2: 100}}, changing=[1, 2], deleting=[1])

    assert len({*found(store, question).values()}) == 1


@pytest.mark.parametrize("question", ["trial quux", "a trial for Quux"])
def test_a_tool_that_searches_goes_first_if_a_word_is_unknown(question: str) -> None:
    store = Postings({"trial": {1: 100, 2: 100}}, searching=[2])

    assert found(store, "trial") == {"1": 100, "2": 100}
    assert found(store, question) == {"2": 100, "1": 95}


def test_a_tool_that_searches_goes_before_those_that_lack_a_word() -> None:
    """The word may be known from anywhere else: *lupus* from a tool for drugs, say."""
    terms = {"trial": {1: 100, 2: 100, 3: 80}, "lupus": {3: 20}, "find": {3: 1}}
    store = Postings(terms, searching=[2])

    assert found(store, "trial lupus") == {"3": 100, "2": 75, "1": 71}
    assert found(store, "find trial") == {"1": 75, "2": 75, "3": 81}


def test_a_pair_has_both_of_its_words() -> None:
    terms = {"trial": {1: 100, 2: 100}, "lupus": {3: 1}, "triallupus": {1: 1, 2: 1}}

    assert found(Postings(terms, searching=[2]), "trial lupus")["1"] == 100


@pytest.mark.parametrize(
    "question", ["trial shopmatic", "trial oslo", "create trial quux", "trial für quux"]
)
def test_neither_a_product_nor_a_place_nor_a_change_is_searched_for(question: str) -> None:
    store = Postings({"trial": {1: 100, 2: 100}}, changing=[1, 2], searching=[2])

    assert len({*found(store, question).values()}) == 1


def test_a_tool_that_gives_several_goes_first_if_and_only_if_several_are_asked_for() -> None:
    store = Postings({"trial": {1: 100, 2: 100}, "athen": {1: 1, 2: 1}}, several=[2])

    assert found(store, "trials") == {"2": 100, "1": 97}
    assert found(store, "one trial") == {"1": 100, "2": 97}
    assert found(store, "the trial in Athens") == {"1": 101, "2": 101}
    assert found(store, "trial quux") == {"1": 100, "2": 100}
    assert found(store, "a way to create trials") == {"1": 85, "2": 85}


def test_what_the_effect_of_a_tool_takes_away_is_told() -> None:
    hits = ask(Postings({"webhook": {1: 100, 2: 100}}, changing=[1]), "webhook").hits

    assert [(hit.tool.id, hit.lost) for hit in hits] == [("2", 0), ("1", 10)]


def test_tool_that_needs_a_key_waits_where_none_is_wanted() -> None:
    postings = Postings({"rain": {1: 100, 2: 100}, "key": {1: 50}}, keyless=[2])

    plain, keyless = (ask(postings, text).hits for text in ("rain", "rain without an API key"))

    assert [(hit.tool.id, hit.score) for hit in plain] == [("1", 100), ("2", 100)]
    assert [(hit.tool.id, hit.score, hit.lost) for hit in keyless] == [("2", 100, 0), ("1", 80, 20)]


def test_numbers_count_only_where_nothing_else_does() -> None:
    terms = {"2024": {1: 90}, "rain": {2: 30}}

    assert order(terms, "rain 2024") == {"2": 30}
    assert order(terms, "2024") == {"1": 90}


def test_a_number_without_a_word_is_never_a_strong_answer() -> None:
    postings = Postings({"42": {0: 90}, "rain": {1: 90}})

    assert ask(postings, "rain").quality is Quality.STRONG
    assert ask(postings, "42").quality is Quality.WEAK


@pytest.mark.parametrize("text", ["what is the", "?!", "zz", "tag:", ""])
def test_question_without_a_word_that_says_anything_is_empty(text: str) -> None:
    answer = ask(Postings({"rain": {0: 10}}), text)

    assert answer.is_empty
    assert not answer.hits


@pytest.mark.parametrize("text", ["rain", "snow", "protocol:otc", "get the rain", "天"])
def test_question_with_a_word_or_a_filter_is_not_empty(text: str) -> None:
    assert not ask(Postings({"rain": {0: 10}}), text).is_empty


def test_an_answer_is_strong_where_the_best_tool_has_what_is_asked() -> None:
    terms = {"rain": {1: 60, 2: 10}, "tomorrow": {1: 20}}

    assert ask(Postings(terms), "rain tomorrow").quality == Quality.STRONG


def test_words_that_nothing_knows_make_an_answer_weak() -> None:
    answer = ask(Postings({"order": {1: 20}}), "order sourdough pizza please")

    assert answer.quality == Quality.NONE
    assert answer.unknown == ("sourdough", "pizza")


@pytest.mark.parametrize(("word", "unknown"), [("ab", ()), ("雨", ("雨",))])
def test_short_word_is_only_named_as_unknown_where_it_may_be_a_whole_one(
    word: str, unknown: tuple[str, ...]
) -> None:
    assert ask(Postings({"order": {1: 20}}), f"order {word}").unknown == unknown


def test_a_doubtful_answer_says_which_words_its_best_tool_lacks() -> None:
    terms = {"order": {1: 30}, "pizza": {2: 10}, "tomorrow": {2: 5}, "rain": {1: 300, 3: 5}}

    doubtful = ask(Postings(terms), "order a pizza tomorrow")

    assert doubtful.hits[0].tool.id == "1"
    assert doubtful.quality != Quality.STRONG
    assert doubtful.missing == ("pizza",)

    strong = ask(Postings(terms), "rain pizza")

    assert strong.hits[0].missing == ("pizza",)
    assert strong.quality == Quality.STRONG
    assert strong.missing == ()


class Misspelt(Postings):
    """An index where any word may be misspelt."""

    def words(self, group: str) -> Mapping[str, int]:
        known = {"search": 2, "pizza": 1, "delete": 1}
        return {word: n for word, n in known.items() if group in (f"{word[:2]}-", f"-{word[-2:]}")}

    def is_english(self, _word: str) -> bool:
        return False


def test_a_misspelt_weak_word_is_not_named_as_one_that_is_lacked() -> None:
    terms = {"order": {1: 30}, "search": {2: 5}, "pizza": {2: 10}}
    answer = ask(Misspelt(terms), "serach order pizzza")

    assert dict(answer.corrections) == {"serach": ("search",), "pizzza": ("pizza",)}
    assert answer.hits[0].missing == ("serach", "pizzza")
    assert answer.missing == ("pizzza",)


def test_a_misspelt_word_asks_for_a_change_as_its_correction_does() -> None:
    terms = {"delet": {1: 10, 2: 10}, "bird": {1: 20, 2: 20}}
    right = ask(Misspelt(terms, changing=[2]), "delete birds")
    misspelt = ask(Misspelt(terms, changing=[2]), "dleete birds")

    assert [hit.tool.id for hit in right.hits] == ["2", "1"]
    assert [hit.tool.id for hit in misspelt.hits] == ["2", "1"]
    assert misspelt.signs["unasked"] == 0


def test_a_weak_word_that_no_tool_has_is_not_named() -> None:
    answer = ask(Postings({"rain": {1: 60}}), "who swims whether rain is fluffy")

    assert answer.unknown == ("swims", "fluffy")


def test_an_unknown_name_inside_a_sentence_weighs_little() -> None:
    terms = {"rain": {1: 60}}

    small = ask(Postings(terms), "rain in lisbon").points
    large = ask(Postings(terms), "rain in Lisbon").points

    assert large > small


def test_to_change_something_is_not_what_a_tool_does_that_reads() -> None:
    terms = {"book": {1: 60}, "flight": {1: 60}}

    reading = ask(Postings(terms), "book a flight").points
    changing = ask(Postings(terms, changing=[1]), "book a flight").points

    assert reading < changing


def test_a_change_that_nobody_asks_for_is_a_sign() -> None:
    terms = {"playlist": {1: 60}, "song": {1: 60, 2: 10, 3: 10}, "add": {1: 20}}

    asked = ask(Postings(terms, changing=[1]), "add song to playlist").signs
    unasked = ask(Postings(terms, changing=[1]), "song of playlist").signs

    assert (asked["changes"], asked["unasked"]) == (100, 0)
    assert (unasked["changes"], unasked["unasked"]) == (100, 100)


def test_tools_with_all_telling_words_are_counted_in_binary_digits() -> None:
    terms = {"rain": dict.fromkeys(range(9), 5), "snow": dict.fromkeys(range(5), 5), "data": {9: 5}}

    assert ask(Postings(terms), "rain and snow data").signs["common"] == 100 * len("101")
    assert ask(Postings(terms), "data").signs["common"] == 100 * len("1")


def test_a_product_that_no_tool_knows_is_no_name_of_something_else() -> None:
    store = Postings({"order": {1: 60}, "list": {1: 20}})
    product = ask(store, "list my Shopmatic orders").signs
    person = ask(store, "list my Shopson orders").signs

    assert (product["product"], product["missed"]) == (100, 100)
    assert (person["product"], person["missed"]) == (0, 25)


def test_a_product_is_one_word_whatever_capitals_it_has() -> None:
    assert ask(Postings({"order": {1: 60}}), "orders in ShopMatic").unknown == ("shopmatic",)
    assert ask(Postings({"order": {1: 60}}), "orders in ShopCarts").unknown == ("shop", "carts")


def test_points_do_not_depend_on_how_many_tools_are_shown() -> None:
    terms = {"rain": {1: 60, 2: 50}, "forecast": {1: 20}}

    assert ask(Postings(terms), "rain", limit=1).signs == ask(Postings(terms), "rain").signs


def test_place_in_small_letters_is_a_name() -> None:
    terms = {"rain": {1: 60}}

    assert ask(Postings(terms), "rain oslo").signs["missed"] == 25
    assert ask(Postings(terms), "rain zyzzy").signs["missed"] == 100


def test_place_that_another_tool_has_counts_as_little() -> None:
    here, there = {"rain": {1: 80}, "bergen": {2: 70}}, {"rain": {1: 80}, "bergen": {1: 70}}

    assert ask(Postings(here), "rain bergen").signs["lacked"] == 25
    assert ask(Postings(there), "rain bergen").signs["share"] == 100


def test_wish_speaks_against_a_tool_by_its_share_of_the_score() -> None:
    terms, half = {"rain": {1: 60}}, {"rain": {4: 30, 5: 20}}

    assert ask(Postings(terms, wishes=half), "rain").signs["wish"] == 50 - 30
    assert ask(Postings(terms, wishes={"rain": {4: 600}}), "rain").signs["wish"] == 100 - 30
    assert ask(Postings(terms, wishes={"rain": {4: 6}}), "rain").signs["wish"] == 0
    assert ask(Postings(terms, wishes=half), "rain").wish == ""


def test_wish_of_which_the_question_says_everything_speaks_against_a_tool() -> None:
    terms = {"clean": {1: 60}, "window": {1: 60}, "flat": {1: 60}}
    wishes = {"clean": {4: 30}, "window": {4: 30}}

    whole = ask(Postings(terms, wishes=wishes), "clean the windows of a flat").signs
    part = ask(Postings(terms, wishes=wishes), "clean a flat").signs

    assert (whole["whole_wish"], part["whole_wish"]) == (100, 0)


@pytest.mark.parametrize(("more", "is_longer"), [(0, 0), (1, 0), (2, 100)])
def test_wish_that_says_much_else_hardly_speaks_against_a_tool(more: int, is_longer: int) -> None:
    wishes = {"clean": {4: 30}} | {f"other{number}": {4: 30} for number in range(more)}

    signs = ask(Postings({"clean": {1: 60}}, wishes=wishes), "clean a flat in Rome").signs

    assert signs["longer_wish"] == is_longer


def test_numbers_of_a_question_are_no_words_of_a_wish() -> None:
    wishes = {"clean": {4: 30}, "7": {4: 30}}

    assert ask(Postings({"clean": {1: 60}}, wishes=wishes), "clean 7").signs["whole_wish"] == 0


def test_without_a_wish_nothing_is_said_of_its_words() -> None:
    signs = ask(Postings({"rain": {1: 60}}), "rain").signs

    assert (signs["whole_wish"], signs["longer_wish"]) == (0, 0)


def test_name_of_which_tools_say_little_counts_as_one_that_none_knows() -> None:
    terms = {"song": {1: 80}, "radiohead": {2: 30}}

    assert ask(Postings(terms), "songs by Radiohead").signs["lacked"] == 25
    assert ask(Postings(terms), "songs by radiohead").signs["lacked"] == quality.LEAST_PERCENT


def test_name_of_which_tools_say_much_counts_as_any_word() -> None:
    terms = {"song": {1: 80}, "spotifi": {2: 70}}

    assert ask(Postings(terms), "songs of Spotify").signs["lacked"] == 100 * 70 // 80


@pytest.mark.parametrize("text", ["what is the", "which", "how do I", "2024"])
def test_question_of_words_that_nearly_all_tools_have_is_not_answered(text: str) -> None:
    terms = {"what": {1: 10}, "which": {1: 10}, "how": {1: 10}, "2024": {1: 70}}

    answer = ask(Postings(terms), text)

    assert answer.hits
    assert answer.quality is not Quality.STRONG


def test_weak_words_that_say_something_of_a_tool_are_answered() -> None:
    terms = {"who": {1: 20}, "call": {1: 25}}

    assert ask(Postings(terms), "who is on call").quality is Quality.STRONG


def test_wish_that_is_as_much_like_the_question_as_any_tool_is_named() -> None:
    wishes = {"rain": {4: 60, 5: 60}}

    answer = ask(Postings({"rain": {1: 60}}, wishes=wishes), "rain quux shopmatic zyzzy")

    assert answer.quality is not Quality.STRONG
    assert answer.wish == "wish 4"
    assert ask(Postings({}, wishes=wishes), "rain").wish == "wish 4"


def test_wish_with_a_word_that_no_tool_knows_is_named_though_a_tool_is_likelier() -> None:
    terms = {"rain": {1: 50}, "night": {2: 60}}
    postings = Postings(terms, wishes={"wish": {0: 20}})

    assert ask(postings, "wish of rain, storm and fog at night").wish == "wish 0"
    assert ask(postings, "rain, storm and fog at night").wish == ""


def test_points_are_made_of_signs() -> None:
    answer = ask(Postings({"rain": {1: 60, 2: 30}}), "rain quux")

    assert answer.signs == {
        "always": 100,
        "share": 100 * 60 // (60 + 80),
        "had": 100 * 60 // 80,
        "largest": 100 * 60 // 80,
        "lacked": 100,
        "missed": 100,
        "score": 100 * 60 // 80,
        "second": 50,
        "wish": 0,
        "whole_wish": 0,
        "longer_wish": 0,
        "words": 200,
        "corrected": 0,
        "product": 0,
        "other_act": 0,
        "lacked_act": 0,
        "common": 200,
        "changes": 0,
        "unasked": 0,
    }
    assert answer.points == points_of(answer.signs, quality.WEIGHTS_WITHOUT_WISHES)


def test_the_name_of_a_tool_is_answered_without_signs() -> None:
    answer = ask(Postings({"rain": {1: 1}}, named=[1]), "get rain")

    assert (answer.points, answer.signs) == (100, {})


def test_a_filter_that_no_tool_fits_says_which_values_there_are() -> None:
    answer = ask(Postings({"rain": {1: 60}}), "rain protocol:utpc")

    assert answer.labels == (("protocol", ("utpc",), ("utcp", "otc")),)
    assert not answer.hits
    assert answer.quality == Quality.NONE


def test_only_the_beginning_of_a_long_unknown_value_is_compared() -> None:
    value = "u" * 40 + "otc" * 100
    answer = ask(Postings({"rain": {1: 60}}), f"rain protocol:{value}")

    assert answer.labels == (("protocol", (value,), ("utcp", "otc")),)
