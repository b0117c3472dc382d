"""`registry bump`: the next version of a manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry import bump
from registry.changes import Step
from registry.commands._names import manuals as manuals_named
from registry.commands._options import JSON, MANUALS, print_json, today
from registry.commands._refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Start the next version of a manual.")
@click.argument(
    "step", type=click.Choice([str(step) for step in Step]), metavar="major|minor|patch"
)
@click.argument("manual", metavar="PUBLISHER/MANUAL", shell_complete=manuals_named)
@MANUALS
@JSON
def command(step: str, manual: str, manuals: Path, as_json: bool) -> None:
    """Copy the newest release of a manual to its next version, and print the new file's path.

    What changes for callers decides: major breaks calls, minor adds something, patch does neither.
    The copy keeps comments and layout; its version and its date are the new ones.

    \b
    Example:
      registry bump minor acme/world-time
    """
    try:
        path = bump.bump(manuals, manual, step, today())
    except bump.CannotBumpError as error:
        raise Refusal(str(error)) from None
    if as_json:
        print_json({"manual": manual, "version": path.stem, "files": [path.as_posix()]})
        return
    click.echo(path)
    click.echo(f"change it, then: registry diff {manual}", err=True)
