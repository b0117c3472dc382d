"""`registry import issue`: create a manual from the form for people without git."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from registry import report
from registry.authoring.importers import issue
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import FILE, JSON, MANUALS_TO_WRITE, print_json
from registry.cli._refusal import refusing
from registry.cli._today import today
from registry.source.limits import FOREIGN
from registry.source.plain_files import read_named

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Create a manual from an issue form on GitHub.")
@click.argument("file", type=FILE)
@MANUALS_TO_WRITE
@click.option(
    "--format",
    "style",
    type=click.Choice(["markdown", "text"]),
    default="text",
    show_default=True,
    help="The format of the report.",
)
@JSON
def import_issue_command(file: Path, manuals: Path, style: str, *, as_json: bool) -> None:
    """Create a manual from an issue form on GitHub, and check it.

    FILE is the text of the issue, or the event of a workflow as JSON, which also says who opened
    the issue. Nothing in it is run or fetched. Existing files are never changed.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass or none was written,
    2 usage error.

    \b
    Example:
      registry import issue form.md
      registry import issue event.json --format markdown
    """
    with refusing(issue.UnusableFormError):
        received = issue.receive(issue.read_issue(read_named(file, FOREIGN.size)), manuals, today())
    if as_json:
        print_json(
            {
                "manual": received.name,
                "files": [path.as_posix() for path in received.written],
                "refusal": received.refusal,
                "diagnostics": report.problem_objects(received.problems),
            }
        )
        sys.exit(0 if received.is_good else EXIT_PROBLEMS)
    problems = report.formats()[style](report.Report(received.problems))
    shown = report.markdown_text if style == "markdown" else report.printable
    if received.is_good:
        click.echo(f"{shown(received.name)} can be proposed.")
    else:
        reason = shown(received.refusal) or "it has problems"
        click.echo(f"This cannot be proposed: {reason}.\nEdit the issue, and it is checked again.")
    for path in received.written if style == "text" else ():
        click.echo(f"wrote {report.printable(str(path))}")
    if problems:
        click.echo(f"\n{problems}")
    sys.exit(0 if received.is_good else EXIT_PROBLEMS)
