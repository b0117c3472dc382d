"""Options and output shared by all kinds of import."""

from __future__ import annotations

import sys
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from registry import report
from registry.authoring.importers import reports
from registry.authoring.importers.draft import Draft, ImportRequest, write_draft
from registry.authoring.importers.sources import UnusableSourceError
from registry.authoring.manual_files import UnusableTargetError
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._next_steps import next_steps
from registry.cli._options import FOLDER_TO_MAKE
from registry.cli._problems import rule_text
from registry.cli._refusal import refusing
from registry.cli._today import today

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.authoring.manual_files import ManualResult

MANUALS_TO_IMPORT_INTO = click.option(
    "--out",
    "--manuals",
    "manuals",
    type=FOLDER_TO_MAKE,
    default=Path("manuals"),
    show_default=True,
    help="The folder of manuals to write into.",
)

_OPTIONS = (
    click.option("--publisher", default="", help="The publisher's name.  [default: from the host]"),
    click.option("--manual", default="", help="The manual's name.  [default: from the title]"),
    click.option("--homepage", default="", help="The publisher's homepage."),
    click.option(
        "--version", default="1.0.0", show_default=True, help="The version of the manual."
    ),
    click.option(
        "--released",
        type=click.DateTime(["%Y-%m-%d"]),
        metavar="YYYY-MM-DD",
        help="The date of the release.  [default: today]",
    ),
    MANUALS_TO_IMPORT_INTO,
    click.option(
        "--replace",
        is_flag=True,
        help="Replace the release if it exists, unless it is already merged.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the report as JSON."),
)


def importing(make: Callable[..., Draft]) -> Callable[..., None]:
    """Return a command with the options of every import that writes the draft of *make*.

    *make* gets its own options, and the `ImportRequest` as `request`. Its UnusableSourceError
    becomes a usage error.
    """

    @wraps(make)
    def command(as_json: bool, **given: Any) -> None:  # noqa: ANN401 - click's
        released = given.pop("released")
        date = released.date().isoformat() if released else today()
        names = ("manuals", "publisher", "manual", "version", "homepage")
        request = ImportRequest(
            **{name: given.pop(name) for name in names},
            released=date,
            is_replacing=given.pop("replace"),
        )
        with refusing(UnusableSourceError, UnusableTargetError):
            draft = make(request=request, **given)
            draft, result = write_draft(draft, request)
        if as_json:
            click.echo(reports.import_as_json(draft, result))
        else:
            show(reports.import_as_text(draft) if result.written or not draft.tools else "", result)
            if result.written and (name := reports.name_as_text(draft, request)):
                click.echo(name, err=True)
        sys.exit(0 if result.is_good else EXIT_PROBLEMS)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def show(summary: str, result: ManualResult) -> None:
    """Print the report of an import, the problems, the paths of the files, and what to do next."""
    if summary:
        click.echo(summary)
    found = report.Report(result.problems, read=result.unwritten.get, rule_text=rule_text)
    if listed := report.formats()["text"](found):
        click.echo(f"\n{listed}")
    if result.refusal:
        click.echo(result.refusal, err=True)
    for path in result.written:
        click.echo(f"wrote {path}")
    if result.written:
        click.echo(f"review it, then run: {next_steps(result.written[-1])}", err=True)
