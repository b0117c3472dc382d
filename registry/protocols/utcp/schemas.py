"""The JSON Schemas of UTCP documents: one file a part, bundled into one schema a dialect."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from registry.validate import Schema

_FOLDER = Path(__file__).parent / "schemas"


@cache
def _parts() -> dict[str, Any]:
    """Return the schema files by their `$id`, which is their name."""
    paths = sorted(_FOLDER.glob("*.schema.json"))
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


@cache
def part(name: str) -> Schema:
    """Return the schema `<name>.schema.json` with all that it refers to, compiled once."""
    return Schema(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": f"{name}.schema.json",
            "$defs": _parts(),
        }
    )


@cache
def known_keys(call_template_type: str) -> tuple[str, ...]:
    """Return the keys that some client reads in a call template, () for an unknown type."""
    schema = _parts()["call-template.schema.json"]
    own = schema["$defs"].get(call_template_type, {}).get("properties")
    return (*schema["properties"], *own) if own else ()
