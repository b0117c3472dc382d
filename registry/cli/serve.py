"""`registry serve`: serve a built site on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from registry.cli._options import JSON, SITE, print_json
from registry.cli._serving import serve_until_stopped
from registry.site.local_address import at_local_address

SECTION = "Build and publish"


@click.command(short_help="Serve a built site on this machine.")
@click.argument("site", type=SITE, default=Path("site"))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to serve on; 0 is any free one.",
)
@click.option(
    "--cors",
    "is_shared",
    is_flag=True,
    help="Let pages of other sites read it (CORS), as a public host does.",
)
@click.option(
    "--as-published",
    is_flag=True,
    help="Serve every file as it is, with the URL that the site was built for, as a host does.",
)
@JSON
def serve_command(
    site: Path, port: int, *, is_shared: bool, as_published: bool, as_json: bool
) -> None:
    """Serve a built site on this machine, with the content types that a static host sends.

    What clients load (/utcp, /utcp-config.json), llms.txt, feeds, sitemaps and the pages name
    the address that serves them, so that a trial needs no internet. A signed site is served as it
    is.

    Exit codes: 0 stopped with Ctrl-C, 2 usage error, such as a port that is in use.

    \b
    Example:
      registry serve --port 8080
      registry serve --as-published --cors    # then: registry smoke http://127.0.0.1:8000/
    """
    instead = None if as_published else at_local_address(site)
    with serve_until_stopped(site, port, is_shared=is_shared, instead=instead) as url:
        if as_json:
            print_json({"url": url})
        else:
            click.echo(f"{site} is at {url}  (press Ctrl-C to stop)")
