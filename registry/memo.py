"""Remember what was worked out for an object that never changes, though it cannot be hashed."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Value = TypeVar("_Value")
_Result = TypeVar("_Result")

Learnt: TypeAlias = "list[tuple[str, tuple[Any, Any]]]"
"""Names of functions, each with an object it was called for and what it returned."""

_MAX_REMEMBERED = 2**17
"""Objects of one function: more than a catalogue of 50,000 tools has, and an end all the same."""

_KNOWN: dict[str, dict[int, tuple[Any, Any]]] = {}
"""By function and address. Holding the object keeps its address from being used again."""

_NOTED: list[Learnt] = []


def once_for_each(function: Callable[[_Value], _Result]) -> Callable[[_Value], _Result]:
    """Call *function* once for each object; neither its argument nor its result may change."""
    name = f"{function.__module__}.{function.__qualname__}"
    known = _KNOWN.setdefault(name, {})

    @wraps(function)
    def lookup(value: _Value) -> _Result:
        found: tuple[_Value, _Result] | None = known.get(id(value))
        if found is None:
            found = value, function(value)
            if len(known) >= _MAX_REMEMBERED:
                known.clear()
            known[id(value)] = found
            for notes in _NOTED:
                notes.append((name, found))
        return found[1]

    return lookup


@contextmanager
def noted() -> Iterator[Learnt]:
    """Yield a list that grows by all that is worked out inside, for `remember` elsewhere.

    Another process must be sent it together with the objects it is about: what is pickled in one
    piece keeps its identity.
    """
    notes: Learnt = []
    _NOTED.append(notes)
    try:
        yield notes
    finally:
        _NOTED.pop()


def remember(learnt: Learnt) -> None:
    """Remember what was worked out elsewhere."""
    for name, pair in learnt:
        _KNOWN.setdefault(name, {})[id(pair[0])] = pair
