"""Starts the command line: `registry`, or `python -m registry`."""

from __future__ import annotations

import gc
import os
import sys

_MANY = 100_000
"""New objects among which garbage is looked for: loading a command makes fewer, and keeps them."""


def run(words: list[str] | None = None) -> None:
    """Run the command of *words*, or of the arguments of this process.

    Ctrl-C ends it with a word at any time.
    """
    for stream in ("stdin", "stdout", "stderr"):
        # Opened in this order, each gets the number that was closed.
        if getattr(sys, stream) is None:
            mode = "r" if stream == "stdin" else "w"
            setattr(sys, stream, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    gc.set_threshold(_MANY)
    try:
        # Loading it takes a moment in which people may change their minds.
        from registry.cli import main  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    try:
        main(words, prog_name="registry")
    finally:
        _let_go_of_output()
        # As Python ends, it would look for garbage among all that it has loaded, and then lets go
        # of everything in any case: a tenth of what a check of one file takes.
        gc.freeze()


def _let_go_of_output() -> None:
    """Drop what standard output does not take, which the command has said.

    As Python ends, it would try once more, complain in its own words, and exit with 120.
    """
    try:
        if not sys.stdout.closed:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    run()
