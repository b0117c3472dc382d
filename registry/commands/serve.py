"""`registry serve`: look at a built site."""

from __future__ import annotations

from pathlib import Path

import click

from registry.commands._options import JSON, SITE, print_json
from registry.commands._showing import shown


@click.command(short_help="Show a built site on this machine.")
@click.argument("site", type=SITE, default=Path("site"))
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@JSON
def command(site: Path, port: int, *, as_json: bool) -> None:
    """Show a built site on this machine, with the content types that a static host sends.

    \b
    Example:
      registry serve --port 8080
    """
    with shown(site, port) as url:
        if as_json:
            print_json({"url": url})
        else:
            click.echo(f"{site} is at {url}  (Ctrl-C stops it)")
