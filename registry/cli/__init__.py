"""The command line: one module per command, found by its file name and imported when it is used.

A command reads its arguments, makes one call, prints the result and returns the exit code. The
module `diff` defines `diff_command`; adding a module adds the command. What several commands need
is in modules of this package whose names start with `_`.
"""

from __future__ import annotations

import errno
import sys
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from registry import __version__
from registry.cli._command_group import CommandGroup
from registry.cli._refusal import Failure
from registry.cli._termination import cleaned_up_when_ended

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Program(CommandGroup):
    """The group of all commands. An I/O error ends it with a message instead of a traceback."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:  # noqa: ANN401 - click's
        """Return the context; with `--help` and `--version`, print and exit."""
        for stream in (sys.stdout, sys.stderr):
            # Manuals hold any character, and not every terminal can show all of them.
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        if sys.flags.optimize > 1:
            raise Failure(
                "Python leaves out docstrings, of which help, rules and pages are made; run it "
                "without -OO and PYTHONOPTIMIZE=2"
            )
        with _io_errors_as_messages():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what click has it return
        with cleaned_up_when_ended(), _io_errors_as_messages():
            result = super().invoke(ctx)
            if not sys.stdout.closed:
                sys.stdout.flush()  # what cannot be written is an error of this command
            return result


@contextmanager
def _io_errors_as_messages() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        # Whatever writes a file names it.
        place = error.filename or ("standard output" if error.errno == errno.ENOSPC else "")
        act = _ACTS.get(error.errno or 0, "")
        if isinstance(error, FileNotFoundError) and not error.filename:
            # Where a file is missing, it is named; this is what `tempfile` says.
            act = "; set TMPDIR to a folder in which you may write"
        raise Failure(f"{place and f'{place}: '}{error.strerror or error}{act}") from None


_ACTS = {
    errno.ENOSPC: "; free some space on that disk",
    errno.EACCES: "; change who may read or write it, or run this as that user",
}
"""By the number of an I/O error, what to do about it."""


@click.group(
    cls=_Program,
    package=__name__,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="registry")
def main() -> None:
    """Check, build and search a registry of tools for AI agents.

    Exit codes: 0 success, 1 problems in the manuals, 2 usage error.

    \b
    Example:
      registry check
      registry build && registry serve
    """
