"""`/v1/index.json`: the root of the API, with the revision and the digests of what it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import (
    CATALOGUE,
    CATEGORIES,
    CHANGES,
    INDEX,
    OPENAPI,
    TOOLS,
    UTCP,
    UTCP_CONFIG,
    link,
    schema_path,
)
from registry.publish._revision import is_top_level, loaded, revision
from registry.publish._token_count import TOKENIZER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model.files import Digest
    from registry.publish import Listing
    from registry.source import Json


def finish_index(listing: Listing, written: Mapping[str, Digest]) -> Iterator[File]:
    """Yield the index. Raises nothing: what has not been written is not in it."""
    entries = listing.entries
    index: dict[str, Json] = {
        "schema": link(INDEX, schema_path("index")),
        "api": "v1",
        "name": listing.settings.name,
        "revision": revision(written),
        "counts": {
            "publishers": len({manual.publisher.name for manual in entries.listed}),
            "manuals": len(entries.listed),
            "tools": len(entries.tools),
            "utcp_tools": sum(tool.is_offered for tool in entries.tools),
        },
        "tokenizer": TOKENIZER,
        "links": {
            "utcp": link(INDEX, UTCP[1]),
            "utcp_config": link(INDEX, UTCP_CONFIG),
            "catalogue": link(INDEX, CATALOGUE),
            "tools": link(INDEX, TOOLS),
            "categories": link(INDEX, CATEGORIES),
            "changes": link(INDEX, CHANGES),
            "openapi": link(INDEX, OPENAPI),
        },
        "templates": {
            "tool": "tools/{publisher}/{manual}/{tool}.json",
            "manual": "manuals/{publisher}/{manual}/index.json",
            "publisher": "publishers/{publisher}.json",
            "utcp": "manuals/{publisher}/{manual}/{version}/utcp.json",
            "source": "manuals/{publisher}/{manual}/{version}/source.json",
            "functions": "functions/{publisher}/{manual}.{flavour}.json",
        },
        "files": {
            link(INDEX, path): {"sha256": digest.sha256, "bytes": digest.size}
            for path, digest in loaded(written).items()
            if is_top_level(path)
        },
    }
    yield File(INDEX, to_json(index))
