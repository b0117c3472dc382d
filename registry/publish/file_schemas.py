"""`/v1/schemas/files/…`: the JSON Schemas of the files that people write, for their editors.

They say what is accepted today, and stay where they are: a file may name its schema for good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue import file_schemas
from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import file_schema_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing


def list_file_schemas(listing: Listing) -> Iterator[File]:
    """Yield each schema under the address that it carries as its `$id`."""
    for name, schema in file_schemas.editor_schemas().items():
        path = file_schema_path(name)
        yield File(path, to_json({"$id": listing.settings.base_url + path, **schema}))
