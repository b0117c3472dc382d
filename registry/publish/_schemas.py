"""The JSON Schemas of the records that the API serves, as they are beside the code."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from registry.validate import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_FOLDER = SCHEMAS / "api"
_ENDING = ".schema.json"


@cache
def record_schemas() -> Mapping[str, Mapping[str, Json]]:
    """Return the schemas by the name of the record."""
    files = sorted(_FOLDER.glob(f"*{_ENDING}"))
    return {
        file.name.removesuffix(_ENDING): json.loads(file.read_text(encoding="utf-8"))
        for file in files
    }
