"""What follows from an object is worked out once for it, goes where it goes, and ends with it."""

from __future__ import annotations

import gc
import pickle
import weakref
from dataclasses import dataclass, replace

from registry.model.derived import derived


@dataclass(frozen=True)
class Box:
    width: int


CALLS: list[int] = []


@derived
def area(box: Box) -> int:
    CALLS.append(box.width)
    return box.width**2


def test_function_is_called_once_for_each_object() -> None:
    CALLS.clear()
    one, other = Box(2), Box(2)

    assert [area(one), area(one), area(other)] == [4, 4, 4]
    assert len(CALLS) == 2, "equal, but not the same"


def test_copy_with_other_fields_begins_anew() -> None:
    box = Box(2)
    area(box)

    assert area(replace(box, width=3)) == 9
    assert box == Box(2), "what is derived is no part of what it is"


def test_result_goes_with_the_object_into_another_process() -> None:
    box = Box(5)
    area(box)
    there = pickle.loads(pickle.dumps(box))
    CALLS.clear()

    assert area(there) == 25
    assert CALLS == []


def test_result_ends_with_the_object() -> None:
    box = Box(7)
    area(box)
    gone = weakref.ref(box)
    del box
    gc.collect()

    assert gone() is None
