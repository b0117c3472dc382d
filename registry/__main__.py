"""Starts the command line: `registry`, or `python -m registry`."""

from __future__ import annotations

import gc
import os
import sys

_MANY = 100_000
"""New objects among which garbage is looked for: loading a command makes fewer, and keeps them."""


def run() -> None:
    """Run the command that the arguments name; Ctrl-C ends it with a word at any time."""
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
        main(prog_name="registry")
    finally:
        # As Python ends, it would look for garbage among all that it has loaded, and then lets go
        # of everything in any case: a tenth of what a check of one file takes.
        gc.freeze()


if __name__ == "__main__":
    run()
