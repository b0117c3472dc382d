"""`registry check`: every problem of every manual."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from registry import history, pipeline
from registry.commands._options import MANUALS
from registry.commands._problems import EXIT_PROBLEMS, print_report, reporting
from registry.commands._progress import telling
from registry.commands._refusal import Refusal
from registry.diagnostics import has_errors
from registry.included import FOLDER, beside
from registry.load import shown


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@MANUALS
@reporting
@click.option(
    "--base",
    metavar="COMMIT",
    help="Also check what changed since this commit: released files may not, for one.",
)
def command(paths: tuple[Path, ...], manuals: Path, style: str | None, base: str | None) -> None:
    """Read every manual and print every problem, sorted by place.

    With PATHS, files or folders, it tells of those alone; the others are read all the same, since
    some rules hold manuals against each other.

    \b
    Example:
      registry check --json
      registry check manuals/acme
      registry check --base origin/main
    """
    try:
        wanted = [_shown(path, manuals) for path in paths]
        with telling():
            checked = pipeline.check(manuals, base, os.cpu_count() or 1)
    except history.UnusableBaseError as error:
        raise Refusal(
            f"nothing to compare with at {base!r}: {error}; without --base, every file is checked, "
            "and none compared"
        ) from None
    if paths:
        told = (each for each in checked.diagnostics if _is_below(each.place.path, wanted))
        checked = replace(checked, diagnostics=tuple(told))
    print_report(checked, style)
    sys.exit(EXIT_PROBLEMS if has_errors(checked.diagnostics) else 0)


def _shown(path: Path, manuals: Path) -> str:
    """Return how messages name *path*, a part of *manuals* or of what is included beside them."""
    included = manuals.absolute().parent / FOLDER
    for folder, name in ((manuals, shown(manuals)), (included, f"{beside(manuals)}{FOLDER}")):
        if path.resolve().is_relative_to(folder.resolve()):
            inside = path.resolve().relative_to(folder.resolve()).as_posix()
            return f"{name}/{inside}".removesuffix("/.")
    raise Refusal(f"{path} is no part of {manuals}/, and not included beside it")


def _is_below(path: str, wanted: list[str]) -> bool:
    return any(path == each or path.startswith(f"{each}/") for each in wanted)
