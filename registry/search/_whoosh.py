"""The door to Whoosh: the only module that imports it, builds with it and reads what it wrote.

Whoosh pickles parts of its files, and unpickling a manipulated file runs the attacker's code.
While this module reads an index, Whoosh unpickles nothing but plain data and the classes that its
own segments consist of. Other users of Whoosh in the same process, in any thread, find it
unchanged.
"""

from __future__ import annotations

import collections
import io
import pickle
import zlib
from array import array
from collections import UserDict
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import accumulate
from operator import sub
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from whoosh import analysis, columns, fields, formats, index
from whoosh.codec import whoosh3
from whoosh.filedb import filestore, structfile

from registry.search import quality
from registry.search.documents import LABELLED, ToolSummary
from registry.search.errors import UnusableIndexError, blaming_the_index
from registry.search.spelling import english, places, products

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

    from registry.search.inverted_index import Inverted

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
"""Bytes a compressed block may unfold to: an honest one holds `BLOCK` postings or one record."""


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


_IS_OURS: ContextVar[bool] = ContextVar("this module reads an index", default=False)


@contextmanager
def _restricted() -> Iterator[None]:
    """Let Whoosh read nothing harmful in this thread, and raise UnusableIndexError for the rest."""
    token = _IS_OURS.set(True)
    try:
        with blaming_the_index():
            yield
    finally:
        _IS_OURS.reset(token)


