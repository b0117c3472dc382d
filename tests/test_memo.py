"""What was worked out for an object is remembered for that object and for no other."""

from __future__ import annotations

import pickle

from registry import memo
from registry.memo import once_for_each


def test_function_is_called_once_for_each_object() -> None:
    seen: list[int] = []

    @once_for_each
    def size(value: list[int]) -> int:
        seen.append(len(value))
        return len(value)

    one, other = [1, 2], [1, 2]

    assert [size(one), size(one), size(other)] == [2, 2, 2]
    assert len(seen) == 2, "equal, but not the same"


def test_object_that_is_gone_is_not_taken_for_a_new_one() -> None:
    @once_for_each
    def first(value: list[int]) -> int:
        return value[0]

    assert [first([number]) for number in range(100)] == list(range(100))


def test_what_was_learnt_in_another_process_is_not_worked_out_again() -> None:
    calls: list[int] = []

    @once_for_each
    def double(value: list[int]) -> int:
        calls.append(value[0])
        return 2 * value[0]

    theirs = [21]
    with memo.noted() as notes:
        double(theirs)
    ours, learnt = pickle.loads(pickle.dumps((theirs, notes)))
    memo.remember(learnt)

    assert ours is not theirs
    assert double(ours) == 42
    assert calls == [21]
