"""`registry serve`: look at a built site."""

from __future__ import annotations

from pathlib import Path

import click

from registry.commands._options import FOLDER
from registry.serve import serve


@click.command(short_help="Show a built site on this machine.")
@click.argument("site", type=FOLDER, default=Path("site"))
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def command(site: Path, port: int) -> None:
    """Show a built site on this machine, with the content types that a static host sends.

    \b
    Example:
      registry serve --port 8080
    """
    serve(site, port)
