"""Results derived from an immutable object, computed once and stored in the object itself."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Subject = TypeVar("_Subject")
_Result = TypeVar("_Result")


def derived(function: Callable[[_Subject], _Result]) -> Callable[[_Subject], _Result]:
    """Return *function* wrapped so that it runs once for each object.

    This is `cached_property` for functions outside the class: the result is stored in the object,
    so it goes with the object into other processes and is freed with it. A copy with other fields
    is computed again. The object must have a `__dict__`; neither it nor the result may change.
    """
    name = _name(function)

    @wraps(function)
    def lookup(subject: _Subject) -> _Result:
        stored = subject.__dict__
        try:
            result: _Result = stored[name]
        except KeyError:
            result = stored[name] = function(subject)
        return result

    return lookup


def forget_derived(function: Callable[[_Subject], _Result], subject: _Subject) -> None:
    """Free what *function*, which is `derived`, stored in *subject*, if it did."""
    subject.__dict__.pop(_name(function), None)


def _name(function: Callable[[_Subject], _Result]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
