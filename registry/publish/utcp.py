"""`/utcp`: the document from which a UTCP client has tools to call at once.

It holds the registry's own tools and, while it stays within the budget, every tool of the
catalogue that each released client can load and call; above the budget only the registry's own
tools, which lead to the others.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from registry import utcp_export
from registry.model.files import File
from registry.publish import json_part, with_tools
from registry.publish._file_paths import UTCP
from registry.publish._registry_tools import own_tools

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing, Subject

MANUAL_VERSION = "1.0.0"
"""Of the form of the document. What is in it changes with every build; digests tell."""


def note_utcp(subject: Subject) -> tuple[tuple[str, bytes], ...]:
    """Return the documents of the tools that are offered as JSON, with their ids."""
    tools = subject.listed.tools if subject.listed else ()
    return tuple(
        (tool.id, json_part(utcp_export.aggregate_document(tool)))
        for tool in tools
        if not subject.obstacles(tool)
    )


def list_utcp(listing: Listing) -> Iterator[File]:
    """Yield the discovery document under both of its names."""
    offered = [document for _, document in sorted(chain.from_iterable(listing.noted("utcp")))]
    data = _document(listing, offered)
    if len(data) > listing.settings.utcp_budget:
        data = _document(listing, [])
    for path in UTCP:
        yield File(path, data)


def _document(listing: Listing, offered: list[bytes]) -> bytes:
    """Return the document with the registry's own tools and those that are *offered*."""
    own_entries = own_tools(listing.settings, len(offered), len(listing.entries.tools))
    head = utcp_export.manual(MANUAL_VERSION, [])
    del head["tools"]
    return with_tools(head, (*map(json_part, own_entries), *offered))
