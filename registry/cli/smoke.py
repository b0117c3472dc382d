"""`registry smoke`: test whether agents and browsers can read a site."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import FILE, JSON, SITE, print_json
from registry.cli._refusal import Refusal
from registry.cli._trust import signing
from registry.report import printable
from registry.site import smoke
from registry.site.smoke.waiting import look_until_none
from registry.source.limits import FOREIGN
from registry.source.plain_files import read_named
from registry.web import is_url
from registry.web.hosts import host_of, is_loopback
from registry.web.secret_patterns.masking import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECTION = "Build and publish"

_AS_A_HOST_DOES = (
    "hint: if `registry serve` serves it, start that with --as-published --cors, as a host does"
)


@click.command(short_help="Read a site as agents and browsers do, and report what is missing.")
@click.argument("site", metavar="[FOLDER|URL]", default="site")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="The number of manuals to read.",
)
@click.option(
    "--published",
    metavar="URL",
    help="The live site that this one will replace; report if many of its tools are missing.",
)
@click.option("--expect-losses", is_flag=True, help="Do not report missing tools.")
@click.option(
    "--deployed",
    type=FILE,
    help="The v1/index.json that was deployed; report if the site serves another.",
)
@click.option("--root", type=FILE, help="A trust root; report if the site is not signed by it.")
@click.option(
    "--wait",
    type=click.FloatRange(min=0),
    default=0,
    metavar="SECONDS",
    help="How long to retry while something is missing.  [default: no retry]",
)
@JSON
def smoke_command(
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
    """Read a site as agents and browsers do, and report what is missing.

    Loads /utcp, the index, manuals, tools and the search, verifies their digests, and requests
    their pages. Use it with a folder before a deployment and with a URL afterwards; for a URL it
    also checks content types and CORS headers.

    With --wait it retries until everything is there: just after a deployment, some hosts still
    serve parts of the old site.

    Exit codes: 0 everything is there, 1 something is missing, 2 usage error.

    \b
    Example:
      registry smoke
      registry smoke https://registry.example/ --most 5
      registry smoke site --published https://registry.example/
      registry smoke https://registry.example/ --deployed site/v1/index.json --wait 900
    """
    if not is_url(site):
        SITE.convert(site, None, None)
    if root and not is_url(site):
        raise Refusal("--root needs a URL: the signatures of a folder are not verified")
    if root:
        signing()
    expected = _Expected(
        site,
        most,
        published if not expect_losses else None,
        read_named(deployed, FOREIGN.size) if deployed else None,
        read_named(root) if root else None,
    )
    missing = look_until_none(expected.problems, wait, _print_retry)
    if as_json:
        print_json({"site": without_secrets(site), "problems": [*missing]})
    else:
        for each in missing or (f"{without_secrets(site)}: everything is there",):
            click.echo(printable(each))
        if missing and is_url(site) and is_loopback(host_of(site)):
            click.echo(_AS_A_HOST_DOES, err=True)
    sys.exit(EXIT_PROBLEMS if missing else 0)


@dataclass(frozen=True, slots=True)
class _Expected:
    """The site to read, and what it is compared with."""

    site: str
    most: int
    published: str | None
    deployed: bytes | None
    root: bytes | None

    def problems(self) -> Iterator[str]:
        """Yield the problems; if the site serves another deployment, only that one."""
        if self.deployed is not None:
            others = tuple(smoke.differences(self.site, self.deployed))
            if others:
                yield from others
                return
        yield from smoke.smoke_problems(self.site, self.most)
        if self.published:
            yield from smoke.losses(self.site, self.published)
        if self.root is not None:
            from registry.site.smoke import signatures  # noqa: PLC0415 - an extra

            yield from signatures.signature_problems(self.site, self.root)


def _print_retry(problem: str, pause: float) -> None:
    click.echo(f"not yet: {printable(problem)}; retrying in {pause:.0f} s", err=True)
