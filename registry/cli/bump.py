"""`registry bump`: start the next version of a manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.authoring import bump
from registry.changes import Step
from registry.cli._completion import manuals as manuals_named
from registry.cli._options import JSON, MANUALS, print_json
from registry.cli._refusal import Refusal, refusing
from registry.cli._today import today
from registry.diagnostics import command

if TYPE_CHECKING:
    from pathlib import Path

SECTION = "Write manuals"


class _Step(click.Choice[str]):
    """A step, which people write behind the manual, too."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the step that *value* is. Raises Refusal if it is a manual."""
        if "/" in value:
            raise Refusal(f"{value!r} is a manual; write the step before it")
        return super().convert(value, param, ctx)


@click.command(short_help="Start the next version of a manual.")
@click.argument("step", type=_Step([str(step) for step in Step]), metavar="major|minor|patch")
@click.argument("manual", metavar="PUBLISHER/MANUAL", shell_complete=manuals_named)
@MANUALS
@JSON
def bump_command(step: str, manual: str, manuals: Path, as_json: bool) -> None:
    """Copy the newest release of a manual to its next version, and print the path of the new file.

    Choose the step by what changes for callers: major breaks calls, minor adds something, patch
    does neither. The copy keeps comments and layout; only its version and date are new.

    Exit codes: 0 written, 2 usage error, such as a version that already exists.

    \b
    Example:
      registry bump minor acme/world-time
    """
    with refusing(bump.CannotBumpError):
        path = bump.bump(manuals, manual, step, today())
    if as_json:
        print_json({"manual": manual, "version": path.stem, "files": [path.as_posix()]})
        return
    click.echo(path)
    click.echo(f"edit it, then run: {command('diff', manual, manuals=manuals)}", err=True)
