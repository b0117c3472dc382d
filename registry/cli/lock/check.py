"""`registry lock check`: whether the tools in the lock are what they were."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from registry.cli._exit_codes import EXIT_PROBLEMS
from registry.cli._options import JSON, REGISTRY, SIGNED_BY, print_json
from registry.cli._published_registry import opened
from registry.cli._refusal import refusing, safe
from registry.cli._tools_lock import LOCK_FILE, read, removal
from registry.client.errors import NotFoundError, RegistryError
from registry.client.lock import LockedError

if TYPE_CHECKING:
    from pathlib import Path

    from registry.client import Catalogue
    from registry.client.lock import Lock

MISSING = "missing"


@click.command(short_help="Check whether locked tools have changed.")
@REGISTRY
@SIGNED_BY
@LOCK_FILE
@JSON
def lock_check_command(
    *, registry: str | None, signed_by: Path | None, file: Path, as_json: bool
) -> None:
    """Check whether the tools in the lock still have the definitions that you agreed to.

    For each tool that differs, prints how much that matters to callers, what changes, and the words
    that a model reads, before and after.

    Exit codes: 0 none differs, 1 some differ, 2 usage error.

    \b
    Example:
      registry lock check --registry https://example.org/
    """
    lock = read(file)
    catalogue = opened(registry, signed_by=signed_by)
    with refusing(RegistryError):
        differences = _differences(lock, catalogue)
    if as_json:
        print_json({"file": str(file), "tools": len(lock.tools), "differences": differences})
    else:
        for each in differences:
            click.echo(safe("\n- ".join((f"{each['tool']}: {each['kind']}", *each["changes"]))))
        click.echo(f"{file}: {len(differences)} of {len(lock.tools)} differ", err=True)
        gone = [each["tool"] for each in differences if each["kind"] == MISSING]
        for hint in removal(lock, gone, file):
            click.echo(safe(hint), err=True)
    sys.exit(EXIT_PROBLEMS if differences else 0)


def _differences(lock: Lock, catalogue: Catalogue) -> list[dict[str, Any]]:
    differences: list[dict[str, Any]] = []
    for tool_id in sorted(lock.tools):
        try:
            lock.check(catalogue.tool(tool_id))
        except LockedError as error:
            differences.append(
                {"tool": tool_id, "kind": error.kind, "changes": list(error.changes)}
            )
        except NotFoundError as error:
            differences.append({"tool": tool_id, "kind": MISSING, "changes": [str(error)]})
    return differences
