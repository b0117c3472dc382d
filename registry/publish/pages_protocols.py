"""The list of the protocols in which manuals may be written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry import protocols
from registry.publish._pages.page_frame import Page, Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model.files import File
    from registry.protocols import Dialect, ManualProtocol
    from registry.publish import Listing

VOCABULARY = (
    (
        "A tool",
        "one of `tools`",
        "one of `functions`",
        "one of `items` or `tools`",
        "one of `tools`",
    ),
    ("Name", "`name`", "`name`", "`name`, with `id` for calls", "`name`"),
    ("Inputs", "`inputs`", "`parameters`, a list", "`input_schema`", "`inputSchema`"),
    ("Output", "`outputs`", "`return`", "`output_schema`", "`outputSchema`"),
    (
        "How it is called",
        "`tool_call_template` says it",
        "JSON-RPC to `server.url`",
        "POST to `/tools/call`",
        "`tools/call` to its server",
    ),
    (
        "Credentials",
        "`auth` with `${NAME}`",
        "a bearer token",
        "`requirements`",
        "the server's `env` or `headers`",
    ),
)
"""What the protocols call the same thing, beside the word that is used here."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A protocol, how much of the catalogue is written in it, and its dialects with their use."""

    protocol: ManualProtocol
    manuals: int
    tools: int
    dialects: tuple[tuple[Dialect, int], ...]


def list_pages_protocols(listing: Listing) -> Iterator[File]:
    """Yield the page; each protocol has a guide of its own among the hand-written pages."""
    entries = [_entry(listing, each) for each in protocols.protocols().values()]
    entries.sort(key=lambda entry: -entry.tools)
    yield Site(listing.context).file(
        Page(
            path="protocols/",
            title="Protocols",
            description="The protocols in whose words tools are described here.",
            template="protocols.html.j2",
            section="protocols/",
            values={"entries": entries, "vocabulary": VOCABULARY},
        )
    )


def _entry(listing: Listing, protocol: ManualProtocol) -> _Entry:
    manuals = [each for each in listing.entries.listed if each.protocol == protocol.NAME]
    used = Counter(manual.dialect for manual in manuals)
    return _Entry(
        protocol,
        len(manuals),
        sum(len(manual.tools) for manual in manuals),
        tuple((dialect, used[dialect.id]) for dialect in protocol.DIALECTS),
    )
