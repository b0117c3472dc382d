"""The searchable parts of a tool: its words, each with a weight, and the values of its filters."""

from __future__ import annotations

import json
import re
from array import array
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis, meaning, spelling
from registry.search.errors import UnusableIndexError
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.model import Manual, Tool

NAME, SUMMARY, TITLE, TAG, EXAMPLE, ASKED, BODY = 4, 3, 4, 4, 3, 1.5, 1
"""The weight of a word by its field; measured by `benchmarks/search`."""

ONLY_EXAMPLES_SHARE = 1 / 3
"""The factor for a word that only the examples of a tool have: mostly it is an argument."""

SPECIAL_SHARE = 0.9
"""The factor for the words of a tool that does something special, such as counting."""

WISH = 3
"""The weight of a word of a wish, which is all that is known of what is wished."""

BODY_LENGTH = 400
"""Characters that count of the rest of a description, and of the descriptions of arguments."""

FACETS = ("publisher", "protocol", "transport", "auth", "effect", "tag")
"""The filters of a question."""

DOES, CHANGE = "does", "change"
"""An internal facet, which is not a filter, and its label for tools that change something."""

NAMED = "named"
"""Another internal facet: its labels are the name and the id of a tool."""

LABELLED = (*FACETS, DOES, NAMED)
"""All facets of a document."""

_READING = (
    *("check", "count", "describe", "fetch", "find", "get", "list", "lookup", "query", "read"),
    *("search", "show"),
)
"""The first words in names of tools that change nothing, even if `order` follows."""

NO_AUTH = "none"


@dataclass(frozen=True, slots=True)
class ToolSummary:
    """A tool as shown in results; *auth* is `none` or the `auth_type` of UTCP."""

    id: str
    version: str
    summary: str
    protocol: str
    transport: str
    auth: str
    effect: str
    tags: tuple[str, ...]

    def to_record(self) -> str:
        """Return the tool as the index stores it."""
        values = (
            *(self.id, self.version, self.summary, self.protocol, self.transport, self.auth),
            *(self.effect, self.tags),
        )
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_record(cls, record: object) -> ToolSummary:
        """Return the tool stored as *record*. Raises UnusableIndexError if it is not valid."""
        try:
            values = json.loads(record if isinstance(record, str) else "")
        except (ValueError, RecursionError):
            values = None
        if not _are_those_of_a_card(values):
            raise UnusableIndexError("one of its records is damaged")
        values[-1] = tuple(values[-1])
        return cls(*values)

    @classmethod
    def from_fields(cls, fields: object) -> ToolSummary:
        """Return the tool with *fields* by name. Raises UnusableIndexError for anything else."""
        names = cls.__slots__
        values = [fields.get(name) for name in names] if isinstance(fields, dict) else []
        return cls.from_record(json.dumps(values))


def _are_those_of_a_card(values: object) -> bool:
    match values:
        case [str(), str(), str(), str(), str(), str(), str(), [*tags]]:
            return all(isinstance(tag, str) for tag in tags)
    return False


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """A tool as the index sees it.

    Attributes:
        tool: what is shown.
        terms: each term, those of the text itself first, then those that stand for them.
        said: the number of terms of the text itself.
        weights: how much each of *terms* counts; apart, as a mapping takes four times the memory.
        length: how much all terms of the text itself count together.
        facets: each of `LABELLED` with the values under which the tool is found.
        words: the words of the text as they are written, of those that may be misspelt.
        is_special: whether the tool does one special thing, such as counting, by its name.
        is_asked: whether its manual says in which words people ask for it.
    """

    tool: ToolSummary
    terms: tuple[str, ...]
    said: int
    weights: array[float]
    length: int
    facets: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...] = ()
    is_special: bool = False
    is_asked: bool = False


def documents_of(manual: Manual) -> Iterator[SearchDocument]:
    """Yield the tools of the latest release of *manual*, if it is listed."""
    if manual.latest and manual.is_listed:
        for tool in manual.latest.tools:
            yield _document(tool, manual)


def _document(tool: Tool, manual: Manual) -> SearchDocument:
    auth = tool.auth_kind or NO_AUTH
    tags = tuple(dict.fromkeys((*tool.tags, *manual.tags)))
    shown = ToolSummary(
        id=tool.id,
        version=tool.version,
        summary=tool.summary,
        protocol=tool.protocol,
        transport=tool.call.transport,
        auth=auth,
        effect=tool.effect,
        tags=tool.tags,
    )
    facets = {
        "publisher": (tool.publisher,),
        "protocol": (tool.protocol,),
        "transport": (tool.call.transport,),
        "auth": (auth,),
        "effect": (str(tool.effect),),
        "tag": tags,
        DOES: (CHANGE,) if _changes_something(tool) else (),
    }
    folded = {name: tuple(map(label, values)) for name, values in facets.items()}
    folded[NAMED] = (squashed(tool.name), squashed(tool.id))
    # Each passage is cut once, for its terms and for its words.
    passages = [_cut(each) for each in _passages(tool, manual)]
    own, telling = _terms(passages)
    words = _written(passages)
    is_special = not meaning.special().isdisjoint(analysis.terms(tool.name))
    length = round(sum(own.values()))
    terms = _with_others(own, telling)
    weights = array("d", terms.values())
    said = len(own)
    is_asked = bool(manual.asked.get(tool.name))
    return SearchDocument(
        shown, tuple(terms), said, weights, length, folded, words, is_special, is_asked
    )


def words_of_wish(wish: str) -> list[str]:
    """Return the words of *wish*; one with capitals inside, such as `GitHub`, is one word."""
    runs = ((whole,) if whole else parts for whole, parts in analysis.compounds(wish))
    return [word for run in runs for word in run if word not in analysis.STOP_WORDS]


