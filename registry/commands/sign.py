"""`registry sign`: signatures for a built site."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from registry.commands._options import JSON, SITE, print_json
from registry.commands._problems import EXIT_PROBLEMS
from registry.commands._refusal import Refusal
from registry.commands._trust import TRUST, signing
from registry.protocols import protocols


@click.command(short_help="Sign a built site, so that readers can tell it from others.")
@click.argument("site", type=SITE, default=Path("site"))
@TRUST
@JSON
def command(site: Path, folder: Path, *, as_json: bool) -> None:
    """Sign every file of SITE that programs load, by The Update Framework.

    The key is read from the environment variable REGISTRY_SIGNING_KEY, as PEM; the newest root
    says whether it may sign. Signatures count for a week, and go to SITE/tuf/.

    Exit codes: 0 signed, 1 the key or the root cannot be used, 2 wrong use.

    \b
    Example:
      registry sign
      registry sign /tmp/site --trust trust
    """
    module = signing()
    key = os.environ.get(module.KEY_VARIABLE, "")
    if not key:
        raise Refusal(f"there is no key in {module.KEY_VARIABLE}; the site stays unsigned")
    try:
        trust, folders = module.Trust.read(folder), ("v1", *sorted(protocols()))
        count = module.sign(site, trust, key.encode(), datetime.now(UTC), folders)
    except module.UnusableTrustError as error:
        click.echo(f"not signed: {error}", err=True)
        sys.exit(EXIT_PROBLEMS)
    if as_json:
        print_json({"site": site.as_posix(), "signed": count, "days": module.SIGNED_DAYS})
        return
    click.echo(f"{site}/{module.METADATA}/: {count:,} files signed for {module.SIGNED_DAYS} days")
