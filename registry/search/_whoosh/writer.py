"""Write an index with Whoosh, from postings that are sorted already."""

from __future__ import annotations

from array import array
from operator import sub
from typing import TYPE_CHECKING

from whoosh import fields, index
from whoosh.codec import whoosh3

from registry.search._whoosh.files import (
    ABOUT,
    BEGIN,
    END,
    FIELDS,
    RECORD,
    TEXT,
    UNASKED,
    UNKNOWN,
    WISH,
    WISHED,
    Storage,
    index_schema,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from registry.search.inverted_index import Inverted


class _PostingsWriter(whoosh3.W3PostingsWriter):  # type: ignore[misc]
    """Whoosh's writer, given all postings of a term at once; it would look at each by itself."""

    def add_all(self, documents: array[int], scores: Sequence[int]) -> None:
        """Write every block but the last, which `finish_postings` writes."""
        for start in range(0, len(documents), self._blocklimit):
            if start:
                self._write_block()
            self._ids = documents[start : start + self._blocklimit]
            self._weights = array("f", scores[start : start + self._blocklimit])
            self._maxweight = max(self._weights)

    def _mini_ids(self) -> tuple[int, ...]:
        """Return the first document and the distance to each next one."""
        return (self._ids[0], *map(sub, self._ids[1:], self._ids))

    def _mini_weights(self) -> tuple[int, ...] | float | None:
        """Return None where every weight is 1, one weight where all are equal, else all.

        Whoosh would write each as a fraction, which takes three times the bytes.
        """
        first = self._weights[0]
        if self._weights.count(first) < len(self._weights):
            return tuple(map(int, self._weights))
        return None if first == 1 else float(first)


class _FieldWriter(whoosh3.W3FieldWriter):  # type: ignore[misc]
    """Whoosh's writer, given the postings that it would else collect and sort itself."""

    def add_postings(self, schema: fields.Schema, _lengths: None, inverted: Inverted) -> None:
        """Write every field, sorted, with its terms, sorted."""
        for name in sorted(FIELDS):
            terms = _terms(inverted, name)
            if not terms:
                continue
            self.start_field(name, schema[name])
            for term in sorted(terms):
                self.start_term(term.encode())
                self._postwriter.add_all(*terms[term])
                self.finish_term()
            self.finish_field()


def _terms(inverted: Inverted, field: str) -> dict[str, tuple[array[int], Sequence[int]]]:
    """Return the documents of each term of *field*, and what the term is worth there."""
    if field in (TEXT, WISHED):
        every = inverted.terms if field == TEXT else inverted.wished
        return {term: (found.documents, found.scores) for term, found in every.items()}
    first = array("I", [0])
    if field == ABOUT:
        about = {UNKNOWN: inverted.unknown_weight} | ({} if inverted.has_phrases else {UNASKED: 1})
        return {term: (first, [score]) for term, score in about.items()} if inverted.tools else {}
    if field in (BEGIN, END):
        step = 1 if field == BEGIN else -1
        return {f"{word[::step]} {count}": (first, [1]) for word, count in inverted.words.items()}
    if field == WISH:
        return {f"{number} {wish}": (first, [1]) for number, wish in enumerate(inverted.wishes)}
    labels = inverted.facets[field]
    return {label: (found, [1] * len(found)) for label, found in labels.items()}


BLOCK = 1024
"""Postings that are compressed together; a question reads all of them, so few blocks are better."""


class _Codec(whoosh3.W3Codec):  # type: ignore[misc]
    """Whoosh's codec with a fixed name for the segment, where Whoosh draws a random one."""

    length_stats = False

    def new_segment(self, _storage: Storage, indexname: str) -> whoosh3.W3Segment:
        """Return the one segment of the index."""
        return whoosh3.W3Segment(whoosh3.W3Codec(), indexname, segid="tools")

    def field_writer(self, storage: Storage, segment: whoosh3.W3Segment) -> _FieldWriter:
        """Return the writer of all fields."""
        return _FieldWriter(self, storage, segment)

    def postings_writer(self, file: object) -> _PostingsWriter:
        """Return the writer of a field's postings."""
        return _PostingsWriter(file, self._blocklimit)


class _Pool:
    """The postings in the form that Whoosh's writer expects."""

    def __init__(self, inverted: Inverted) -> None:
        self._inverted = inverted

    def iter_postings(self) -> Inverted:
        """Return what `_FieldWriter` writes."""
        return self._inverted

    def cleanup(self) -> None:
        """Do nothing: there are no temporary files."""


def write(inverted: Inverted) -> dict[str, bytes]:
    """Return the files of a Whoosh index: equal bytes for equal input."""
    storage = Storage()
    writer = index.FileIndex.create(storage, index_schema()).writer(codec=_Codec(blocklimit=BLOCK))
    for tool in inverted.tools:
        writer.add_document(**{RECORD: tool.to_record()})
    writer.pool = _Pool(inverted)
    writer.commit()
    return dict(storage.files)
