"""`registry smoke`: whether a site can be read as agents and browsers read it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from registry import fetch, smoke
from registry.commands._problems import EXIT_PROBLEMS
from registry.report import printable


@click.command(short_help="Read a site as agents and browsers do, and tell what does not come.")
@click.argument("site", metavar="[FOLDER|URL]", default="site")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="How many manuals to look at.",
)
@click.option(
    "--published",
    metavar="URL",
    help="The site that this one will replace; it should not lose many of its tools.",
)
@click.option("--expect-losses", is_flag=True, help="Let it lose them.")
def command(site: str, most: int, published: str | None, *, expect_losses: bool) -> None:
    """Read a site as agents and browsers do, and tell what does not come.

    It loads /utcp, the index, manuals, tools and the search with the digests that lead to them, and
    asks for their pages. A folder is read before it is deployed, an address afterwards.

    Exit codes: 0 all is there, 1 something is not, 2 wrong use.

    \b
    Example:
      registry smoke
      registry smoke https://registry.example/ --most 5
      registry smoke site --published https://registry.example/
    """
    if not fetch.is_url(site) and not Path(site).is_dir():
        raise click.UsageError(f"there is no folder {site!r}; build it with `registry build`")
    found = tuple(smoke.problems(site, most))
    if published and not expect_losses:
        found += tuple(smoke.losses(site, published))
    for each in found:
        click.echo(printable(each))
    if found:
        sys.exit(EXIT_PROBLEMS)
    click.echo(f"{site}: all is there")
