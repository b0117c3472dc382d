"""`registry trust init`: create the first root and its keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from registry.cli._options import JSON, print_json
from registry.cli._refusal import Refusal
from registry.cli._trust import (
    FIRST_ROOT,
    KEYS,
    ONLINE_KEY,
    OWNER_ONLY,
    STORE_ONLINE_KEY,
    TRUST,
    signing,
)
from registry.source.atomic_write import create_whole

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Create keys and the first root.")
@TRUST
@KEYS
@JSON
def trust_init_command(folder: Path, keys: Path, *, as_json: bool) -> None:
    """Create the keys of a new registry, and the root that readers start from.

    Three keys guard the root, and any two of them can renew it: give each to a different person and
    keep none of them online. The key in online.pem signs sites; store it as REGISTRY_SIGNING_KEY in
    the secrets of the publishing job. Existing files are never overwritten.

    Exit codes: 0 created, 2 usage error, such as a root that already exists.

    \b
    Example:
      registry trust init --keys ../registry-keys
    """
    module = signing()
    try:
        trust = module.Trust.read(folder)
    except module.UnusableTrustError as error:
        raise Refusal(str(error)) from None
    if trust.roots:
        line = trust.command("renew", keys)
        raise Refusal(f"{folder}/ already has a root; make the next with: {line}")
    if folder.resolve().parent in (keys.resolve(), *keys.resolve().parents):
        raise Refusal(f"{keys}/ is inside the repository; keep private keys elsewhere")
    if keys.exists() and any(keys.iterdir()):
        raise Refusal(f"{keys}/ is not empty; choose a new folder with --keys")
    keys.mkdir(parents=True, exist_ok=True)
    keys.chmod(0o700)
    names = [f"root-{number}.pem" for number in range(1, module.ROOT_KEYS + 1)]
    made = {name: module.new_key() for name in (*names, ONLINE_KEY)}
    guards = [made[name] for name in names]
    root = folder / FIRST_ROOT
    try:
        for name, key in made.items():
            create_whole(keys / name, key, OWNER_ONLY)
        folder.mkdir(parents=True, exist_ok=True)
        create_whole(root, module.first_root(guards, made[ONLINE_KEY], datetime.now(UTC)))
    except OSError:
        for name in made:  # of no root, and the next try needs an empty folder
            (keys / name).unlink(missing_ok=True)
        raise
    if as_json:
        print_json({"files": [each.as_posix() for each in (root, *(keys / name for name in made))]})
        return
    click.echo(f"{root}: commit it, and give it to readers")
    click.echo(f"{keys}/: give each {names[0][:-5]}N.pem to a different person; keep none here")
    click.echo(f"{keys / ONLINE_KEY}: {STORE_ONLINE_KEY}")
