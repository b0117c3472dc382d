"""Shell completion of the names of manuals, tools and rules."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from registry.catalogue.find_manual import NoSuchReleaseError, find_manual

if TYPE_CHECKING:
    import click


def manuals(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the manuals, as `publisher/manual`, that start with *incomplete*."""
    del param
    folder = Path(ctx.params.get("manuals") or "manuals")
    names: list[str] = []
    with suppress(OSError):
        folders = (each for each in folder.glob("*/*") if each.is_dir())
        names = sorted(f"{each.parent.name}/{each.name}" for each in folders)
    return [name for name in names if name.startswith(incomplete)]


def tools(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the tools, as `publisher/manual/tool`, that start with *incomplete*.

    Until it names a manual, these are the manuals, each with a slash.
    """
    manual_id = incomplete.rpartition("/")[0]
    if "/" not in manual_id:
        return [f"{name}/" for name in manuals(ctx, param, incomplete)]
    try:
        found = find_manual(Path(ctx.params.get("manuals") or "manuals"), manual_id).latest
    except (OSError, NoSuchReleaseError):
        return []
    names = (tool.id for tool in found.tools) if found else ()
    return [name for name in names if name.startswith(incomplete)]


def rule_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of the rules that start with *incomplete*."""
    from registry import rules  # noqa: PLC0415 - only needed for their names

    del ctx, param
    return [rule.id for rule in rules.documented() if rule.id.startswith(incomplete)]
