"""`registry preview`: a manual as people and agents will see it."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry import preview, settings
from registry.chrome import ChromeError
from registry.commands._names import manuals as manuals_named
from registry.commands._options import CONFIG_FILE, MANUALS
from registry.commands._problems import EXIT_PROBLEMS, print_report
from registry.commands._refusal import Refusal
from registry.commands._showing import shown
from registry.gate import GateError
from registry.report import json_text, printable

if TYPE_CHECKING:
    from registry.preview import Subject


@click.command(short_help="Show a manual as people and agents will see it.")
@click.argument("name", metavar="PUBLISHER/MANUAL[/TOOL]", shell_complete=manuals_named)
@MANUALS
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The site's configuration.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Any free one unless told.")
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON alone, and build nothing.")
def command(
    *, name: str, manuals: Path, config: Path, port: int, opens: bool, as_json: bool
) -> None:
    """Show a manual, or one tool of it, as people and agents will see it.

    Builds the pages of its publisher into a temporary folder and shows them on this machine until
    it is stopped with Ctrl-C. Prints the JSON that an agent gets, and the address of the page.

    Exit codes: 0 shown, 1 problems keep it from being shown, 2 there is no such manual or tool.

    \b
    Example:
      registry preview acme/world-time --open
      registry preview acme/world-time/get_time --json
    """
    try:
        subject = preview.find(manuals, name)
    except preview.NothingToShowError as error:
        raise Refusal(str(error)) from None
    click.echo(json_text(preview.agent_json(subject)))
    for obstacle in subject.obstacles:
        click.echo(printable(f"not in /utcp: {obstacle}"), err=True)
    if not as_json:
        _show(subject, manuals, config, port, opens=opens)


def _show(subject: Subject, manuals: Path, config: Path, port: int, *, opens: bool) -> None:
    """Build, and serve until the user stops it."""
    CONFIG_FILE.convert(config, None, None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            wanted = settings.load(config)
            built = preview.build_alone(subject, manuals, folder, config, wanted)
        except settings.SettingsError as error:
            raise Refusal(str(error)) from None
        except (ChromeError, GateError) as error:
            raise click.ClickException(str(error)) from None
        print_report(built.checked, None)
        if not built.written:
            sys.exit(EXIT_PROBLEMS)
        with shown(folder / "site", port) as address:
            click.echo(f"{address}{subject.page}  (Ctrl-C stops it)", err=True)
            if opens:
                webbrowser.open(f"{address}{subject.page}")
