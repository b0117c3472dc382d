"""A step gives the same results in the same order, whoever runs it."""

from __future__ import annotations

import multiprocessing
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import TYPE_CHECKING

import pytest

from registry.site.parallel import ALONE, AT_ONCE, Once, Work, batches

if TYPE_CHECKING:
    from collections.abc import Iterator


def square(number: int) -> int:
    # Those that are handed out first are done last.
    time.sleep(0.02 if number < 2 else 0)
    return number * number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def end_the_process(number: int) -> int:
    import os  # noqa: PLC0415 - it is what happens over there

    os._exit(number)


def spawned() -> Executor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


@pytest.fixture(params=["this process", pytest.param("others", marks=pytest.mark.slow)])
def work(request: pytest.FixtureRequest) -> Iterator[Work]:
    if request.param == "this process":
        yield ALONE
        return
    with spawned() as executor:
        yield Work(lambda: executor)


def test_results_come_in_the_order_of_the_arguments(work: Work) -> None:
    assert list(work.over("squaring", square, range(6))) == [0, 1, 4, 9, 16, 25]


def test_exception_of_a_step_is_raised_here(work: Work) -> None:
    with pytest.raises(ValueError, match="three"):
        list(work.over("failing", fail_at_three, range(6)))


def test_nobody_is_started_for_a_single_call() -> None:
    def start() -> Executor:
        raise AssertionError

    assert list(Work(start).over("squaring", square, [3])) == [9]
    assert list(Work(start).over("squaring", square, [])) == []


@pytest.mark.slow
def test_death_of_a_process_is_told_and_not_waited_for() -> None:
    with spawned() as executor, pytest.raises(BrokenExecutor):
        list(Work(lambda: executor).over("dying", end_the_process, [7, 7]))


def test_progress_is_told_part_by_part() -> None:
    told: list[tuple[str, int, int]] = []
    work = Work(tell=lambda *what: told.append(what))

    assert list(work.over("squaring", square, [2, 3])) == [4, 9]
    assert told == [("squaring", 1, 2), ("squaring", 2, 2)]


def test_no_more_is_handed_out_than_is_taken_back() -> None:
    class Counting(Executor):
        handed_out = 0

        def submit(self, fn, /, *args, **kwargs) -> Future[int]:  # type: ignore[no-untyped-def, override]  # noqa: ANN001, ANN002, ANN003
            self.handed_out += 1
            future = Future[int]()
            future.set_result(fn(*args, **kwargs))
            return future

    executor = Counting()
    results = Work(lambda: executor).over("squaring", square, range(10 * AT_ONCE))
    next(results)

    assert executor.handed_out == AT_ONCE


def test_batches_hold_neighbours_and_all_of_them() -> None:
    assert list(batches([3, 3, 9, 1, 1], lambda each: each, 6)) == [(3, 3), (9,), (1, 1)]
    assert list(batches([], lambda each: each, 6)) == []


def test_arguments_that_are_wanted_once_are_let_go_as_they_are_handed_out() -> None:
    arguments = Once(range(3))
    results = ALONE.over("squaring", square, arguments)

    assert next(results) == 0
    assert [*results] == [1, 4]
    assert len(arguments) == 0
