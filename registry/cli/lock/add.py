"""`registry lock add`: add tools to the lock, as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from registry.cli._options import JSON, REGISTRY, SIGNED_BY, print_json
from registry.cli._published_registry import opened
from registry.cli._tools_lock import LOCK_FILE, read, show, write_lock

if TYPE_CHECKING:
    from pathlib import Path


@click.command(short_help="Add tools to the lock.")
@click.argument("names", nargs=-1, required=True, metavar="ID|MANUAL...")
@REGISTRY
@SIGNED_BY
@LOCK_FILE
@JSON
def lock_add_command(
    names: tuple[str, ...],
    *,
    registry: str | None,
    signed_by: Path | None,
    file: Path,
    as_json: bool,
) -> None:
    """Add tools to the lock, with their present definitions; a manual stands for all of its tools.

    Commit the file: its diff shows what an agent may use from then on. `registry mcp --lock`, the
    Python client and the UTCP plugin use only the tools in it.

    Exit codes: 0 added, 2 usage error, such as a tool that does not exist.

    \b
    Example:
      registry lock add open-meteo/forecast --registry https://example.org/
      registry lock add github/rest/get_readme github/rest/list_issues
    """
    read(file, is_new=True)
    changed = write_lock(opened(registry, signed_by=signed_by), names, file)
    if as_json:
        print_json({"file": str(file), "changed": changed})
        return
    show(read(file), changed)
    click.echo(f"{file}: {len(changed)} added or updated", err=True)
