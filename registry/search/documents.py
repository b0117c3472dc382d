"""What of a tool is searched: its words, each with a weight, and what it can be filtered by."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis, meaning
from registry.search.errors import UnusableIndexError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Catalogue, Manual, Tool
    from registry.source import Json

NAME, SUMMARY, TITLE, TAG, EXAMPLE, BODY = 2, 3, 4, 2, 1, 1
"""How often a word counts by where it stands; `benchmarks/search` tells what they are worth."""

BODY_LENGTH = 400
"""Characters that count of the rest of a description, and of what is said about arguments."""

FACETS = ("publisher", "protocol", "transport", "auth", "effect", "tag")
"""What a question can be narrowed by."""

DOES, CHANGE = "does", "change"
"""What no question can be narrowed by, and the label there of a tool that changes something."""

_READING = (
    *("check", "count", "describe", "fetch", "find", "get", "list", "lookup", "query", "read"),
    *("search", "show"),
)
"""With what the names of tools begin that change nothing, though they may go on with `order`."""

NO_AUTH = "none"


@dataclass(frozen=True, slots=True)
class Card:
    """What a reader is shown of a tool; *auth* is `none` or what UTCP calls its `auth_type`."""

    id: str
    version: str
    summary: str
    protocol: str
    transport: str
    auth: str
    effect: str
    tags: tuple[str, ...]

    def to_record(self) -> str:
        """Return the card as the index stores it."""
        values = (
            *(self.id, self.version, self.summary, self.protocol, self.transport, self.auth),
            *(self.effect, self.tags),
        )
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_record(cls, record: object) -> Card:
        """Return the card that *record* was made of. Raises UnusableIndexError for others."""
        try:
            values = json.loads(record if isinstance(record, str) else "")
        except (ValueError, RecursionError):
            values = None
        if not _are_those_of_a_card(values):
            raise UnusableIndexError("one of its records is damaged")
        values[-1] = tuple(values[-1])
        return cls(*values)

    @classmethod
    def from_fields(cls, fields: object) -> Card:
        """Return the card with *fields* by name. Raises UnusableIndexError for anything else."""
        names = cls.__slots__
        values = [fields.get(name) for name in names] if isinstance(fields, dict) else []
        return cls.from_record(json.dumps(values))


def _are_those_of_a_card(values: object) -> bool:
    match values:
        case [str(), str(), str(), str(), str(), str(), str(), [*tags]]:
            return all(isinstance(tag, str) for tag in tags)
    return False


@dataclass(frozen=True, slots=True)
class Document:
    """A tool as the index sees it.

    Attributes:
        card: what is shown.
        terms: each term and how much it counts, those that only stand for others included.
        length: how much all terms of the text itself count together.
        facets: each facet, and `DOES`, with the values under which the tool is found.
    """

    card: Card
    terms: Mapping[str, float]
    length: int
    facets: Mapping[str, tuple[str, ...]]


def documents(catalogue: Catalogue) -> Iterator[Document]:
    """Yield every tool of *catalogue*, sorted by id."""
    for tool in catalogue.tools:
        yield _document(tool, catalogue.manual_by_id[tool.manual_id])


def _document(tool: Tool, manual: Manual) -> Document:
    auth = tool.call.auth.kind if tool.call.auth else NO_AUTH
    tags = tuple(dict.fromkeys((*tool.tags, *manual.tags)))
    card = Card(
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
    own, telling = _terms(tool, manual)
    return Document(card, _with_others(own, telling), sum(own.values()), folded)


def _changes_something(tool: Tool) -> bool:
    """Tell whether *tool* changes something, by its name where nobody says so.

    The effect alone will not do: many a search is a POST, and several protocols state no effects.
    """
    if tool.effect == "read" or tool.effect_is_stated:
        return tool.effect != "read"
    words = analysis.words(tool.name)
    is_to_read = bool(words) and words[0] in _READING
    return not is_to_read and not meaning.changing().isdisjoint(map(analysis.stem, words))


@lru_cache(maxsize=10_000)
def label(value: str) -> str:
    """Return *value* as filters compare it: in lower case, its words joined by `-`."""
    return "-".join(re.findall(r"[^\W_]+", analysis.fold(value)))


class _Passage(NamedTuple):
    """A text of a tool.

    *weight* is how much its words count; *is_title* says that it is short and to the point, so
    that neighbours in it are one term, too; *is_telling*, that its words may stand for others.
    """

    text: str
    weight: int
    is_title: bool = False
    is_telling: bool = True


def _terms(tool: Tool, manual: Manual) -> tuple[dict[str, int], dict[str, int]]:
    """Return how much each term of *tool* counts, and the same for those that tell what it is."""
    telling: dict[str, int] = {}
    silent: dict[str, int] = {}
    for text, weight, is_title, is_telling in _passages(tool, manual):
        # The same titles, tags and names of arguments come again and again.
        cut = _cut_title if is_title else analysis.terms
        counted = telling if is_telling else silent
        for term in cut(text):
            counted[term] = counted.get(term, 0) + weight
    own = telling.copy()
    for term, weight in silent.items():
        own[term] = own.get(term, 0) + weight
    return own, telling


@lru_cache(maxsize=10_000)
def _cut_title(text: str) -> tuple[str, ...]:
    words = analysis.words(text)
    return (*map(analysis.stem, words), *analysis.pairs(words))


def _with_others(own: Mapping[str, int], telling: Mapping[str, int]) -> dict[str, float]:
    """Return *own* and, by the best reason for each, what stands for the terms in *telling*."""
    standing_for = meaning.others()
    best: dict[str, float] = {}
    for term, weight in telling.items():
        for other, share in standing_for.get(term, ()):
            counted = weight * share
            if counted > best.get(other, 0):
                best[other] = counted
    terms: dict[str, float] = {**own}
    for other, counted in best.items():
        terms[other] = terms.get(other, 0) + min(counted, meaning.MOST_BY_OTHERS)
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
        yield _Passage(example.task, EXAMPLE)
    description = " ".join(tool.description.split())
    yield _Passage(description.removeprefix(tool.summary)[:BODY_LENGTH], BODY)
    arguments = tuple(_arguments(tool.inputs))
    for name, _ in arguments:
        yield _Passage(name, BODY, is_title=True, is_telling=False)
    about = " ".join(about for _, about in arguments)
    yield _Passage(about[:BODY_LENGTH], BODY, is_telling=False)


def _arguments(inputs: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield the name and the description of each argument."""
    properties = inputs.get("properties")
    if not isinstance(properties, dict):
        return
    for name, schema in properties.items():
        description = schema.get("description") if isinstance(schema, dict) else None
        yield name, description if isinstance(description, str) else ""
