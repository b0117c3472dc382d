"""`registry lock remove`: remove tools from the lock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.cli._options import JSON, print_json
from registry.cli._refusal import safe
from registry.cli._tools_lock import LOCK_FILE, named, read
from registry.client.lock import Lock

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Remove tools from the lock.")
@click.argument("names", nargs=-1, required=True, metavar="ID|MANUAL...")
@LOCK_FILE
@JSON
def lock_remove_command(names: tuple[str, ...], *, file: Path, as_json: bool) -> None:
    """Remove tools from the lock, such as those that the registry no longer has.

    A manual stands for all of its tools in the lock. No registry is contacted.

    Exit codes: 0 removed, 2 usage error, such as a tool that is not in the lock.

    \b
    Example:
      registry lock remove github/rest/get_readme
      registry lock remove open-meteo/forecast
    """
    lock = read(file)
    gone = sorted(named(lock, names, file))
    Lock({name: tool for name, tool in lock.tools.items() if name not in gone}).write(file)
    if as_json:
        print_json({"file": str(file), "removed": gone})
        return
    click.echo("\n".join(map(safe, gone)))
    click.echo(f"{file}: {len(gone)} removed", err=True)
