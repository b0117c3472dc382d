"""What all kinds of import ask and print."""

from __future__ import annotations

import sys
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from registry import report
from registry.commands._options import FOLDER_TO_MAKE, today
from registry.commands._refusal import Refusal
from registry.importers import draft
from registry.importers.draft import Order, UnusableSourceError
from registry.importers.folder import UnusableTargetError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from registry.diagnostics import Diagnostic

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
    click.option(
        "--publisher", default="", help="The publisher's name; read off the host if left out."
    ),
    click.option("--manual", default="", help="The manual's name; read off the title if left out."),
    click.option("--homepage", default="", help="The publisher's homepage."),
    click.option("--version", default="1.0.0", show_default=True, help="Version of the manual."),
    click.option(
        "--released",
        type=click.DateTime(["%Y-%m-%d"]),
        metavar="YYYY-MM-DD",
        help="Date of the release; today if left out.",
    ),
    MANUALS_TO_IMPORT_INTO,
    click.option("--json", "as_json", is_flag=True, help="Print the report as JSON."),
)


def importing(make: Callable[..., draft.Draft]) -> Callable[..., None]:
    """Give *make* the options of every import; write and report the draft that it returns.

    It is called with the `Order` and with its own options. Where it raises UnusableSourceError, the
    command was called wrongly.
    """

    @wraps(make)
    def command(as_json: bool, **given: Any) -> None:  # noqa: ANN401 - click's
        released = given.pop("released")
        date = released.date().isoformat() if released else today()
        names = ("manuals", "publisher", "manual", "version", "homepage")
        order = Order(**{name: given.pop(name) for name in names}, released=date)
        try:
            made = make(order=order, **given)
            result = draft.write(made, order)
        except (UnusableSourceError, UnusableTargetError) as error:
            raise Refusal(str(error)) from None
        if as_json:
            click.echo(draft.as_json(result))
        else:
            show(draft.as_text(result), result.problems, result.written, result.obstacle)
        sys.exit(result.exit_code)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def show(
    told: str, problems: tuple[Diagnostic, ...], written: Sequence[Path], obstacle: str = ""
) -> None:
    """Print what an import tells, what the check says of it, the files, and what to do next."""
    click.echo(told)
    if listed := report.formats()["text"](report.Report(problems)):
        click.echo(f"\n{listed}")
    if obstacle:
        click.echo(obstacle, err=True)
    for path in written:
        click.echo(f"wrote {path}")
    if written:
        click.echo(_next_steps(written[-1]), err=True)


def _next_steps(release: Path) -> str:
    """Return what to do after the file *release* was written."""
    manual_id = f"{release.parent.parent.name}/{release.parent.name}"
    return f"look it through, then: registry check --base origin/main; registry preview {manual_id}"
