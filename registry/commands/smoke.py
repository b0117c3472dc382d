"""`registry smoke`: whether a site can be read as agents and browsers read it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry import fetch, smoke
from registry.commands._options import FILE, JSON, print_json
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal
from registry.commands._trust import signing
from registry.report import printable
from registry.smoke.waiting import patiently

if TYPE_CHECKING:
    from collections.abc import Iterator


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
@click.option(
    "--deployed",
    type=FILE,
    help="The v1/index.json that was deployed; the site has to be that one.",
)
@click.option("--root", type=FILE, help="A root that you trust; the site has to be signed by it.")
@click.option(
    "--wait",
    type=click.FloatRange(min=0),
    default=0,
    metavar="SECONDS",
    help="How long to look again while something is not there yet.  [default: one look]",
)
@JSON
def command(
    *,
    site: str,
    most: int,
    published: str | None,
    expect_losses: bool,
    deployed: Path | None,
    root: Path | None,
    wait: float,
    as_json: bool,
) -> None:
    """Read a site as agents and browsers do, and tell what does not come.

    It loads /utcp, the index, manuals, tools and the search with the digests that lead to them, and
    asks for their pages. A folder is read before it is deployed, an address afterwards; of an
    address the content types are looked at, too, and whether agents in a browser may load it.

    Just after a deployment, hosts still show parts of the old site. With --wait it looks again, in
    pauses that grow to a minute, until all is there or the time is over.

    Exit codes: 0 all is there, 1 something is not, 2 wrong use.

    \b
    Example:
      registry smoke
      registry smoke https://registry.example/ --most 5
      registry smoke site --published https://registry.example/
      registry smoke https://registry.example/ --deployed site/v1/index.json --wait 900
    """
    if not fetch.is_url(site) and not Path(site).is_dir():
        raise Refusal(f"there is no folder {site!r}; build it with `registry build`")
    if root and not fetch.is_url(site):
        raise Refusal("--root wants an address: a folder is not verified")
    if root:
        signing()
    wanted = _Wanted(
        site,
        most,
        published if not expect_losses else None,
        deployed.read_bytes() if deployed else None,
        root.read_bytes() if root else None,
    )
    found = patiently(wanted.problems, wait, _tell)
    if as_json:
        print_json({"site": site, "problems": [*found]})
    else:
        for each in found or (f"{site}: all is there",):
            click.echo(printable(each))
    sys.exit(EXIT_PROBLEMS if found else 0)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a site is held against."""

    site: str
    most: int
    published: str | None
    deployed: bytes | None
    root: bytes | None

    def problems(self) -> Iterator[str]:
        """Yield what is wrong; where another site is served, only that, without asking for more."""
        if self.deployed is not None:
            others = tuple(smoke.differences(self.site, self.deployed))
            if others:
                yield from others
                return
        yield from smoke.problems(self.site, self.most)
        if self.published:
            yield from smoke.losses(self.site, self.published)
        if self.root is not None:
            from registry.smoke import signatures  # noqa: PLC0415 - an extra

            yield from signatures.problems(self.site, self.root)


def _tell(problem: str, pause: float) -> None:
    click.echo(f"not yet: {printable(problem)}; looking again in {pause:.0f} s", err=True)
