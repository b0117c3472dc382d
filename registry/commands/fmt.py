"""`registry fmt`: the one layout of a manual's files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry import history, layout, report
from registry.commands._options import JSON, MANUALS, print_json
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal

if TYPE_CHECKING:
    from registry.layout import Outcome


@click.command(short_help="Lay out the files of manuals in the one way.")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if it would."
)
@click.option(
    "--base",
    metavar="COMMIT",
    help="Files of releases in this commit stay as they are.  [default: origin/main, else HEAD]",
)
@MANUALS
@JSON
def command(
    paths: tuple[Path, ...], only_check: bool, base: str | None, manuals: Path, as_json: bool
) -> None:
    """Lay out the files of manuals in the one way.

    Keys come in the order of their protocol and in block style, and long texts are folded. Comments
    stay, and so does what the file says.

    Without PATHS it takes the files that differ from the base, as in a pull request. A release that
    the base holds never changes, so it is left as it is, whatever PATHS say. Prints the paths of
    the files that it has changed, or with --check would change.

    Exit codes: 0 done, 1 a file cannot be read, or with --check one is not laid out, 2 wrong use.

    \b
    Example:
      registry fmt
      registry fmt manuals/acme --check
    """
    try:
        choice = layout.choose(manuals, paths, base)
    except history.UnusableBaseError as error:
        raise Refusal(f"nothing to compare with at {base!r}: {error}") from None
    outcomes = [layout.lay_out(path) for path in choice.files]
    changed = [each for each in outcomes if each.text is not None]
    if not only_check:
        for each in changed:
            each.write()
    if as_json:
        print_json(_facts(outcomes, choice.released))
    else:
        for each in changed:
            click.echo(report.printable(str(each.path)))
        _explain(outcomes, choice.released)
    is_done = all(each.is_done for each in outcomes) and not (only_check and changed)
    sys.exit(0 if is_done else EXIT_PROBLEMS)


def _explain(outcomes: list[Outcome], released: tuple[Path, ...]) -> None:
    """Say which files stay as they are, and why."""
    problems = tuple(problem for each in outcomes for problem in each.problems)
    if problems:
        click.echo(report.formats()["text"](report.Report(problems)), err=True)
    for each in outcomes:
        if each.is_fixed:
            told = f"{each.path} stays as it is: it would not say the same"
            click.echo(report.printable(told), err=True)
    for path in released:
        click.echo(report.printable(f"{path} stays as it is: it is released"), err=True)


def _facts(outcomes: list[Outcome], released: tuple[Path, ...]) -> dict[str, object]:
    return {
        "changed": [each.path.as_posix() for each in outcomes if each.text is not None],
        "unreadable": [each.path.as_posix() for each in outcomes if not each.is_done],
        "released": [path.as_posix() for path in released],
        "diagnostics": report.entries(each for outcome in outcomes for each in outcome.problems),
    }
