"""A value that stays pickled in a process that only passes it on."""

from __future__ import annotations

import pickle
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Sealed(Generic[T]):
    """A value that is pickled when it goes to another process, and stays so until it is opened.

    Inside one process, it is never pickled.
    """

    __slots__ = ("_bytes", "_value")

    def __init__(self, value: T) -> None:
        """Seal *value*, which must be picklable."""
        self._value: T | None = value
        self._bytes = b""

    def open(self) -> T:
        """Return the value, or an equal one if it came as bytes."""
        if self._bytes:
            return cast("T", pickle.loads(self._bytes))  # noqa: S301 - our own, see `__setstate__`
        return cast("T", self._value)

    def take(self) -> T:
        """Return the value as `open` does, and keep nothing of it: it cannot be opened again."""
        value = self.open()
        self._value, self._bytes = None, b""
        return value

    @property
    def size(self) -> int:
        """The number of bytes, 0 if it is not pickled."""
        return len(self._bytes)

    def __getstate__(self) -> bytes:
        """Return the bytes of the value."""
        return self._bytes or pickle.dumps(self._value, pickle.HIGHEST_PROTOCOL)

    def __setstate__(self, data: bytes) -> None:
        """Take the bytes unopened, from a pickle that its receiver trusts."""
        self._value, self._bytes = None, data
