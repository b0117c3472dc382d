"""`registry import issue`: a manual out of the form that people without git fill in."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from registry import report
from registry.commands._options import JSON, MANUALS_TO_WRITE, print_json, today
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal
from registry.importers import issue


@click.command(short_help="Make a manual of an issue form on GitHub.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@MANUALS_TO_WRITE
@click.option(
    "--format",
    "style",
    type=click.Choice(["markdown", "text"]),
    default="text",
    show_default=True,
    help="How to print what came of it.",
)
@JSON
def command(file: Path, manuals: Path, style: str, *, as_json: bool) -> None:
    """Make a manual of an issue form on GitHub, and check it.

    FILE is the text of the issue, or the event of a workflow as JSON, which also tells who opened
    it. Nothing in it is run or fetched. Files that are there are never touched.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass or there is none,
    2 wrong use.

    \b
    Example:
      registry import issue form.md
      registry import issue event.json --format markdown
    """
    try:
        received = issue.receive(issue.read(file.read_bytes()), manuals, today())
    except issue.UnusableFormError as error:
        raise Refusal(str(error)) from None
    if as_json:
        print_json(
            {
                "manual": received.name,
                "files": [path.as_posix() for path in received.written],
                "refusal": received.refusal,
                "diagnostics": report.entries(received.problems),
            }
        )
        sys.exit(0 if received.is_good else EXIT_PROBLEMS)
    problems = report.formats()[style](report.Report(received.problems))
    shown = report.markdown_text if style == "markdown" else report.printable
    if received.is_good:
        click.echo(f"{shown(received.name)} can be proposed.")
    else:
        reason = shown(received.refusal) or "it has problems"
        click.echo(
            f"This cannot be proposed: {reason}.\nEdit the issue, and it is looked at again."
        )
    for path in received.written if style == "text" else ():
        click.echo(f"wrote {report.printable(str(path))}")
    if problems:
        click.echo(f"\n{problems}")
    sys.exit(0 if received.is_good else EXIT_PROBLEMS)