def terms_of_wish(wish: str) -> dict[str, float]:
    """Return how much each term of *wish* counts, without pairs and what it stands for."""
    counts = Counter(map(analysis.stem, words_of_wish(wish)))
    return {term: WISH * count for term, count in counts.items()}


def _written(passages: Sequence[_Cut]) -> tuple[str, ...]:
    """Return the words of *passages* to which a misspelt one can be corrected, sorted."""
    every = set().union(*(words for _, words, _ in passages))
    return tuple(sorted(filter(spelling.can_be_listed, every)))


def _changes_something(tool: Tool) -> bool:
    """Return whether *tool* changes or makes something, by its name where nobody says so.

    The effect is not enough: many searches are a POST, and several protocols state no effects.
    """
    words = analysis.words(tool.name)
    acts = [analysis.stem(word) in meaning.changing() for word in words]
    if tool.effect == "read" or tool.effect_is_stated:
        # One that creates an embedding reads, and who asks to create one means it all the same.
        return tool.effect != "read" or acts[:1] == [True]
    is_to_read = bool(words) and words[0] in _READING
    return not is_to_read and any(acts)


@lru_cache(maxsize=10_000)
def label(value: str) -> str:
    """Return *value* as filters compare it: in lower case, its words joined by `-`."""
    return "-".join(re.findall(r"[^\W_]+", analysis.fold(value)))


def squashed(text: str) -> str:
    """Return *text* as names are compared: `Get forecast` is `get_forecast` and `GetForecast`."""
    return "".join(re.findall(r"[^\W_]+", analysis.fold(text)))


class _Passage(NamedTuple):
    """A field of a tool with words.

    *weight* is how much its words count; *is_title* says that it is short and to the point, so
    that neighbours in it are one term, too; *is_telling*, that its words may stand for others;
    *is_example*, that it is a task in the words of a user.
    """

    text: str
    weight: float
    is_title: bool = False
    is_telling: bool = True
    is_example: bool = False


class _Cut(NamedTuple):
    """A passage, with the words in it and the terms under which it is found."""

    passage: _Passage
    words: tuple[str, ...]
    terms: tuple[str, ...]


def _cut(passage: _Passage) -> _Cut:
    # The same titles, tags and names of arguments come again and again.
    cut = _cut_title if passage.is_title else _cut_text
    return _Cut(passage, *cut(passage.text))


def _terms(passages: Sequence[_Cut]) -> tuple[dict[str, float], dict[str, float]]:
    """Return how much each term of *passages* counts, and the same for those that are telling."""
    telling: dict[str, float] = {}
    silent: dict[str, float] = {}
    examples: dict[str, float] = {}
    for (_, weight, _, is_telling, is_example), _, terms in passages:
        found = examples if is_example else telling if is_telling else silent
        for term in terms:
            found[term] = found.get(term, 0) + weight
    for term, counted in examples.items():
        is_elsewhere = term in telling or term in silent
        telling[term] = telling.get(term, 0) + counted * (is_elsewhere or ONLY_EXAMPLES_SHARE)
    own = telling.copy()
    for term, counted in silent.items():
        own[term] = own.get(term, 0) + counted
    return own, telling


def _cut_text(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words = tuple(analysis.words(text))
    return words, tuple(map(analysis.stem, words))


@lru_cache(maxsize=10_000)
def _cut_title(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words, terms = _cut_text(text)
    return words, (*terms, *analysis.pairs(words))


def _with_others(own: Mapping[str, float], telling: Mapping[str, float]) -> dict[str, float]:
    """Return *own* and, by the best reason for each, what stands for the terms in *telling*."""
    standing_for = meaning.others()
    best: dict[str, float] = {}
    for term, weight in telling.items():
        for other, share in standing_for.get(term, ()):
            counted = weight * share
            if counted > best.get(other, 0):
                best[other] = counted
    most = meaning.MOST_BY_OTHERS
    by_others = {
        other: counted if counted < most else most  # noqa: FURB136 - `min` takes twice as long
        for other, counted in best.items()
    }
    terms = {**own, **by_others}
    for term in own.keys() & by_others.keys():
        terms[term] = own[term] + by_others[term]
    return terms


def _passages(tool: Tool, manual: Manual) -> Iterator[_Passage]:
    yield _Passage(tool.name, NAME, is_title=True)
    yield _Passage(tool.summary, SUMMARY, is_title=True)
    yield _Passage(manual.title or manual.name, TITLE, is_title=True)
    if manual.title:
        yield _Passage(manual.name, NAME, is_title=True)
    yield _Passage(manual.publisher.title, NAME, is_title=True, is_telling=False)
    if not set(analysis.words(tool.publisher)) <= set(analysis.words(manual.publisher.title)):
        yield _Passage(tool.publisher, NAME, is_telling=False)
    for tag in tool.tags:
        yield _Passage(tag, TAG, is_title=True)
    for example in tool.examples:
        yield _Passage(example.task, EXAMPLE, is_example=True)
    for phrase in manual.asked.get(tool.name, ()):
        yield _Passage(phrase, ASKED, is_telling=False)
    description = " ".join(tool.description.split())
    yield _Passage(description.removeprefix(tool.summary)[:BODY_LENGTH], BODY)
    for name in tool.properties:
        yield _Passage(name, BODY, is_title=True, is_telling=False)
    about = " ".join(string(mapping(each).get("description")) for each in tool.properties.values())
    yield _Passage(about[:BODY_LENGTH], BODY, is_telling=False)
