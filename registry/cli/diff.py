"""`registry diff`: show what changes between two versions of a manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.catalogue.find_manual import NoSuchReleaseError, find_manual_and_problems
from registry.cli._completion import manuals as manuals_named
from registry.cli._options import JSON, MANUALS
from registry.cli._problems import note_errors
from registry.cli._refusal import refusing
from registry.review import diff

if TYPE_CHECKING:
    from pathlib import Path

SECTION = "Write manuals"


@click.command(short_help="Show what changes between two versions of a manual.")
@click.argument("manual", metavar="PUBLISHER/MANUAL", shell_complete=manuals_named)
@click.argument("wanted", nargs=-1, metavar="[OLD NEW]")
@MANUALS
@JSON
def diff_command(manual: str, wanted: tuple[str, ...], manuals: Path, as_json: bool) -> None:
    """Show what changes between two versions of a manual. Default: its newest two.

    Each change is breaking, compatible or cosmetic, and marked if it affects security. Changed text
    that a model reads is shown side by side.

    Exit codes: 0 shown, 2 usage error, such as a version that does not exist.

    \b
    Example:
      registry diff acme/world-time
      registry diff acme/world-time 1.0.0 2.0.0 --json
    """
    with refusing(NoSuchReleaseError):
        whole, problems = find_manual_and_problems(manuals, manual)
        note_errors(problems, manuals)
        found = diff.compare_versions(whole, wanted)
    click.echo(diff.comparison_as_json(found) if as_json else diff.comparison_as_text(found))
