"""`registry trust renew`: create the next root."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

import click

from registry.cli._options import JSON, print_json
from registry.cli._refusal import Failure
from registry.cli._trust import (
    KEYS,
    ONLINE_KEY,
    OWNER_ONLY,
    ROOT_KEY,
    STORE_ONLINE_KEY,
    TRUST,
    signing,
)
from registry.source.atomic_write import create_whole, write_whole

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Create the next root.")
@TRUST
@KEYS
@click.option("--new-online", is_flag=True, help="Also create a new key for signing sites.")
@click.option(
    "--new-root-key",
    is_flag=True,
    help="Also replace the root key that is not in the folder, such as a lost one, by a new one.",
)
@JSON
def trust_renew_command(
    folder: Path, keys: Path, *, new_online: bool, new_root_key: bool, as_json: bool
) -> None:
    """Create the root after the newest one, signed with the root-*.pem in the folder of keys.

    It is valid for another year. Readers update from any earlier root to the newest, so keep the
    old ones. With --new-online the key in online.pem is replaced: do this at once if someone else
    may have it, and store the new key in the secrets of the publishing job. With --new-root-key a
    new root-N.pem takes the place of the root key that is not there: do this as soon as one is lost
    or known to someone else, while the two others are safe.

    Exit codes: 0 created, 1 the keys are too few or the wrong ones, 2 usage error.

    \b
    Example:
      registry trust renew --keys ../two-of-the-keys
      registry trust renew --keys ../two-of-the-keys --new-online
      registry trust renew --keys ../two-of-the-keys --new-root-key
    """
    module = signing()
    online = module.new_key() if new_online else None
    guard = module.new_key() if new_root_key else None
    guards = [path.read_bytes() for path in sorted(keys.glob(ROOT_KEY))]
    try:
        trust = module.Trust.read(folder)
        root = module.next_root(trust, guards, datetime.now(UTC), online=online, guard=guard)
    except module.UnusableTrustError as error:
        raise Failure(f"no root was created: {error}") from None
    path, place = folder / f"{len(trust.roots) + 1}.root.json", _unused_name(keys)
    create_whole(path, root)
    # The one that replaces a file is the last.
    places = ((place, guard), (keys / ONLINE_KEY, online))
    made = {file: key for file, key in places if key is not None}
    try:
        for file, key in made.items():
            write_whole(file, key, OWNER_ONLY)
    except OSError:
        path.unlink()  # it names a key that nobody has
        place.unlink(missing_ok=True)
        raise
    if as_json:
        print_json({"files": [each.as_posix() for each in (path, *made)]})
        return
    click.echo(f"{path}: commit it; readers update to it automatically")
    if new_online:
        click.echo(f"{keys / ONLINE_KEY}: {STORE_ONLINE_KEY}")
    if new_root_key:
        click.echo(f"{place}: give it to the person who holds it from now on; do not keep it here")


def _unused_name(keys: Path) -> Path:
    """Return a name for a root key that no file in *keys* has."""
    names = (keys / ROOT_KEY.replace("*", str(number)) for number in count(1))
    return next(file for file in names if not file.exists())
