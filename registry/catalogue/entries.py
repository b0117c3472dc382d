"""Make the entry of a manual: what is kept of it for everything that looks at all manuals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry import utcp_export
from registry.model.entries import Entries, ManualEntry, ToolEntry
from registry.model.facts import Counts

if TYPE_CHECKING:
    from registry.model import Catalogue, Manual, Release, Tool


def entries_of(catalogue: Catalogue) -> Entries:
    """Return the entries of all of *catalogue*."""
    return Entries(catalogue.publishers, tuple(map(entry_of, catalogue.manuals)))


def entry_of(manual: Manual) -> ManualEntry:
    """Return the entry of *manual*."""
    latest = manual.latest
    entry = ManualEntry(
        publisher=replace(manual.publisher, origin=None),
        name=manual.name,
        title=manual.title,
        summary=manual.summary,
        category=manual.category,
        tags=manual.tags,
        status=manual.status,
        version=latest.version if latest else "",
        released=latest.released if latest else "",
        protocol=latest.protocol if latest else "",
        dialect=latest.dialect if latest else "",
        coverage=manual.coverage,
        limits=tuple(map(str, manual.limits)),
    )
    if latest is None or not entry.is_listed:
        return entry
    return entry._replace(tools=tuple(_tool_entry(manual, latest, tool) for tool in latest.tools))


def _tool_entry(manual: Manual, release: Release, tool: Tool) -> ToolEntry:
    entry = ToolEntry.of(
        tool,
        manual.publisher.author,
        manual.status.state,
        is_offered=not utcp_export.offer_obstacles(manual, tool),
    )
    facts = manual.facts_of(release)
    if facts is None:
        return entry
    counts = facts.compared.get(tool.name, Counts())
    return replace(entry, counts=counts, is_looked_up=tool.name in facts.looked_up)
