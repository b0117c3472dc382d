"""`registry trust init`: the first root, and the keys that go with it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from registry.commands._options import JSON, print_json
from registry.commands._refusal import Refusal
from registry.commands._trust import KEYS, ONLINE_KEY, TRUST, signing

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Make keys and the first root.")
@TRUST
@KEYS
@JSON
def command(folder: Path, keys: Path, *, as_json: bool) -> None:
    """Make the keys of a new registry, and the root that readers start from.

    Three keys guard the root, of which two must agree: give each to another person and keep none
    of them online. The key in online.pem signs sites; it goes into the secrets of the publishing
    job as REGISTRY_SIGNING_KEY. Nothing that is there is ever written over.

    \b
    Example:
      registry trust init --keys ../registry-keys
    """
    module = signing()
    if module.Trust.read(folder).roots:
        raise Refusal(f"{folder}/ has a root; follow it by another with: trust renew")
    if folder.resolve().parent in keys.resolve().parents:
        raise Refusal(f"{keys}/ is a part of the repository; keep private keys elsewhere")
    if keys.exists() and any(keys.iterdir()):
        raise Refusal(f"{keys}/ is not empty; name a new folder with --keys")
    keys.mkdir(parents=True, exist_ok=True)
    keys.chmod(0o700)
    names = [f"root-{number}.pem" for number in range(1, module.ROOT_KEYS + 1)]
    made = {name: module.new_key() for name in (*names, ONLINE_KEY)}
    for name, key in made.items():
        (keys / name).write_bytes(key)
        (keys / name).chmod(0o600)
    guards = [made[name] for name in names]
    folder.mkdir(parents=True, exist_ok=True)
    root = folder / "1.root.json"
    root.write_bytes(module.first_root(guards, made[ONLINE_KEY], datetime.now(UTC)))
    if as_json:
        print_json({"files": [each.as_posix() for each in (root, *(keys / name for name in made))]})
        return
    click.echo(f"{root}: commit it, and tell readers of it")
    click.echo(f"{keys}/: give each {names[0][:-5]}N.pem to another person, and keep none here")
