"""The ways of looking at the catalogue: what tools have in common, and how many have it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from registry.model import Author, Effect
from registry.model.derived import derived
from registry.publish._pages import paths, words
from registry.search.documents import NO_AUTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.model.entries import Entries, ToolEntry

PAGE_SIZE = 50
"""Tools on one page of a list."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a facet: its *id* in addresses, its *title*, and the tools that have it."""

    id: str
    title: str
    tools: tuple[ToolEntry, ...]
    page: str

    @property
    def count(self) -> int:
        """How many tools have it."""
        return len(self.tools)


@dataclass(frozen=True, slots=True)
class Facet:
    """A question that can be asked of every tool; *of* gives the ids of the answers."""

    id: str
    title: str
    of: Callable[[ToolEntry], tuple[str, ...]]
    name: Callable[[str], str]
    sentence: str


_CREDENTIALS = Facet(
    "auth",
    "Credentials",
    lambda tool: (tool.auth_kind or NO_AUTH,),
    lambda kind: words.AUTHS.get("" if kind == NO_AUTH else kind, kind),
    "Tools that take {}",
)
_EFFECT = Facet(
    "effect",
    "Effect",
    lambda tool: (tool.effect.value,),
    lambda name: words.EFFECTS[Effect(name)],
    "Tools whose call {}",
)
_PROTOCOL = Facet(
    "protocol",
    "Protocol",
    lambda tool: (tool.protocol,),
    words.protocol_title,
    "Tools whose manual is written in {}",
)
_TRANSPORT = Facet(
    "transport",
    "Transport",
    lambda tool: (tool.transport,),
    lambda name: words.TRANSPORTS.get(name, name),
    "Tools that are called over {}",
)
_AUTHOR = Facet(
    "author",
    "Written by",
    lambda tool: (tool.author.value,),
    lambda name: words.AUTHORS[Author(name)],
    "Tools whose manual is written by {}",
)


@derived
def facets_of(entries: Entries) -> Facets:
    """Return the facets of *entries*."""
    return Facets(entries)


class Facets:
    """The facets of a catalogue with their values, the most frequent first."""

    def __init__(self, entries: Entries) -> None:
        self.entries = entries

    @cached_property
    def all(self) -> tuple[Facet, ...]:
        """Every facet, in the order in which pages show them."""
        return (
            Facet("category", "Category", self._categories, words.category_name, "Tools for {}"),
            _CREDENTIALS,
            _EFFECT,
            _PROTOCOL,
            _TRANSPORT,
            Facet(
                "publisher",
                "Publisher",
                lambda tool: (tool.publisher,),
                self._publisher_title,
                "Tools of {}",
            ),
            _AUTHOR,
            Facet("tag", "Tag", self._tags, self._tag_label, "Tools tagged {}"),
        )

    def values(self, facet: Facet) -> tuple[Value, ...]:
        """Return the values of *facet* that some tool has, the most frequent first."""
        return self._values[facet.id]

    @cached_property
    def _values(self) -> dict[str, tuple[Value, ...]]:
        by_facet: dict[str, tuple[Value, ...]] = {}
        for facet in self.all:
            tools: dict[str, list[ToolEntry]] = {}
            for tool in self.entries.tools:
                for value_id in facet.of(tool):
                    tools.setdefault(value_id, []).append(tool)
            values = (
                Value(
                    value_id, facet.name(value_id), tuple(found_in), facet_page(facet.id, value_id)
                )
                for value_id, found_in in tools.items()
            )
            by_facet[facet.id] = tuple(sorted(values, key=lambda value: (-value.count, value.id)))
        return by_facet

    def _categories(self, tool: ToolEntry) -> tuple[str, ...]:
        category = self.entries.manual_by_id[tool.manual_id].category
        return (category,) if category else ()

    def _publisher_title(self, name: str) -> str:
        return self._publisher_titles.get(name, name)

    @cached_property
    def _publisher_titles(self) -> dict[str, str]:
        return {each.name: each.title for each in self.entries.publishers}

    @cached_property
    def _tag_labels(self) -> dict[str, str]:
        """The spelling of each tag that most tools use."""
        spellings = Counter(tag for tool in self.entries.tools for tag in self._spelt_tags(tool))
        labels: dict[str, str] = {}
        for tag, _ in sorted(spellings.items(), key=lambda item: (-item[1], item[0])):
            labels.setdefault(paths.slug(tag), tag)
        return labels

    def _spelt_tags(self, tool: ToolEntry) -> tuple[str, ...]:
        return (*tool.tags, *self.entries.manual_by_id[tool.manual_id].tags)

    def _tags(self, tool: ToolEntry) -> tuple[str, ...]:
        """Return the part of an address for each tag of *tool* and its manual, each once."""
        return tuple(dict.fromkeys(filter(None, map(paths.slug, self._spelt_tags(tool)))))

    def _tag_label(self, slug: str) -> str:
        return self._tag_labels.get(slug, slug)


def facet_page(facet: str, value: str) -> str:
    """Return the folder of the page that lists the tools with *value*."""
    own = {"tag": "tags/", "publisher": "publishers/"}
    return f"{own.get(facet, f'catalogue/{facet}/')}{value}/"
