"""Starts the command line: `registry`, or `python -m registry`."""

from __future__ import annotations

import os
import sys


def run() -> None:
    """Run the command that the arguments name; Ctrl-C ends it with a word at any time."""
    for stream in ("stdin", "stdout", "stderr"):
        # Opened in this order, each gets the number that was closed.
        if getattr(sys, stream) is None:
            mode = "r" if stream == "stdin" else "w"
            setattr(sys, stream, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    try:
        # Loading it takes a moment in which people may change their minds.
        from registry.cli import main  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    main(prog_name="registry")


if __name__ == "__main__":
    run()
