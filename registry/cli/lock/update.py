"""`registry lock update`: agree to the definitions that locked tools have now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.cli._options import JSON, REGISTRY, SIGNED_BY, print_json
from registry.cli._published_registry import opened
from registry.cli._tools_lock import LOCK_FILE, named, read, show, write_lock

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Agree to the present definitions of locked tools.")
@click.argument("names", nargs=-1, metavar="[ID|MANUAL...]")
@REGISTRY
@SIGNED_BY
@LOCK_FILE
@JSON
def lock_update_command(
    names: tuple[str, ...],
    *,
    registry: str | None,
    signed_by: Path | None,
    file: Path,
    as_json: bool,
) -> None:
    """Agree to the present definitions of all tools in the lock, or of those named.

    See first what changes: `registry lock check`.

    Exit codes: 0 up to date, 2 usage error, such as a tool that no longer exists.

    \b
    Example:
      registry lock update --registry https://example.org/
      registry lock update open-meteo/forecast/get_forecast
    """
    lock = read(file)
    wanted = named(lock, names, file) or list(lock.tools)
    changed = write_lock(opened(registry, signed_by=signed_by), wanted, file)
    if as_json:
        print_json({"file": str(file), "changed": changed})
        return
    show(read(file), changed)
    click.echo(f"{file}: {len(changed)} updated", err=True)
