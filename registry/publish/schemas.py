"""`/v1/schemas/<date>/…`: the JSON Schema of every kind of record that the API serves.

A reader ignores keys it does not know, so a schema gets a new date only when a key changes its
meaning or goes away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import schema_path
from registry.publish._schemas import record_schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing


def list_schemas(listing: Listing) -> Iterator[File]:
    """Yield each schema under the address that it carries as its `$id`."""
    for name, document in record_schemas().items():
        path = schema_path(name)
        identified = {"$id": listing.settings.base_url + path, **document}
        yield File(path, to_json(identified))
