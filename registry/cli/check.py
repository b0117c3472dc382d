"""`registry check`: report every problem of every manual."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from registry import pipeline
from registry.catalogue.included_registries import INCLUDED_FOLDER
from registry.catalogue.scope import Scope
from registry.catalogue.shown_paths import display_prefix, sibling_prefix
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import MANUALS, PATHS
from registry.cli._problems import amounts, extent, print_report, reporting
from registry.cli._progress import working
from registry.cli._refusal import Refusal
from registry.cli._today import day_begun
from registry.diagnostics import has_errors
from registry.site.local_processes import one_per_processor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECTION = "Write manuals"


@click.command(short_help="Report every problem in the manuals.")
@PATHS
@MANUALS
@reporting
@click.option(
    "--base",
    metavar="COMMIT",
    help="Also check what changed since this commit, such as edits to released files.",
)
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Also say how much was checked; a terminal is always told if there is nothing to fix.",
)
def check_command(  # noqa: PLR0917 - click passes every option by keyword
    paths: tuple[Path, ...],
    manuals: Path,
    style: str | None,
    quiet: bool,
    base: str | None,
    verbose: bool,
) -> None:
    """Check every manual and report every problem, sorted by place.

    With PATHS, reports only the problems in these files and folders, the same ones that a check of
    everything finds there. What rules compare in other manuals is kept in .cache/registry, so that
    unchanged files are not read again; you may remove that folder at any time.

    Exit codes: 0 no errors, 1 errors, 2 usage error.

    \b
    Example:
      registry check --json
      registry check manuals/acme
      registry check --base origin/main
    """
    scope = _scope(paths, manuals)
    with _refusing_bad_base(base), working(one_per_processor()) as work:
        checked = pipeline.check(manuals, base, work, scope, day=day_begun())
    print_report(checked, style, manuals, quiet=quiet)
    is_seen = sys.stdout.isatty() and sys.stderr.isatty()  # hooks stay silent, people wonder
    is_fine = not checked.diagnostics
    if verbose or (is_seen and is_fine and not quiet):
        outcome = ": nothing to fix" if is_fine else ""
        click.echo(f"checked {amounts(extent(checked))}{outcome}", err=True)
    sys.exit(EXIT_PROBLEMS if has_errors(checked.diagnostics) else 0)


@contextmanager
def _refusing_bad_base(base: str | None) -> Iterator[None]:
    """Raise a Refusal where git cannot compare with the commit *base*, if there is one."""
    if base is None:
        yield
        return
    from registry.changes import git  # noqa: PLC0415 - a check of a file does not wait for it

    try:
        yield
    except git.UnusableBaseError as error:
        raise Refusal(
            f"cannot compare with {base!r}: {error}; without --base, files are checked but not "
            "compared"
        ) from None


def _scope(paths: tuple[Path, ...], manuals: Path) -> Scope:
    """Return the scope that *paths* ask for; a folder around the manuals, such as `.`, is all."""
    home = manuals.resolve().parent
    if any(home.is_relative_to(path.resolve()) for path in paths):
        return Scope()
    return Scope(tuple(_shown_path(path, manuals) for path in paths))


def _shown_path(path: Path, manuals: Path) -> str:
    """Return *path* as messages write it. Raises Refusal if it is not among the manuals."""
    included = manuals.absolute().parent / INCLUDED_FOLDER
    for folder, name in (
        (manuals, display_prefix(manuals)),
        (included, f"{sibling_prefix(manuals)}{INCLUDED_FOLDER}"),
    ):
        if path.resolve().is_relative_to(folder.resolve()):
            inside = path.resolve().relative_to(folder.resolve()).as_posix()
            return f"{name}/{inside}".removesuffix("/.")
    act = (
        f"; save a manual as {manuals}/<publisher>/<manual>/1.0.0.yaml; for another document, "
        f"`registry import {shlex.quote(str(path))}` says how it becomes one"
    )
    where = f"{path} is neither in {manuals}/ nor in {INCLUDED_FOLDER}/ next to it"
    raise Refusal(where + (act if path.is_file() else ""))
