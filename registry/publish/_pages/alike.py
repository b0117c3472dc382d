"""Find tools of other manuals that do something alike: those that share the rarest words."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from registry.memo import once_for_each
from registry.publish._pages import paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.model import Catalogue, Tool

MOST = 5
MOST_OF_MANUAL = 2
"""Tools of one manual among them."""

MOST_SHARING = 20
"""Tools that may share a word before it says nothing about them."""

LEAST = 0.1
"""How rare the shared words must be in all: a single one that ten tools share is enough."""

COMMON = frozenset(
    {"add", "by", "check", "compare", "convert", "count", "create", "delete", "edit", "estimate"}
    | {"fetch", "find", "follow", "for", "from", "get", "list", "load", "make", "many", "new"}
    | {"of", "post", "put", "query", "read", "recent", "remove", "run", "save", "search", "send"}
    | {"set", "show", "start", "stop", "to", "update", "with", "write"}
)
"""Words that say what is done, not to what: tools that share nothing else are not alike."""

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@once_for_each
def alike(catalogue: Catalogue) -> Alike:
    """Return the tools of *catalogue* by what they share."""
    return Alike(catalogue)


class Alike:
    """The tools of a catalogue by the words of their names and their tags."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._tools = catalogue.tools
        self._manual_tags = {each.id: each.tags for each in catalogue.listed}
        self._sharing: dict[str, list[int]] = {}
        self._words = [tuple(self._words_of(tool)) for tool in self._tools]
        self._numbers = {tool.id: number for number, tool in enumerate(self._tools)}
        for number, words in enumerate(self._words):
            for word in words:
                self._sharing.setdefault(word, []).append(number)

    def to(self, tool: Tool) -> tuple[Tool, ...]:
        """Return the tools of other manuals that are most like *tool*, the likest first."""
        scores: dict[int, float] = {}
        for word in self._words[self._numbers[tool.id]]:
            sharing = self._sharing[word]
            if len(sharing) <= MOST_SHARING:
                for number in sharing:
                    scores[number] = scores.get(number, 0) + 1 / len(sharing)
        others = (
            (-score, number)
            for number, score in scores.items()
            if score >= LEAST and self._tools[number].manual_id != tool.manual_id
        )
        best = (self._tools[number] for _, number in heapq.nsmallest(MOST * 4, others))
        return tuple(islice(_mixed(best), MOST))

    def _words_of(self, tool: Tool) -> Iterator[str]:
        tags = (*tool.tags, *self._manual_tags.get(tool.manual_id, ()))
        names = (part.lower() for part in _PARTS.findall(tool.name))
        words = dict.fromkeys((*map(paths.slug, tags), *names))
        yield from (word for word in words if word not in COMMON)


def _mixed(tools: Iterable[Tool]) -> Iterator[Tool]:
    """Yield *tools* without those that would crowd out other manuals."""
    seen: Counter[str] = Counter()
    for tool in tools:
        seen[tool.manual_id] += 1
        if seen[tool.manual_id] <= MOST_OF_MANUAL:
            yield tool
