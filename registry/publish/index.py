"""`/v1/index.json`: the root of the API, with the revision and the digests of what it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, Stage, to_json
from registry.publish._digests import is_top_level, loaded, revision
from registry.publish._paths import (
    CATALOGUE,
    CHANGES,
    INDEX,
    OPENAPI,
    TOOLS,
    UTCP,
    UTCP_CONFIG,
    link,
    schema,
)
from registry.tokens import TOKENIZER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication
    from registry.source import Json

STAGE = Stage.LISTS


def render(publication: Publication) -> Iterator[File]:
    """Yield the index. Raises nothing: what has not been written is not in it."""
    catalogue = publication.catalogue
    index: dict[str, Json] = {
        "schema": link(INDEX, schema("index")),
        "api": "v1",
        "name": publication.settings.name,
        "revision": revision(publication),
        "counts": {
            "publishers": len({manual.publisher.name for manual in catalogue.listed}),
            "manuals": len(catalogue.listed),
            "tools": len(catalogue.tools),
            "utcp_tools": sum(not found for found in publication.obstacles.values()),
        },
        "tokenizer": TOKENIZER,
        "links": {
            "utcp": link(INDEX, UTCP[1]),
            "utcp_config": link(INDEX, UTCP_CONFIG),
            "catalogue": link(INDEX, CATALOGUE),
            "tools": link(INDEX, TOOLS),
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
            for path, digest in loaded(publication).items()
            if is_top_level(path)
        },
    }
    yield File(INDEX, to_json(index))
