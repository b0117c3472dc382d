"""`/.well-known/utcp.json`: the service document, from which a program finds everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, Stage, to_json
from registry.publish._digests import revision
from registry.publish._paths import INDEX, OPENAPI, SERVICE, UTCP, UTCP_CONFIG, link, schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication
    from registry.source import Json

STAGE = Stage.LISTS


def render(publication: Publication) -> Iterator[File]:
    """Yield the service document; its links are relative to itself."""
    service: dict[str, Json] = {
        "schema": link(SERVICE, schema("service")),
        "name": publication.settings.name,
        "api_versions": ["v1"],
        "revision": revision(publication),
        "counts": {
            "manuals": len(publication.catalogue.listed),
            "tools": len(publication.catalogue.tools),
        },
        "links": {
            "utcp": link(SERVICE, UTCP[1]),
            "utcp_config": link(SERVICE, UTCP_CONFIG),
            "index": link(SERVICE, INDEX),
            "openapi": link(SERVICE, OPENAPI),
        },
    }
    yield File(SERVICE, to_json(service))
