"""What of a tool is searched: its words, each with a weight, and what it can be filtered by."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from registry.search import analysis
from registry.search.errors import UnusableIndexError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Catalogue, Manual, Tool
    from registry.source import Json

NAME, SUMMARY, TITLE, TAG, EXAMPLE, BODY = 3, 3, 2, 2, 2, 1
"""How often a word counts by where it stands; see `benchmarks/search` for what they are worth."""

BODY_LENGTH = 600
"""Characters of descriptions that count: what comes later is about details."""

FACETS = ("publisher", "protocol", "transport", "auth", "effect", "tag")
"""What a question can be narrowed by."""

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
        return json.dumps(astuple(self), ensure_ascii=False, separators=(",", ":"))

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
        terms: each term and how much it counts.
        facets: each facet and the values under which the tool is found.
    """

    card: Card
    terms: Mapping[str, int]
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
    }
    folded = {name: tuple(map(label, values)) for name, values in facets.items()}
    return Document(card, _terms(tool, manual), folded)


def label(value: str) -> str:
    """Return *value* as filters compare it: in lower case, its words joined by `-`."""
    return "-".join(re.findall(r"[^\W_]+", analysis.fold(value)))


def _terms(tool: Tool, manual: Manual) -> Counter[str]:
    counts: Counter[str] = Counter()
    for text, weight, is_joined in _passages(tool, manual):
        words = analysis.words(text)
        for word in words:
            counts[analysis.stem(word)] += weight
        if is_joined:
            for pair in analysis.pairs(words):
                counts[pair] += weight
    return counts


def _passages(tool: Tool, manual: Manual) -> Iterator[tuple[str, int, bool]]:
    """Yield each text of a tool, its weight, and whether neighbouring words are a term, too."""
    yield tool.name, NAME, True
    yield tool.summary, SUMMARY, True
    yield manual.title or manual.name, TITLE, True
    yield manual.publisher.title, TITLE, True
    if not set(analysis.words(tool.publisher)) <= set(analysis.words(manual.publisher.title)):
        yield tool.publisher, TITLE, False
    for tag in dict.fromkeys((*tool.tags, *manual.tags, manual.category)):
        yield tag, TAG, True
    for example in tool.examples:
        yield example.task, EXAMPLE, False
    for name, _ in _parameters(tool.inputs):
        yield name, BODY, True
    yield _body(tool), BODY, False


def _body(tool: Tool) -> str:
    description = " ".join(tool.description.split())
    rest = description.removeprefix(tool.summary)
    return " ".join([rest, *(about for _, about in _parameters(tool.inputs))])[:BODY_LENGTH]


def _parameters(inputs: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield the name and the description of each argument."""
    properties = inputs.get("properties")
    if not isinstance(properties, dict):
        return
    for name, schema in properties.items():
        description = schema.get("description") if isinstance(schema, dict) else None
        yield name, description if isinstance(description, str) else ""
