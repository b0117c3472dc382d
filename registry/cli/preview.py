"""`registry preview`: show a manual as people and agents will see it."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry import settings
from registry.authoring import preview
from registry.cli._build_errors import build_errors_as_messages
from registry.cli._completion import manuals as manuals_named
from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import CONFIG_FILE, MANUALS
from registry.cli._problems import note_errors, print_report
from registry.cli._refusal import refusing
from registry.cli._serving import serve_until_stopped
from registry.report import printable

if TYPE_CHECKING:
    from registry.authoring.preview import Subject

SECTION = "Write manuals"


@click.command(short_help="Show a manual as people and agents will see it.")
@click.argument("name", metavar="PUBLISHER/MANUAL[/TOOL]", shell_complete=manuals_named)
@MANUALS
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The configuration file of the site.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default="any free port",
    help="The port to serve on.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Only print the JSON; build nothing.")
def preview_command(
    *, name: str, manuals: Path, config: Path, port: int, opens: bool, as_json: bool
) -> None:
    """Show a manual, or one tool of it, as people and agents will see it.

    Reports its problems, builds the pages of the publisher into a temporary folder, and serves
    them on this machine until you press Ctrl-C; with --json, prints the JSON that an agent gets.

    Exit codes: 0 shown, 1 the manual has errors, 2 usage error, such as an unknown manual.

    \b
    Example:
      registry preview acme/world-time --open
      registry preview acme/world-time/get_time --json
    """
    with refusing(preview.NothingToShowError):
        subject = preview.find_subject(manuals, name)
    if as_json:
        click.echo(preview.agent_json(subject))
    for obstacle in subject.obstacles:
        click.echo(printable(f"not in /utcp: {obstacle}"), err=True)
    if not as_json:
        _show(subject, manuals, config, port, opens=opens)
    elif note_errors(subject.problems, manuals):
        sys.exit(EXIT_PROBLEMS)


def _show(subject: Subject, manuals: Path, config: Path, port: int, *, opens: bool) -> None:
    """Build the pages and serve them until the user presses Ctrl-C."""
    CONFIG_FILE.convert(config, None, None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with build_errors_as_messages():
            wanted = settings.load_settings(config)
            built = preview.build_publisher(subject, manuals, folder, config, wanted)
        print_report(built.checked, None, manuals)
        if not built.written:
            sys.exit(EXIT_PROBLEMS)
        with serve_until_stopped(folder / "site", port) as address:
            click.echo(f"{address}{subject.page}  (press Ctrl-C to stop)", err=True)
            if opens:
                webbrowser.open(f"{address}{subject.page}")
