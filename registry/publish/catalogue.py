"""`/v1/catalogue.jsonl`: every tool on one compact line, to be read whole or line by line.

`/v1/tools.json` holds the same lines in one JSON document, because the clients that call the API
as a tool parse only what a host sends as JSON.
"""

from __future__ import annotations

import gzip
from io import BytesIO
from typing import TYPE_CHECKING

from registry.publish import File, to_json
from registry.publish._paths import CATALOGUE, TOOLS, link, schema
from registry.publish._records import cost, summary_line, tool_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication
    from registry.source import Json

IS_LONG = True
ASKS = (tool_digest, cost)


def render(publication: Publication) -> Iterator[File]:
    """Yield the catalogue as JSON Lines, plain and compressed, and as one JSON document."""
    lines = [summary_line(publication, tool) for tool in publication.catalogue.tools]
    version: dict[str, Json] = {"schema": link(CATALOGUE, schema("catalogue-line"))}
    plain = b"".join(to_json(version | line) for line in lines)
    yield File(CATALOGUE, plain)
    yield File(f"{CATALOGUE}.gz", _packed(plain))
    yield File(TOOLS, to_json({"schema": link(TOOLS, schema("tools")), "tools": [*lines]}))


def _packed(data: bytes) -> bytes:
    """Return *data* in gzip's format, the same for any time, system and version of Python."""
    packed = BytesIO()
    # `gzip.compress` names the system in the header, or does not, as versions of Python differ.
    with gzip.GzipFile("", "wb", fileobj=packed, mtime=0) as stream:
        stream.write(data)
    return packed.getvalue()
