"""Remember what was worked out for an object that never changes, though it cannot be hashed."""

from __future__ import annotations

from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Value = TypeVar("_Value")
_Result = TypeVar("_Result")

_MAX_REMEMBERED = 2**17
"""Objects of one function: more than a catalogue of 50,000 tools has, and an end all the same."""


class _Identity(Generic[_Value]):
    """An object as a key: equal to itself alone. Holding it keeps its address from reuse."""

    __slots__ = ("value",)

    def __init__(self, value: _Value) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.value is other.value


def once_for_each(function: Callable[[_Value], _Result]) -> Callable[[_Value], _Result]:
    """Call *function* once for each object; neither its argument nor its result may change."""

    @lru_cache(maxsize=_MAX_REMEMBERED)
    def remembered(key: _Identity[_Value]) -> _Result:
        return function(key.value)

    @wraps(function)
    def lookup(value: _Value) -> _Result:
        return remembered(_Identity(value))

    return lookup
