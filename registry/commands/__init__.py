"""The command line: one command a module, found by its file name and imported when it is asked for.

A command reads its arguments, makes one call, prints what came of it and returns the exit code.
It is the `command` of its module; adding a module adds the command. What several commands need
stands in a module of this package whose name starts with `_`.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Any

import click

from registry import __version__
from registry.commands._folder import Folder
from registry.commands._refusal import safe


class _Program(Folder):
    """The commands, which end with a sentence where the machine is in the way."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what click has it return
        for stream in (sys.stdout, sys.stderr):
            # Manuals hold any character, and not every terminal can show each of them.
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(safe(f"{where}{error.strerror or error}")) from None


@click.group(
    cls=_Program,
    package=__name__,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="registry")
def main() -> None:
    """Check, build and search a registry of tools that agents can call.

    Exit codes: 0 clean, 1 problems in the manuals, 2 wrong use of this command.

    \b
    Example:
      registry check
      registry build && registry serve
    """
