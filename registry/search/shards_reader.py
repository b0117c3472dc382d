"""Read the index of small JSON files, a few of them per question.

Nothing in these files can be run, so they may come from anywhere.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from registry.search import quality
from registry.search.answer import SearchAnswer, ask
from registry.search.documents import ToolSummary
from registry.search.errors import UnusableIndexError, another_format, blaming_the_index
from registry.search.shards import (
    FORMAT,
    INDEX,
    LABELS,
    NAMES,
    WISH,
    block_path,
    key,
    shard_path,
    wishes_path,
    words_of,
    words_path,
)
from registry.search.spelling import END, is_right

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_TOOLS = 1_000_000
"""The maximum number of tools: a file of a few bytes may name any range of them."""


class Shards:
    """The index below a folder or an address."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """*read* returns the file at a path below the index's own folder."""
        self._read = read
        self._files: dict[str, dict[str, Any]] = {}
        self._labelled: dict[tuple[str, str], frozenset[int]] = {}

    def query(self, text: str, *, limit: int = 10, **narrowed: str | None) -> SearchAnswer:
        """Return the tools that answer the question *text* best; see `answer.ask`.

        Raises UnusableIndexError where a file is not what it should be, and what `read` raises.
        """
        return ask(self, text, limit, **narrowed)

    def postings(self, term: str) -> dict[int, int]:
        """Return the documents that have *term*, rising, each with the term's score there."""
        with blaming_the_index():
            return _posted(self._entry(term), self._count)

    def wished(self, term: str) -> dict[int, int]:
        """Return the numbers of the wishes that have *term*, rising, with its score in each."""
        with blaming_the_index():
            return _posted(self._entry(f"{WISH}:{term}"), int(self._index["wishes"]))

    def sign_weights(self) -> dict[str, int]:
        """Return the weight of each sign of a good answer."""
        with blaming_the_index():
            weights = self._index["judging"]["weights"]
            return {name: int(weights[name]) for name in quality.WEIGHTS}

    def wish(self, number: int) -> str:
        """Return the wish with the *number*."""
        with blaming_the_index():
            block, row = divmod(number, self._index["wishes_block"])
            return str(self._json(wishes_path(block))["wishes"][row])

    def length_of_wish(self, number: int) -> int:
        """Return the number of different terms of the wish with the *number*."""
        with blaming_the_index():
            return bisect_right([int(each) for each in self._index["wish_lengths"]], number)

    def labelled(self, facet: str, label: str) -> frozenset[int]:
        """Return the documents that have *label* in *facet*."""
        documents = self._labelled.get((facet, label))
        if documents is None:
            with blaming_the_index():
                runs = self._entry(f"{facet}:{label}") or []
                documents = frozenset(chain.from_iterable(_spans(runs, self._count)))
            self._labelled[facet, label] = documents
        return documents

    def labels(self, facet: str) -> list[str]:
        """Return the labels of *facet*, sorted."""
        with blaming_the_index():
            return [str(each) for each in self._json(LABELS)[facet]]

    def words(self, group: str) -> dict[str, int]:
        """Return the words that begin as in `we-` or end as in `-er`, with their tools."""
        with blaming_the_index():
            found = self._json(words_path(words_of(group))).get(group, {})
            return {str(word): int(count) for word, count in found.items()}

    def is_english(self, word: str) -> bool:
        """Return whether *word* is spelt right though no tool has it."""
        with blaming_the_index():
            start = word[:END]
            found = self._json(words_path(words_of(f"{start}-")))
            return word in found.get(f"{start}-", {}) or is_right(
                word, found.get(start, "").split()
            )

    def is_product(self, word: str) -> bool:
        """Return whether *word*, which no tool has, is the name of a product."""
        with blaming_the_index():
            return word in self._json(NAMES)["products"]

    def known_places(self) -> frozenset[str]:
        """Return the names of places that some tool has."""
        with blaming_the_index():
            return frozenset(self._index["analysis"]["places"])

    def is_place(self, word: str) -> bool:
        """Return whether *word*, which no tool has, is the name of a place."""
        with blaming_the_index():
            return word in self._json(NAMES)["places"]

    def unknown_weight(self) -> int:
        """Return the weight of an unknown word: the score of one that a single tool has."""
        with blaming_the_index():
            return int(self._index["judging"]["unknown"])

    def tool(self, document: int) -> ToolSummary:
        """Return the summary of *document*."""
        with blaming_the_index():
            block, row = divmod(document, self._index["block"])
            return ToolSummary.from_fields(self._json(block_path(block))["tools"][row])

    @cached_property
    def _index(self) -> dict[str, Any]:
        index = self._json(INDEX)
        if index["format"] != FORMAT:
            raise another_format(index["format"], FORMAT)
        return index

    @cached_property
    def _count(self) -> int:
        count = int(self._index["tools"])
        if count > MOST_TOOLS:
            raise UnusableIndexError(f"it has {count:,} tools, and {MOST_TOOLS:,} are allowed")
        return count

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        return frozenset(self._index["shards"])

    def _entry(self, term: str) -> list[Any] | None:
        wanted = key(term)
        beginnings = (wanted[:length] for length in range(len(wanted), 0, -1))
        prefix = next((each for each in beginnings if each in self._prefixes), None)
        return None if prefix is None else self._json(shard_path(prefix)).get(term)

    def _json(self, path: str) -> dict[str, Any]:
        if path not in self._files:
            self._files[path] = json.loads(self._read(path))
        return self._files[path]


def _posted(entry: list[Any] | None, most: int) -> dict[int, int]:
    """Return the numbers in *entry*, all below *most*, with their scores. Raises ValueError.

    The file may say anything, and nothing after this looks at it again.
    """
    if not entry:
        return {}
    steps, scores = entry
    if {*map(type, chain(steps, scores))} != {int}:
        raise ValueError("something is no whole number")
    numbers = [*accumulate(steps)]
    if numbers[0] < 0 or numbers[-1] >= most or min(steps[1:], default=1) < 1:
        raise ValueError("numbers do not rise, or are too high")
    return dict(zip(numbers, scores, strict=True))


def _spans(runs: list[Any], most: int) -> Iterator[range]:
    """Yield the *runs*, each a start and a length, which follow one another and end at *most*."""
    end = 0
    for start, count in zip(runs[::2], runs[1::2], strict=True):
        if not end <= start <= start + count <= most:
            raise ValueError("runs overlap, or are too long")
        end = start + count
        yield range(start, end)
