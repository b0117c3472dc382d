"""End like Ctrl-C where a service manager, a CI or a closed terminal ends the program."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class _Ended(SystemExit):
    """A signal has ended the program; its *code* is what shells make of the number."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


@contextmanager
def cleaned_up_when_ended() -> Iterator[None]:
    """Have what the program made for itself removed when a signal ends it.

    The program then dies of that signal, as it would have at once, so that who started it sees why.
    A signal that is ignored, as by `nohup`, stays so.
    """
    if threading.current_thread() is not threading.main_thread():  # which no signal reaches
        yield
        return
    for number in _ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        yield
    except _Ended as ended:
        os.kill(os.getpid(), ended.number)
        # The first process of a container does not die of it.
        raise
    finally:
        end_at_once()


def end_at_once() -> None:
    """Have signals end the program where it is, as a server that keeps nothing."""
    for number in _ENDING:
        if signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    # A second signal ends what takes too long to clean up.
    end_at_once()
    raise _Ended(number)
