"""`/.well-known/utcp.json`: the service document, from which a program finds everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import (
    INDEX,
    OPENAPI,
    SERVICE,
    UTCP,
    UTCP_CONFIG,
    link,
    schema_path,
)
from registry.publish._revision import revision

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model.files import Digest
    from registry.publish import Listing
    from registry.source import Json


def finish_well_known(listing: Listing, written: Mapping[str, Digest]) -> Iterator[File]:
    """Yield the service document; its links are relative to itself."""
    service: dict[str, Json] = {
        "schema": link(SERVICE, schema_path("service")),
        "name": listing.settings.name,
        "api_versions": ["v1"],
        "revision": revision(written),
        "counts": {
            "manuals": len(listing.entries.listed),
            "tools": len(listing.entries.tools),
        },
        "links": {
            "utcp": link(SERVICE, UTCP[1]),
            "utcp_config": link(SERVICE, UTCP_CONFIG),
            "index": link(SERVICE, INDEX),
            "openapi": link(SERVICE, OPENAPI),
        },
    }
    yield File(SERVICE, to_json(service))
