"""The documents of the index, one a tool: weighted words, filters, and a summary to show."""

from __future__ import annotations

import json
import re
from array import array
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from registry.search import analysis
from registry.search.errors import UnusableIndexError
from registry.search.term_weights import weigh
from registry.search.word_lists import changing, deleting, special

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Manual, Tool

FACETS = ("publisher", "protocol", "transport", "auth", "effect", "tag")
"""The filters of a question."""

DOES = "does"
CHANGE, DELETE = "it-changes", "it-deletes"
SEARCH, SEVERAL = "it-searches", "it-gives-several"
"""An internal facet, which is not a filter, and its labels.

They are for tools that change something, that delete, that search by words, and that give several
things, and begin alike, so that they are in one shard where all of it is small.
"""

NAMED = "named"
"""Another internal facet: its labels are the name and the id of a tool."""

LABELLED = (*FACETS, DOES, NAMED)
"""All facets of a document."""

_READING = (
    *("check", "count", "describe", "fetch", "find", "get", "list", "lookup", "query", "read"),
    *("search", "show"),
)
"""The first words in names of tools that change nothing, even if `order` follows."""

_SEARCHING = frozenset({"look", "lookup", "query", "search"})
"""The first words in names of tools that search by words."""

_SOUGHT = frozenset(
    {"keyword", "keywords", "q", "query", "search", "term", "terms", "text", "words"}
)
"""Words of which one is in the name of an input by which a tool that finds something searches."""

_LISTING = _SEARCHING | {"browse", "discover", "find", "list"}
"""The first words in names of tools that give several things, even if no other is a plural."""

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
        if not _are_those_of_a_summary(values):
            raise UnusableIndexError("one of its records is damaged")
        values[-1] = tuple(values[-1])
        return cls(*values)

    @classmethod
    def from_fields(cls, fields: object) -> ToolSummary:
        """Return the tool with *fields* by name. Raises UnusableIndexError for anything else."""
        names = cls.__slots__
        values = [fields.get(name) for name in names] if isinstance(fields, dict) else []
        return cls.from_record(json.dumps(values))


def _are_those_of_a_summary(values: object) -> bool:
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
    summary = ToolSummary(
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
        DOES: tuple(_what_it_does(tool)),
    }
    folded = {name: tuple(map(label, values)) for name, values in facets.items()}
    folded[NAMED] = (squashed(tool.name), squashed(tool.id))
    weighed = weigh(tool, manual)
    is_special = not special().isdisjoint(analysis.terms(tool.name))
    is_asked = bool(manual.asked.get(tool.name))
    return SearchDocument(
        tool=summary,
        terms=tuple(weighed.every),
        said=len(weighed.own),
        weights=array("d", weighed.every.values()),
        length=round(sum(weighed.own.values())),
        facets=folded,
        words=weighed.words,
        is_special=is_special,
        is_asked=is_asked,
    )


def _what_it_does(tool: Tool) -> Iterator[str]:
    """Yield the labels of the facet `DOES` for *tool*."""
    words = analysis.words(tool.name)
    first = words[0] if words else ""
    if _changes_something(tool):
        yield CHANGE
        if analysis.stem(first) in deleting():
            yield DELETE
    if first in _SEARCHING or (first == "find" and _takes_words(tool)):
        yield SEARCH
    if first in _LISTING or any(map(analysis.is_plural, words)):
        yield SEVERAL


def _takes_words(tool: Tool) -> bool:
    """Return whether an input of *tool* is for words to search for, by its name."""
    return any(not _SOUGHT.isdisjoint(analysis.words(name)) for name in tool.properties)


def _changes_something(tool: Tool) -> bool:
    """Return whether *tool* changes or makes something, by its name where nobody says so.

    The effect is not enough: many searches are a POST, and several protocols state no effects.
    """
    words = analysis.words(tool.name)
    acts = [analysis.stem(word) in changing() for word in words]
    if tool.effect == "read" or tool.effect_is_stated:
        # One that creates an embedding reads, and still is what people ask for who create one.
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
