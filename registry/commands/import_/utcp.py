"""`registry import utcp`: a manual out of a UTCP document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry import fetch
from registry.commands.import_._order import importing
from registry.importers import draft, utcp

if TYPE_CHECKING:
    from registry.importers.draft import Draft, Order


@click.command(short_help="Make a manual of a UTCP document of any shape.")
@click.argument("source", metavar="FILE|URL")
@click.option(
    "--server",
    default="",
    metavar="URL",
    help="The address that stands for those on your own machine, such as http://localhost:8000.",
)
@importing
def command(source: str, server: str, order: Order) -> Draft:
    """Make a manual of a UTCP document (1.x, the RFC's shape, 0.x), and check it.

    Each tool keeps its shape and its call; ${VARIABLES} stay, and a document with a secret in it is
    refused.

    Writes the release, and drafts of publisher.yaml and manual.yaml where there are none; files
    that are there are never touched. Then tells what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass or there is none,
    2 wrong use, or no UTCP document.

    \b
    Example:
      registry import utcp https://api.acme.com/utcp --publisher acme --manual weather
      registry import utcp http://localhost:8000/utcp --server https://api.acme.com
    """
    if server and not fetch.is_url(server):
        told = f"--server {server} is no full address; begin it with https://"
        raise draft.UnusableSourceError(told)
    return utcp.convert(source, draft.read(source), order, server)
