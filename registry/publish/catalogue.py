"""`/v1/catalogue.jsonl`: every tool on one compact line, to be read whole or line by line.

`/v1/tools.json` holds the same lines in one JSON document, because the clients that call the API
as a tool parse only what a host sends as JSON.
"""

from __future__ import annotations

import gzip
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import json_part, with_tools
from registry.publish._file_paths import CATALOGUE, TOOLS, link, schema_path
from registry.publish._records import summary_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing, Subject


def note_catalogue(subject: Subject) -> tuple[tuple[str, bytes], ...]:
    """Return the line of each tool as JSON, with the tool's id."""
    tools = subject.listed.tools if subject.listed else ()
    return tuple((tool.id, json_part(summary_line(subject, tool))) for tool in tools)


def list_catalogue(listing: Listing) -> Iterator[File]:
    """Yield the catalogue as JSON Lines, plain and compressed, and as one JSON document."""
    noted = sorted(chain.from_iterable(listing.noted("catalogue")))
    lines = [line for _, line in noted]
    begins = json_part({"schema": link(CATALOGUE, schema_path("catalogue-line"))})[:-1] + b","
    plain = b"".join(begins + line[1:] + b"\n" for line in lines)
    yield File(CATALOGUE, plain)
    yield File(f"{CATALOGUE}.gz", _packed(plain))
    yield File(TOOLS, with_tools({"schema": link(TOOLS, schema_path("tools"))}, lines))


def _packed(data: bytes) -> bytes:
    """Return *data* in gzip's format, the same for any time, system and version of Python."""
    packed = BytesIO()
    # Versions of Python differ in the system that `gzip.compress` names in the header, and in the
    # level that is used where none is given.
    with gzip.GzipFile("", "wb", compresslevel=9, fileobj=packed, mtime=0) as stream:
        stream.write(data)
    return packed.getvalue()
