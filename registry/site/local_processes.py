"""Start processes of this machine for a step of the pipeline, which end with their parent."""

from __future__ import annotations

import gc
import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


MOST_PROCESSES = 256
"""All are started at once, so a typing error must not start a million."""


def one_per_processor() -> int:
    """Return the number of processes of a build or a check, unless one is given."""
    return min(os.cpu_count() or 1, MOST_PROCESSES)


def processes_of_this_machine(count: int) -> Executor:
    """Return an executor with *count* processes, or with none where they could share no lock."""
    # Most checks of one file hand out nothing, and these take longer to import than to read it.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor  # noqa: PLC0415

    # Processes that are forked off have imported everything already; others do the same work.
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if can_fork else None)
    try:
        return ProcessPoolExecutor(count, mp_context=context, initializer=_begin_process)
    except (NotImplementedError, OSError):
        # Their locks are files in /dev/shm, which some containers lack or let only root write.
        return ThreadPoolExecutor(1)


def _begin_process() -> None:
    """Begin the work of a process that ends with the one that started it."""
    stop_collecting_garbage()
    for number in (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")):
        # What the process above does when it is ended would here be the result of a call.
        if number is not None and callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the process that started this one, and end, too.

    One that was killed cannot say so, and what it has locked would stay locked by its workers.
    """
    import multiprocessing  # noqa: PLC0415 - as above, where it was done

    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def stop_collecting_garbage() -> None:
    """Turn off the collection of cycles, of which a step of the pipeline leaves next to none."""
    gc.disable()
