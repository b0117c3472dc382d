"""The door to Whoosh: the only module that imports it, builds with it and reads what it wrote.

Whoosh pickles parts of its files, and unpickling a file that somebody doctored runs their code.
From the import of this module on, Whoosh unpickles nothing in this process but plain data and
the classes that its own segments consist of.
"""

from __future__ import annotations

import collections
import io
import pickle
import zlib
from array import array
from operator import sub
from types import SimpleNamespace
from typing import TYPE_CHECKING

from whoosh import analysis, columns, fields, formats, index
from whoosh.codec import whoosh3
from whoosh.filedb import filestore, structfile

from registry.search.documents import DOES, FACETS, Card
from registry.search.errors import UnusableIndexError, blaming_the_index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from registry.search.inverted import Inverted

# --- reading what may be doctored -----------------------------------------------------------

_HARMLESS: Mapping[tuple[str, str], object] = {
    ("whoosh.codec.whoosh3", "W3Segment"): whoosh3.W3Segment,
    ("whoosh.codec.whoosh3", "W3Codec"): whoosh3.W3Codec,
    ("collections", "defaultdict"): collections.defaultdict,
    ("__builtin__", "int"): int,
    ("builtins", "int"): int,
}
"""Every global in the pickles of an index that is opened with its schema passed in."""

MAX_BLOCK = 16 * 1024 * 1024
"""Bytes a compressed block may unfold to: an honest one holds 128 postings or one record."""


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> object:
        try:
            return _HARMLESS[module, name]
        except KeyError:
            raise UnusableIndexError(f"it asks for {module}.{name} to be run") from None


def _load(stream: io.BufferedIOBase) -> object:
    return _Unpickler(stream).load()


def _loads(data: bytes) -> object:
    return _Unpickler(io.BytesIO(data)).load()


def _decompress(data: bytes) -> bytes:
    inflater = zlib.decompressobj()
    block = inflater.decompress(data, MAX_BLOCK)
    if inflater.unconsumed_tail:
        raise UnusableIndexError(f"one of its blocks unfolds to more than {MAX_BLOCK:,} bytes")
    return block


def _restrict_whoosh() -> None:
    """Replace every way in which Whoosh unpickles or decompresses an index."""
    structfile.load_pickle = _load
    for module in (whoosh3, columns, formats):
        module.loads = _loads
    index.pickle = SimpleNamespace(
        loads=_loads, dumps=pickle.dumps, PicklingError=pickle.PicklingError
    )
    # Tables of contents of before 2010 are read by loaders with an unpickler of their own.
    index.toc_loaders = {}
    whoosh3.zlib = columns.zlib = SimpleNamespace(compress=zlib.compress, decompress=_decompress)
    # Columns look the name of their compression module up by calling `__import__`.
    columns.__import__ = {"zlib": whoosh3.zlib}.__getitem__


_restrict_whoosh()

# --- writing --------------------------------------------------------------------------------

_TEXT = "text"
_RECORD = "record"
_FIELDS = (_TEXT, *FACETS, DOES)


def _schema() -> fields.Schema:
    """Return the schema of every index: a field of scored terms, one a facet, and the record.

    The weight of a posting is its score, so the fields are not what Whoosh calls scorable: stock
    Whoosh adds up the very same scores when it opens the index.
    """
    words = analysis.SpaceSeparatedTokenizer()
    bags = {name: fields.FieldType(formats.Existence(), words) for name in _FIELDS}
    return fields.Schema(**{_RECORD: fields.STORED()}, **bags)


class _Storage(filestore.RamStorage):  # type: ignore[misc]
    """Files in memory, of which Whoosh notes no times and makes no temporary ones on disk."""

    def file_modified(self, _name: str) -> float:
        """Return the same time for every file: it becomes part of the index."""
        return 0.0

    def temp_storage(self, _name: str | None = None) -> _Storage:
        """Return another such storage."""
        return _Storage()

    def destroy(self) -> None:
        """Forget the files."""
        self.files.clear()


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