def _guarded(stock: Callable[..., Any], ours: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is *ours* while this module reads an index, and else *stock*."""

    def chosen(*arguments: Any) -> Any:  # noqa: ANN401 - whatever Whoosh hands over
        return (ours if _IS_OURS.get() else stock)(*arguments)

    return chosen


class _Loaders(UserDict[int, Any]):
    """The loaders of old tables of contents, which have unpicklers of their own: none for us."""

    def __contains__(self, version: object) -> bool:
        return not _IS_OURS.get() and super().__contains__(version)


def _guard_whoosh() -> None:
    """Guard every way in which Whoosh unpickles or decompresses an index."""
    structfile.load_pickle = _guarded(structfile.load_pickle, _load)
    for module in (whoosh3, columns, formats):
        module.loads = _guarded(module.loads, _loads)
    index.pickle = _module(pickle, loads=_guarded(pickle.loads, _loads))
    index.toc_loaders = _Loaders(index.toc_loaders)
    whoosh3.zlib = _module(zlib, decompress=_guarded(zlib.decompress, _decompress))
    columns.zlib = whoosh3.zlib
    # Columns look the name of their compression module up by calling `__import__`.
    columns.__import__ = _guarded(__import__, {"zlib": whoosh3.zlib}.__getitem__)


def _module(module: ModuleType, **changed: Any) -> SimpleNamespace:  # noqa: ANN401 - functions
    """Return what has all that *module* offers, with some of it *changed*."""
    names = (name for name in vars(module) if not name.startswith("_"))
    return SimpleNamespace(**{name: getattr(module, name) for name in names} | changed)


_guard_whoosh()

# --- writing --------------------------------------------------------------------------------

_TEXT = "text"
_RECORD = "record"
_BEGIN, _END = "begin", "end"
"""The words that are written in tools, each with the number of these behind it; and backwards."""
_ABOUT = "about"
"""The weight of an unknown word, stored as the score of the only term `unknown`."""
_UNKNOWN = "unknown"
_UNASKED = "unasked"
"""A term beside it where most tools do not say in which words people ask for them."""
_WISHED, _WISH = "wished", "wish"
"""The wishes by their terms, and the text of each, stored as a term behind its number."""
_FIELDS = (_TEXT, *LABELLED, _BEGIN, _END, _ABOUT, _WISHED, _WISH)


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

    def open_file(self, name: str, **_: object) -> _Window:
        """Return the file *name*, to be read."""
        return _Window(self.files[name], name=name)

    def destroy(self) -> None:
        """Forget the files."""
        self.files.clear()


class _Window(structfile.StructFile):  # type: ignore[misc]
    """A part of *data* from *start* on as a file, of which no part is a copy.

    Whoosh would copy each part twice, which takes longer than a question. What reads over its end
    reads on in *data*.
    """

    def __init__(self, data: bytes, start: int = 0, name: str | None = None) -> None:
        """Begin at the *start*."""
        super().__init__(io.BytesIO(data), name)  # it shares the bytes
        self._data = data
        self._start = start
        self.seek(0)

    def subset(self, offset: int, _length: int, name: str | None = None) -> _Window:
        """Return the part from *offset* on."""
        return _Window(self._data, self._start + offset, name)

    def seek(self, place: int, whence: int = io.SEEK_SET) -> None:
        """Go on reading at *place*."""
        self.file.seek(self._start + place if whence == io.SEEK_SET else place, whence)

    def tell(self) -> int:
        """Return the place at which reading goes on."""
        return int(self.file.tell()) - self._start

    def get(self, place: int, length: int) -> bytes:
        """Return *length* bytes at *place*."""
        start = self._start + place
        return self._data[start : start + length]


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
    if field in (_TEXT, _WISHED):
        every = inverted.terms if field == _TEXT else inverted.wished
        return {term: (found.documents, found.scores) for term, found in every.items()}
    first = array("I", [0])
    if field == _ABOUT:
        about = {_UNKNOWN: inverted.unknown} | ({} if inverted.has_phrases else {_UNASKED: 1})
        return {term: (first, [score]) for term, score in about.items()} if inverted.tools else {}
    if field in (_BEGIN, _END):
        step = 1 if field == _BEGIN else -1
        return {f"{word[::step]} {count}": (first, [1]) for word, count in inverted.words.items()}
    if field == _WISH:
        return {f"{number} {wish}": (first, [1]) for number, wish in enumerate(inverted.wishes)}
    labels = inverted.facets[field]
    return {label: (found, [1] * len(found)) for label, found in labels.items()}


BLOCK = 1024
"""Postings that are compressed together; a question reads all of them, so few blocks are better."""


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
    storage = _Storage()
    writer = index.FileIndex.create(storage, _schema()).writer(codec=_Codec(blocklimit=BLOCK))
    for tool in inverted.tools:
        writer.add_document(**{_RECORD: tool.to_record()})
    writer.pool = _Pool(inverted)
    writer.commit()
    return dict(storage.files)


# --- reading --------------------------------------------------------------------------------


class Reader:
    """An open index. Every method raises UnusableIndexError where the index is damaged."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Open the index in *files*; the schema it brings is not even read."""
        storage = _Storage()
        storage.files = dict(files)
        self._labelled: dict[tuple[str, str], frozenset[int]] = {}
        with _restricted():
            self._unguarded = index.FileIndex(storage, schema=_schema()).reader()

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        """Give Whoosh's reader, which is used nowhere but within this context."""
        with _restricted():
            yield self._unguarded

    def __len__(self) -> int:
        """Return how many documents there are."""
        with self._reading() as reader:
            return int(reader.doc_count_all())

    def postings(self, term: str) -> dict[int, int]:
        """Return the documents that have *term*, rising, each with the term's score there."""
        return self._postings(_TEXT, term)

    def wished(self, term: str) -> dict[int, int]:
        """Return the numbers of the wishes that have *term*, rising, with its score in each."""
        return self._postings(_WISHED, term)

    def weights(self) -> Mapping[str, int]:
        """Return what each sign of a good answer counts."""
        phrases = not self._postings(_ABOUT, _UNASKED)
        return quality.weights(wishes=bool(self.wish(0)), phrases=phrases)

    def wish(self, number: int) -> str:
        """Return the wish with the *number*, "" if there is none."""
        with self._reading() as reader:
            start = f"{number} "
            found = [term.decode() for term in reader.expand_prefix(_WISH, start)]
        return found[0].removeprefix(start) if found else ""

    def labelled(self, facet: str, label: str) -> frozenset[int]:
        """Return the documents that have *label* in *facet*."""
        found = self._labelled.get((facet, label))
        if found is None:
            found = frozenset(self._postings(facet, label))
            self._labelled[facet, label] = found
        return found

    def labels(self, facet: str) -> list[str]:
        """Return the labels of *facet*, sorted."""
        with self._reading() as reader:
            return [label.decode() for label in reader.lexicon(facet)]

    def words(self, group: str) -> dict[str, int]:
        """Return the words that begin as in `we-` or end as in `-er`, with their tools."""
        step = 1 if group.endswith("-") else -1
        field = _BEGIN if step == 1 else _END
        with self._reading() as reader:
            found = reader.expand_prefix(field, group.strip("-")[::step])
            pairs = [term.decode().split(" ") for term in found]
            return {word[::step]: int(count) for word, count in pairs}

    def is_english(self, word: str) -> bool:
        """Return whether *word* is spelt right, whatever it means."""
        return word in english()

    def is_product(self, word: str) -> bool:
        """Return whether *word* is the name of a product."""
        return word in products()

    def known_places(self) -> frozenset[str]:
        """Return the names of all places: a question looks up whether a tool has one."""
        return places()

    def is_place(self, word: str) -> bool:
        """Return whether *word* is the name of a place."""
        return word in places()

    def unknown(self) -> int:
        """Return what a word would be worth that a single tool has."""
        return next(iter(self._postings(_ABOUT, _UNKNOWN).values()), 0)

    def _postings(self, field: str, term: str) -> dict[int, int]:
        found: dict[int, int] = {}
        with self._reading() as reader:
            if (field, term.encode()) not in reader:
                return found
            matcher = reader.postings(field, term)
            while matcher.is_active():
                found.update(_next_postings(matcher))
        return found

    def tool(self, document: int) -> ToolSummary:
        """Return what is shown of *document*."""
        with self._reading() as reader:
            return ToolSummary.from_record(reader.stored_fields(document)[_RECORD])


def _next_postings(matcher: Any) -> Iterator[tuple[int, int]]:  # noqa: ANN401 - of Whoosh
    """Return the next block of postings, and move on to the block after it.

    Whoosh hands out one by one, which takes three times as long.
    """
    if not isinstance(matcher, whoosh3.W3LeafMatcher):
        only = (matcher.id(), int(matcher.weight()))
        matcher.next()
        return iter((only,))
    matcher._read_data()  # noqa: SLF001
    steps, weights, _ = matcher._data  # noqa: SLF001
    matcher._next_block()  # noqa: SLF001
    if not isinstance(weights, tuple):  # what `_mini_weights` writes
        weights = (1 if weights is None else weights,) * len(steps)
    return zip(accumulate(array("Q", steps)), map(int, weights), strict=True)
