"""`registry serve`: serve a built site on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from registry.cli._options import JSON, SITE, print_json
from registry.cli._showing import serve_until_stopped


@click.command(short_help="Serve a built site on this machine.")
@click.argument("site", type=SITE, default=Path("site"))
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--cors",
    "is_shared",
    is_flag=True,
    help="Let pages of any other site read it, as published files may be read.",
)
@JSON
def serve_command(site: Path, port: int, *, is_shared: bool, as_json: bool) -> None:
    """Serve a built site on this machine, with the content types that a static host sends.

    Exit codes: 0 stopped with Ctrl-C, 2 usage error, such as a port that is in use.

    \b
    Example:
      registry serve --port 8080
    """
    with serve_until_stopped(site, port, is_shared=is_shared) as url:
        if as_json:
            print_json({"url": url})
        else:
            click.echo(f"{site} is at {url}  (press Ctrl-C to stop)")
