"""`registry trust renew`: create the next root."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from registry.cli._options import JSON, print_json
from registry.cli._problems import EXIT_PROBLEMS
from registry.cli._trust import KEYS, ONLINE_KEY, ROOT_KEY, TRUST, signing
from registry.source.whole import create_whole, write_whole

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Create the next root.")
@TRUST
@KEYS
@click.option("--new-online", is_flag=True, help="Also create a new key for signing sites.")
@JSON
def trust_renew_command(folder: Path, keys: Path, *, new_online: bool, as_json: bool) -> None:
    """Create the root after the newest one, signed with the root-*.pem in the folder of keys.

    It is valid for another year. Readers update from any earlier root to the newest, so keep the
    old ones. With --new-online the key in online.pem is replaced: do this at once if someone else
    may have it, and store the new key in the secrets of the publishing job.

    Exit codes: 0 created, 1 the keys are too few or the wrong ones, 2 usage error.

    \b
    Example:
      registry trust renew --keys ../two-of-the-keys
      registry trust renew --keys ../two-of-the-keys --new-online
    """
    module = signing()
    trust = module.Trust.read(folder)
    online = module.new_key() if new_online else None
    guards = [path.read_bytes() for path in sorted(keys.glob(ROOT_KEY))]
    try:
        root = module.next_root(trust, guards, datetime.now(UTC), online=online)
    except module.UnusableTrustError as error:
        click.echo(f"no root was created: {error}", err=True)
        sys.exit(EXIT_PROBLEMS)
    path = folder / f"{len(trust.roots) + 1}.root.json"
    create_whole(path, root.decode())
    if online is not None:
        try:
            write_whole(keys / ONLINE_KEY, online.decode())
        except OSError:
            path.unlink()  # it names a key that nobody has
            raise
        (keys / ONLINE_KEY).chmod(0o600)
    if as_json:
        made = (path, keys / ONLINE_KEY) if new_online else (path,)
        print_json({"files": [each.as_posix() for each in made]})
        return
    click.echo(f"{path}: commit it; readers update to it automatically")
