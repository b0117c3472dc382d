"""`registry fmt`: format manual files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry import report
from registry.authoring import fmt
from registry.changes import git
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import JSON, MANUALS, PATHS, print_json
from registry.cli._refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from registry.authoring.fmt import FormatResult

SECTION = "Write manuals"


@click.command(short_help="Format manual files.")
@PATHS
@click.option(
    "--check",
    "only_check",
    is_flag=True,
    help="Change nothing; exit with 1 if a file would change.",
)
@click.option(
    "--base",
    metavar="COMMIT",
    help="Skip releases that are in this commit.  [default: the main branches of upstream and "
    "origin, else HEAD]",
)
@MANUALS
@JSON
def fmt_command(
    paths: tuple[Path, ...], only_check: bool, base: str | None, manuals: Path, as_json: bool
) -> None:
    """Format manual files: keys in the order of their protocol, block style, long strings folded.

    Comments are kept, and the data stays the same.

    Without PATHS, formats the files that differ from the base, as in a pull request; in a folder,
    formats the manuals. A release that the base has is never changed, even if PATHS name it. Prints
    the path of each file that it changed, or with --check would change.

    Exit codes: 0 success, 1 a file cannot be read or, with --check, is not formatted, 2 usage
    error.

    \b
    Example:
      registry fmt
      registry fmt manuals/acme --check
    """
    try:
        choice = fmt.choose(manuals, [_within_manuals(path, manuals) for path in paths], base)
    except git.UnusableBaseError as error:
        raise Refusal(f"cannot compare with {base or 'HEAD'!r}: {error}") from None
    outcomes = [fmt.format_file(path) for path in choice.files]
    changed = [each for each in outcomes if each.text is not None]
    if not only_check:
        for each in changed:
            each.write()
    if as_json:
        print_json(_as_data(outcomes, choice.released))
    else:
        for each in changed:
            click.echo(report.printable(str(each.path)))
        _explain(outcomes, choice.released)
    is_done = all(each.is_done for each in outcomes) and not (only_check and changed)
    sys.exit(0 if is_done else EXIT_PROBLEMS)


def _within_manuals(path: Path, manuals: Path) -> Path:
    """Return *path*, or the folder of manuals if it is around that: nothing else is formatted.

    Raises Refusal for any other folder. A file may be anywhere.
    """
    is_folder = path.is_dir() and not path.is_symlink()
    if not is_folder or path.resolve().is_relative_to(manuals.resolve()):
        return path
    if manuals.resolve().is_relative_to(path.resolve()):
        return manuals
    raise Refusal(f"{path} is not in {manuals}/; name its files if you want them formatted")


def _explain(outcomes: list[FormatResult], released: tuple[Path, ...]) -> None:
    """Print which files are left unchanged, and why."""
    problems = tuple(problem for outcome in outcomes for problem in outcome.problems)
    if problems:
        click.echo(report.formats()["text"](report.Report(problems)), err=True)
    for outcome in outcomes:
        if outcome.is_unformattable:
            message = (
                f"{outcome.path} is left unchanged: formatting would change its data or comments"
            )
            click.echo(report.printable(message), err=True)
    for path in released:
        click.echo(report.printable(f"{path} is left unchanged: it is released"), err=True)


def _as_data(outcomes: list[FormatResult], released: tuple[Path, ...]) -> dict[str, object]:
    return {
        "changed": [each.path.as_posix() for each in outcomes if each.text is not None],
        "unreadable": [each.path.as_posix() for each in outcomes if not each.is_done],
        "released": [path.as_posix() for path in released],
        "diagnostics": report.problem_objects(
            each for outcome in outcomes for each in outcome.problems
        ),
    }
