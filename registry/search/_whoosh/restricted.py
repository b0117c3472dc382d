"""Let Whoosh read an index that may be doctored.

Whoosh pickles parts of its files, and unpickling a manipulated file runs the attacker's code.
While this package reads an index, Whoosh unpickles nothing but plain data and the classes that its
own segments consist of. Other users of Whoosh in the same process, in any thread, find it
unchanged.
"""

from __future__ import annotations

import collections
import io
import pickle
import zlib
from collections import UserDict
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from whoosh import columns, formats, index
from whoosh.codec import whoosh3
from whoosh.filedb import structfile

from registry.search.errors import UnusableIndexError, blaming_the_index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import ModuleType

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


def decompress(data: bytes) -> bytes:
    inflater = zlib.decompressobj()
    block = inflater.decompress(data, MAX_BLOCK)
    if inflater.unconsumed_tail:
        raise UnusableIndexError(f"one of its blocks unfolds to more than {MAX_BLOCK:,} bytes")
    return block


_IS_OURS: ContextVar[bool] = ContextVar("this package reads an index", default=False)


@contextmanager
def restricted() -> Iterator[None]:
    """Let Whoosh read nothing harmful in this thread, and raise UnusableIndexError for the rest."""
    token = _IS_OURS.set(True)
    try:
        with blaming_the_index():
            yield
    finally:
        _IS_OURS.reset(token)


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
    whoosh3.zlib = _module(zlib, decompress=_guarded(zlib.decompress, decompress))
    columns.zlib = whoosh3.zlib
    # Columns look the name of their compression module up by calling `__import__`.
    columns.__import__ = _guarded(__import__, {"zlib": whoosh3.zlib}.__getitem__)


def _load(stream: io.BufferedIOBase) -> object:
    return _Unpickler(stream).load()


def _loads(data: bytes) -> object:
    return _Unpickler(io.BytesIO(data)).load()


def _guarded(stock: Callable[..., Any], ours: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is *ours* while this package reads an index, and else *stock*."""

    def chosen(*arguments: Any) -> Any:  # noqa: ANN401 - whatever Whoosh hands over
        return (ours if _IS_OURS.get() else stock)(*arguments)

    return chosen


def _module(module: ModuleType, **changed: Any) -> SimpleNamespace:  # noqa: ANN401 - functions
    """Return what has all that *module* offers, with some of it *changed*."""
    names = (name for name in vars(module) if not name.startswith("_"))
    return SimpleNamespace(**{name: getattr(module, name) for name in names} | changed)


_guard_whoosh()
