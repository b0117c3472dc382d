"""`/v1/schemas/<date>/…`: the JSON Schema of every kind of record that the API serves.

A reader ignores keys it does not know, so a schema gets a new date only when a key changes its
meaning or goes away.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import to_json
from registry.publish._paths import schema_path
from registry.validate import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.publish import Listing
    from registry.source import Json

_FOLDER = SCHEMAS / "api"
_ENDING = ".schema.json"


def list_schemas(listing: Listing) -> Iterator[File]:
    """Yield each schema under the address that it carries as its `$id`."""
    for name, document in record_schemas().items():
        path = schema_path(name)
        identified = {"$id": listing.settings.base_url + path, **document}
        yield File(path, to_json(identified))


@cache
def record_schemas() -> Mapping[str, Mapping[str, Json]]:
    """Return the schemas by the name of the record, as they lie beside the code."""
    files = sorted(_FOLDER.glob(f"*{_ENDING}"))
    return {
        file.name.removesuffix(_ENDING): json.loads(file.read_text(encoding="utf-8"))
        for file in files
    }
