"""`registry check`: every problem of every manual."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from registry import history, pipeline
from registry.commands._options import MANUALS
from registry.commands._problems import EXIT_PROBLEMS, FORMAT, print_report
from registry.diagnostics import has_errors

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@MANUALS
@FORMAT
@click.option(
    "--base",
    metavar="COMMIT",
    help="Also check what changed since this commit: released files may not, for one.",
)
def command(manuals: Path, style: str | None, base: str | None) -> None:
    """Read every manual and print every problem, sorted by place.

    \b
    Example:
      registry check --format json
      registry check --base origin/main
    """
    try:
        checked = pipeline.check(manuals, base, os.cpu_count() or 1)
    except history.UnusableBaseError as error:
        raise click.UsageError(f"nothing to compare with at {base!r}: {error}") from None
    print_report(checked, style)
    sys.exit(EXIT_PROBLEMS if has_errors(checked.diagnostics) else 0)
