"""A value that stays pickled in a process that only passes it on."""

from __future__ import annotations

import pickle
import zlib
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Sealed(Generic[T]):
    """A value that is pickled when it goes to another process, and stays so until it is opened.

    Inside one process, it is never pickled.
    """

    __slots__ = ("_bytes", "_is_compressed", "_value")

    def __init__(self, value: T, *, is_compressed: bool = False) -> None:
        """Seal *value*, which must be picklable.

        *is_compressed* is for values of which many are kept at a time: text takes a quarter.
        """
        self._value: T | None = value
        self._bytes = b""
        self._is_compressed = is_compressed

    def open(self) -> T:
        """Return the value, or an equal one if it came as bytes."""
        if not self._bytes:
            return cast("T", self._value)
        data = zlib.decompress(self._bytes) if self._is_compressed else self._bytes
        return cast("T", pickle.loads(data))  # noqa: S301 - our own, see `__setstate__`

    def take(self) -> T:
        """Return the value as `open` does, and keep nothing of it: it cannot be opened again."""
        value = self.open()
        self._value, self._bytes = None, b""
        return value

    @property
    def size(self) -> int:
        """The number of bytes, 0 if it is not pickled."""
        return len(self._bytes)

    def __getstate__(self) -> tuple[bytes, bool]:
        """Return the bytes of the value, and whether they are compressed."""
        return self._bytes or self._pickled(), self._is_compressed

    def _pickled(self) -> bytes:
        data = pickle.dumps(self._value, pickle.HIGHEST_PROTOCOL)
        return zlib.compress(data, zlib.Z_BEST_SPEED) if self._is_compressed else data

    def __setstate__(self, state: tuple[bytes, bool]) -> None:
        """Take the bytes unopened, from a pickle that its receiver trusts."""
        self._value = None
        self._bytes, self._is_compressed = state
