"""Remove keys with null where the Python client means that they are absent.

Its serialisers, and so all servers and files made with them, write every field without a value as
null. The Python client reads them as absent; the TypeScript client refuses the manual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry.protocols.utcp.shapes import CALL_KEYS
from registry.validate.vocabulary import with_inner

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from registry.source import Json

_VALUES = ("const", "default")
"""Keywords for which null is a value, unless all empty keywords were written out."""

_KEYWORDS = frozenset(
    {"$schema", "$id", "title", "description", "type", "properties", "items", "required", "enum"}
    | {"examples", "format", "additionalProperties", "pattern", "minimum", "maximum"}
    | {"minLength", "maxLength"}
)
"""The other keywords that the Python client has a field for."""

_HOLDING = frozenset({"properties", "items", "additionalProperties"})
"""Those among them with schemas: it takes the values of all other keywords unchanged."""


def without_nulls(data: Mapping[str, Json]) -> dict[str, Json]:
    """Return the manual *data* without meaningless nulls; equal to *data* if there are none."""
    tools = data.get("tools")
    if not isinstance(tools, list):
        return dict(data)
    return {**data, "tools": [_tool(each) if isinstance(each, dict) else each for each in tools]}


def _tool(tool: dict[str, Any]) -> dict[str, Json]:
    cleaned = _without_null(tool, {"average_response_size"})
    for key in CALL_KEYS.values():
        call = cleaned.get(key)
        if isinstance(call, dict):
            cleaned[key] = _call(call)
    for key in ("inputs", "outputs"):
        if isinstance(cleaned.get(key), dict):
            cleaned[key] = _schema(cast("dict[str, Json]", cleaned[key]))
    return cleaned


def _call(call: dict[str, Any]) -> dict[str, Json]:
    kept = _without_null(call, call.keys())
    auth = kept.get("auth")
    return {**kept, "auth": _without_null(auth, auth.keys())} if isinstance(auth, dict) else kept


def _schema(schema: dict[str, Json]) -> dict[str, Json]:
    if None in schema.values():
        is_written_out = any(schema.get(key, "") is None for key in _KEYWORDS)
        cleaned = _without_null(schema, {*_KEYWORDS, *_VALUES} if is_written_out else _KEYWORDS)
    else:
        cleaned = dict(schema)
    return with_inner(cleaned, _schema, _HOLDING)


def _without_null(value: Mapping[str, Json], keys: Collection[str]) -> dict[str, Json]:
    if None not in value.values():
        return dict(value)
    return {key: each for key, each in value.items() if each is not None or key not in keys}
