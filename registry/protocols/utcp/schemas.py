"""The JSON Schemas of UTCP documents: one file per part, bundled into one schema per dialect."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.validate import Schema, embedded
from registry.validate.vocabulary import OTHER_TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_FOLDER = Path(__file__).parent / "schemas"
_TEMPLATE = "call-template.schema.json"
_SCHEMA = "json-schema.schema.json"
_TO_ANOTHER = re.compile(r'"\$ref": "([a-z0-9.-]+\.schema\.json)#?')
"""A reference from one file to another."""


@cache
def utcp_schema(name: str) -> Schema:
    """Return the schema `<name>.schema.json` with all that it refers to, compiled once."""
    return Schema(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": f"#/$defs/{name}.schema.json",
            "$defs": _parts(),
        }
    )


@cache
def _parts() -> dict[str, Any]:
    """Return the schema files by name, each referring to the others as parts of one schema."""
    parts = {
        path.name: _part(path.name, path.read_text(encoding="utf-8"))
        for path in sorted(_FOLDER.glob("*.schema.json"))
    }
    template = parts[_TEMPLATE]
    for branch in template["allOf"]:
        kind = branch["if"]["properties"]["call_template_type"]["const"]
        branch["then"]["x-known-keys"] = list(_keys(template, kind))
    parts[_SCHEMA]["$defs"]["type"]["x-value-hints"] = OTHER_TYPES
    return parts


def _part(name: str, text: str) -> Any:  # noqa: ANN401 - parsed JSON
    inside = json.dumps(embedded(json.loads(text), f"#/$defs/{name}"))
    return json.loads(_TO_ANOTHER.sub(r'"$ref": "#/$defs/\1', inside))


@lru_cache(maxsize=64)  # the type is the author's own string
def known_keys(call_template_type: str) -> tuple[str, ...]:
    """Return the keys of a call template that any client reads, () for an unknown type."""
    return _keys(_parts()[_TEMPLATE], call_template_type)


def _keys(template: dict[str, Any], call_template_type: str) -> tuple[str, ...]:
    own = template["$defs"].get(call_template_type, {}).get("properties")
    return (*template["properties"], *own) if own else ()


def ignored_keys(template: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the keys of a call *template* that clients ignore, and no schema says what they hold.

    There are none in a call over what no released client supports.
    """
    known = known_keys(str(template["call_template_type"]))
    return tuple(key for key in template if known and key not in known)


def without_ignored(template: Mapping[str, Json]) -> dict[str, Json]:
    """Return *template* as clients read it: without the keys that they ignore."""
    ignored = ignored_keys(template)
    return {key: value for key, value in template.items() if key not in ignored}
