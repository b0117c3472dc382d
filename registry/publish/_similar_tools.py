"""Find tools of other manuals that do the same: those with the same rare words, or none at all."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from registry.model import Effect
from registry.model.naming import ToolId
from registry.search import analysis

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.model.entries import Entries, ManualEntry, ToolEntry

MOST = 4
MOST_OF_MANUAL = 2
"""Tools of one manual among them."""

MOST_SHARING = 40
"""Tools that may share a word before it says nothing about them."""

FLOOR, FLOOR_ELSEWHERE = 0.25, 0.4
"""How alike two tools must be, as the cosine of their words, in one category and in different ones.

Below it, most of what was shown for the tools of this registry's own manuals was wrong.
"""

SHARED, SHARED_ELSEWHERE = 2, 3
"""How many words they must share."""

IN_NAME, IN_TAGS, IN_SUMMARY = 3, 2, 1
"""What a word is worth by the place where it is said, the best of them."""

COMMON = frozenset(
    {"add", "check", "compare", "convert", "count", "create", "delete", "edit", "estimate", "fetch"}
    | {"find", "follow", "from", "get", "list", "load", "make", "many", "new", "post", "put"}
    | {"query", "read", "recent", "remove", "run", "save", "search", "send", "set", "show"}
    | {"start", "stop", "update", "write"}
)
"""Words that say what is done, not to what: tools that share nothing else are not alike."""

_ACTS: Mapping[str, frozenset[str]] = {
    "make": frozenset(
        {"add", "append", "compose", "create", "insert", "invite", "make", "new", "open", "post"}
        | {"publish", "put", "reply", "schedule", "send", "start", "submit", "upload", "write"}
    ),
    "change": frozenset(
        {"change", "edit", "modify", "patch", "rename", "replace", "set", "update"}
    ),
    "remove": frozenset({"archive", "cancel", "clear", "delete", "discard", "remove", "trash"}),
}
"""By what they do, the first words in names of tools that change something."""


Neighbours: TypeAlias = dict[str, tuple[ToolId, ...]]
"""By the names of a manual's tools, what is alike in other manuals."""


class Alike:
    """The tools of a catalogue by the words of their names, tags and summaries."""

    def __init__(self, entries: Entries) -> None:
        self._tools = entries.tools
        self._categories = {each.id: each.category for each in entries.listed}
        self._numbers = {tool.id: number for number, tool in enumerate(self._tools)}
        self._sharing: dict[str, list[int]] = {}
        words_of_tools = [_words_of(tool) for tool in self._tools]
        for number, words in enumerate(words_of_tools):
            for word in words:
                self._sharing.setdefault(word, []).append(number)
        self._weights = [self._weighed(words) for words in words_of_tools]
        self._acts = [*map(_act_of, self._tools)]

    def of_manual(self, manual: ManualEntry) -> Neighbours:
        """Return what `to` does for each tool of *manual*, by the tool's name."""
        return {tool.name: self.to(tool) for tool in manual.tools}

    def to(self, tool: ToolEntry) -> tuple[ToolId, ...]:
        """Return the tools of other manuals that are alike enough, the likest first; often ()."""
        scores: dict[int, float] = {}
        shared: Counter[int] = Counter()
        own_number = self._numbers[tool.id]
        for word, weight in self._weights[own_number].items():
            for number in self._sharing[word]:
                scores[number] = scores.get(number, 0) + weight * self._weights[number][word]
                shared[number] += 1
        alike = (
            (-score, number)
            for number, score in scores.items()
            if self._acts[number] == self._acts[own_number]
            and self._is_alike(tool, self._tools[number], score, shared[number])
        )
        best = (self._tools[number] for _, number in sorted(alike))
        return tuple(
            ToolId(each.publisher, each.manual, each.name) for each in islice(_mixed(best), MOST)
        )

    def _is_alike(self, tool: ToolEntry, other: ToolEntry, score: float, shared: int) -> bool:
        if tool.manual_id == other.manual_id:
            return False
        category = self._categories.get(tool.manual_id)
        if category and category == self._categories.get(other.manual_id):
            return score >= FLOOR and shared >= SHARED
        return score >= FLOOR_ELSEWHERE and shared >= SHARED_ELSEWHERE

    def _weighed(self, words: Mapping[str, int]) -> dict[str, float]:
        """Return the rare ones of *words*, each with its part of a vector of length one."""
        total = len(self._tools)
        rare = {
            word: worth * math.log(1 + total / len(self._sharing[word]))
            for word, worth in words.items()
            if len(self._sharing[word]) <= MOST_SHARING
        }
        length = math.sqrt(sum(weight * weight for weight in rare.values()))
        return {word: weight / length for word, weight in rare.items()}


def _act_of(tool: ToolEntry) -> str:
    """Return what *tool* does, whatever it is about: one that sends is not like one that deletes.

    Of tools that change something, the name says more than the effect, which some overstate.
    """
    if tool.effect is Effect.READ:
        return Effect.READ
    first = next(iter(analysis.words(tool.name)), "")
    return next((act for act, words in _ACTS.items() if first in words), first)


def _words_of(tool: ToolEntry) -> dict[str, int]:
    """Return the stems of what is said of *tool*, each with what its best place is worth."""
    worths: dict[str, int] = {}
    places = ((tool.summary, IN_SUMMARY), (" ".join(tool.tags), IN_TAGS), (tool.name, IN_NAME))
    for text, worth in places:
        for word in analysis.words(text):
            if word not in COMMON:
                worths[analysis.stem(word)] = worth
    return worths


def _mixed(tools: Iterable[ToolEntry]) -> Iterator[ToolEntry]:
    """Yield *tools* without those that would crowd out other manuals."""
    counts: Counter[str] = Counter()
    for tool in tools:
        counts[tool.manual_id] += 1
        if counts[tool.manual_id] <= MOST_OF_MANUAL:
            yield tool
