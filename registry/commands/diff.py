"""`registry diff`: what changes between two versions of a manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry import diff, lookup
from registry.commands._names import manuals as manuals_named
from registry.commands._options import JSON, MANUALS
from registry.commands._refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Tell what changes between two versions of a manual.")
@click.argument("manual", metavar="PUBLISHER/MANUAL", shell_complete=manuals_named)
@click.argument("wanted", nargs=-1, metavar="[OLD NEW]")
@MANUALS
@JSON
def command(manual: str, wanted: tuple[str, ...], manuals: Path, as_json: bool) -> None:
    """Tell what changes between two versions of a manual, the newest two unless told.

    Each change is breaking, compatible or cosmetic, and marked where it touches security. Words
    that a model reads are shown side by side.

    \b
    Example:
      registry diff acme/world-time
      registry diff acme/world-time 1.0.0 2.0.0 --json
    """
    try:
        found = diff.compare(lookup.find(manuals, manual), wanted)
    except lookup.NoSuchReleaseError as error:
        raise Refusal(str(error)) from None
    click.echo(diff.as_json(found) if as_json else diff.as_text(found))