class _FieldWriter(whoosh3.W3FieldWriter):  # type: ignore[misc]
    """Whoosh's writer, given the postings that it would else collect and sort itself."""

    def add_postings(self, schema: fields.Schema, _lengths: None, inverted: Inverted) -> None:
        """Write every field, sorted, with its terms, sorted."""
        for name in sorted(_FIELDS):
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
    if field == _TEXT:
        return {term: (found.documents, found.scores) for term, found in inverted.terms.items()}
    labels = inverted.facets[field]
    return {label: (found, [1] * len(found)) for label, found in labels.items()}


class _Codec(whoosh3.W3Codec):  # type: ignore[misc]
    """Whoosh's codec with a fixed name for the segment, where Whoosh draws a random one."""

    length_stats = False

    def new_segment(self, _storage: _Storage, indexname: str) -> whoosh3.W3Segment:
        """Return the one segment of the index."""
        return whoosh3.W3Segment(whoosh3.W3Codec(), indexname, segid="tools")

    def field_writer(self, storage: _Storage, segment: whoosh3.W3Segment) -> _FieldWriter:
        """Return the writer of all fields."""
        return _FieldWriter(self, storage, segment)

    def postings_writer(self, file: object) -> _PostingsWriter:
        """Return the writer of a field's postings."""
        return _PostingsWriter(file, self._blocklimit)


class _Pool:
    """What Whoosh's writer takes for the postings it has collected."""

    def __init__(self, inverted: Inverted) -> None:
        self._inverted = inverted

    def iter_postings(self) -> Inverted:
        """Return what `_FieldWriter` writes."""
        return self._inverted

    def cleanup(self) -> None:
        """Do nothing: there are no temporary files."""


def write(inverted: Inverted) -> dict[str, bytes]:
    """Return the files of a Whoosh index: equal bytes for equal input."""
    storage = _Storage()
    writer = index.FileIndex.create(storage, _schema()).writer(codec=_Codec())
    for card in inverted.cards:
        writer.add_document(**{_RECORD: card.to_record()})
    writer.pool = _Pool(inverted)
    writer.commit()
    return dict(storage.files)


# --- reading --------------------------------------------------------------------------------


class Reader:
    """An open index. Every method raises UnusableIndexError where the index is damaged."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Open the index in *files*; the schema it brings is not even read."""
        storage = filestore.RamStorage()
        storage.files = dict(files)
        self._labelled: dict[tuple[str, str], frozenset[int]] = {}
        with blaming_the_index():
            self._reader = index.FileIndex(storage, schema=_schema()).reader()

    def __len__(self) -> int:
        """Return how many documents there are."""
        return int(self._reader.doc_count_all())

    def postings(self, term: str) -> list[tuple[int, int]]:
        """Return the documents that have *term*, rising, each with the term's score there."""
        return self._postings(_TEXT, term)

    def labelled(self, facet: str, label: str) -> frozenset[int]:
        """Return the documents that have *label* in *facet*."""
        found = self._labelled.get((facet, label))
        if found is None:
            found = frozenset(document for document, _ in self._postings(facet, label))
            self._labelled[facet, label] = found
        return found

    def beginning_with(self, start: str) -> list[tuple[str, int]]:
        """Return the terms that begin with *start*, each with the number of its documents."""
        with blaming_the_index():
            return [
                (term.decode(), self._reader.doc_frequency(_TEXT, term))
                for term in self._reader.expand_prefix(_TEXT, start)
            ]

    def _postings(self, field: str, term: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        with blaming_the_index():
            if (field, term.encode()) not in self._reader:
                return found
            matcher = self._reader.postings(field, term)
            while matcher.is_active():
                found.append((matcher.id(), int(matcher.weight())))
                matcher.next()
        return found

    def card(self, document: int) -> Card:
        """Return what is shown of *document*."""
        with blaming_the_index():
            return Card.from_record(self._reader.stored_fields(document)[_RECORD])
