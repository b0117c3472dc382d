"""Read the index that lies in small JSON files, a few of them for each question.

Nothing in these files can be run, so they may come from anywhere.
"""

from __future__ import annotations

import json
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from registry.search.asking import Answer, ask
from registry.search.documents import Card
from registry.search.errors import UnusableIndexError, blaming_the_index
from registry.search.shards import FORMAT, INDEX, block_path, key, shard_path

if TYPE_CHECKING:
    from collections.abc import Callable


class Shards:
    """The index below a folder or an address."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """*read* returns the file at a path below the index's own folder."""
        self._read = read
        self._files: dict[str, dict[str, Any]] = {}
        self._labelled: dict[tuple[str, str], frozenset[int]] = {}

    def query(self, text: str, *, limit: int = 10, **narrowed: str | None) -> Answer:
        """Return the tools that answer the question *text* best; see `asking.ask`.

        Raises UnusableIndexError where a file is not what it should be, and what `read` raises.
        """
        return ask(self, text, limit, **narrowed)

    def postings(self, term: str) -> list[tuple[int, int]]:
        """Return the documents that have *term*, rising, each with the term's score there."""
        with blaming_the_index():
            documents, scores = self._entry(term) or ([], [])
            return list(zip(accumulate(documents), scores, strict=True))

    def labelled(self, facet: str, label: str) -> frozenset[int]:
        """Return the documents that have *label* in *facet*."""
        found = self._labelled.get((facet, label))
        if found is None:
            with blaming_the_index():
                runs = self._entry(f"{facet}:{label}") or []
                pairs = zip(runs[::2], runs[1::2], strict=True)
                spans = (range(start, start + count) for start, count in pairs)
                found = frozenset(chain.from_iterable(spans))
            self._labelled[facet, label] = found
        return found

    def beginning_with(self, start: str) -> list[tuple[str, int]]:
        """Return the terms that begin with *start*, each with the number of its documents."""
        wanted = key(start)[:-1]
        with blaming_the_index():
            return [
                (term, len(entry[0]))
                for prefix in self._index["shards"]
                if prefix.startswith(wanted) or wanted.startswith(prefix)
                for term, entry in self._json(shard_path(prefix)).items()
                if term.startswith(start) and ":" not in term
            ]

    def card(self, document: int) -> Card:
        """Return what is shown of *document*."""
        with blaming_the_index():
            block, row = divmod(document, self._index["block"])
            return Card.from_fields(self._json(block_path(block))["tools"][row])

    @cached_property
    def _index(self) -> dict[str, Any]:
        index = self._json(INDEX)
        if index["format"] != FORMAT:
            raise UnusableIndexError("it was made by another version of the registry")
        return index

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
