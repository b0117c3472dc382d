"""`registry import utcp`: create a manual from a UTCP document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.authoring.importers import sources, utcp
from registry.cli.import_._request import importing

if TYPE_CHECKING:
    from registry.authoring.importers.draft import Draft, ImportRequest


@click.command(short_help="Create a manual from a UTCP document.")
@click.argument("source", metavar="FILE|URL|-")
@click.option(
    "--server",
    default="",
    metavar="URL",
    help="The public URL that replaces those on your own machine, such as http://localhost:8000.",
)
@importing
def import_utcp_command(source: str, server: str, request: ImportRequest) -> Draft:
    """Create a manual from a UTCP document (1.x, the RFC's shape, 0.x), and check it.

    Each tool keeps its shape and its call, and ${VARIABLES} are kept. A document with a secret in
    it is refused. `-` is the document on standard input.

    Writes the release and, if they do not exist, publisher.yaml and manual.yaml. Reports
    what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 nothing was written,
    2 usage error, or not a UTCP document.

    \b
    Example:
      registry import utcp https://api.acme.com/utcp --publisher acme --manual weather
      registry import utcp http://localhost:8000/utcp --server https://api.acme.com
    """
    sources.check_url("--server", server)
    return utcp.utcp_draft(source, sources.read_source(source), request, server)
