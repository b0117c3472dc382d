"""`registry sign`: sign a built site."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from registry.cli._options import JSON, SITE, print_json
from registry.cli._refusal import Failure, Refusal
from registry.cli._trust import TRUST, signing
from registry.protocols import protocols

SECTION = "Build and publish"


@click.command(short_help="Sign a built site, so that readers can verify it.")
@click.argument("site", type=SITE, default=Path("site"))
@TRUST
@JSON
def sign_command(site: Path, folder: Path, *, as_json: bool) -> None:
    """Sign every file of SITE that programs load, with The Update Framework.

    The key is read from the environment variable REGISTRY_SIGNING_KEY, as PEM; the newest root
    must name it. Signatures are valid for a week and go to SITE/tuf/.

    Exit codes: 0 signed, 1 the key or the root cannot be used, 2 usage error.

    \b
    Example:
      registry sign
      registry sign /tmp/site --trust trust
    """
    module = signing()
    key = os.environ.get(module.KEY_VARIABLE, "")
    if not key:
        raise Refusal(
            f"the variable {module.KEY_VARIABLE} holds no key; nothing was signed: set it to the "
            "text of online.pem"
        )
    now = datetime.now(UTC)
    try:
        trust = module.Trust.read(folder)
        count = module.sign(site, trust, key.encode(), now, ("v1", *sorted(protocols())))
    except module.UnusableTrustError as error:
        raise Failure(f"not signed: {error}") from None
    end = trust.newest.signed.expires
    days = min(module.SIGNED_DAYS, (end - now).days)
    if (end - now).days < module.RENEWAL_DAYS:
        click.echo(
            f"note: the newest root expires on {end:%Y-%m-%d}, and no reader accepts the site from "
            f"then on; follow it by another with: {trust.command('renew')}",
            err=True,
        )
    if as_json:
        print_json({"site": site.as_posix(), "signed": count, "days": days})
        return
    click.echo(f"{site}/{module.METADATA}/: {count:,} files signed for {days} days")
