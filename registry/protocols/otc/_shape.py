"""Recognise the dialects of OTC and OXP by structure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer

RFC = "rfc"
OTC = "otc-1.0"
OXP = "oxp-1.0"
HEADER = "oxp-1.0-header"

LIST_KEYS = ("items", "tools")
"""The key of the tools of a listing: OXP uses the first, OTC the second."""

MARKERS = {"otc://1.0": OTC, "urn:oxp:1.0": OXP}
"""Values of `$schema` that name a dialect; in any dialect it may be a web page instead."""

_TOOL_ID = re.compile(r"\w+\.\w+(@\S*)?", re.ASCII)
_OF_RFC = frozenset({"toolkit", "input", "output"})
_OF_ANY = _OF_RFC | {"input_schema", "output_schema"}


def recognise(data: Mapping[str, Json]) -> str | None:
    """Return the dialect of the listing *data*, or None if it is not a listing.

    A flat `input_schema` is the same in both dialects of OXP: without a marker, this returns the
    wrapped one, which the released clients use, and `is_undecided` returns True.
    """
    marker = data.get("$schema")
    if isinstance(marker, str) and marker in MARKERS:
        return MARKERS[marker]
    candidates = [each for _, each in located_definitions(data)] or [dict(data)]
    if not any(map(_is_definition, candidates)):
        return None
    if any(_OF_RFC & each.keys() or is_of_worker(each) for each in candidates):
        return RFC
    return OTC if any(is_nested(each.get("input_schema")) for each in candidates) else OXP


def is_unread_marker(marker: str) -> bool:
    """Return whether *marker* names a version of OTC or OXP that has no dialect here."""
    scheme = re.match(r"otc://|urn:oxp:", marker)
    return bool(scheme) and marker not in MARKERS


def is_undecided(data: Mapping[str, Json]) -> bool:
    """Return whether the listing *data* matches both dialects of OXP."""
    return recognise(data) == OXP and "$schema" not in data


def _is_definition(value: Mapping[str, Json]) -> bool:
    identity = value.get("id")
    has_id = isinstance(identity, str) and _TOOL_ID.fullmatch(identity)
    return bool(has_id or ("id" in value and _OF_ANY & value.keys()) or is_of_worker(value))


def is_bare_definition(data: Mapping[str, Json]) -> bool:
    """Return whether *data* is a single tool, not a listing."""
    return _is_definition(data) and not any(key in data for key in LIST_KEYS)


def is_of_worker(definition: Mapping[str, Json]) -> bool:
    """Return whether *definition* is from Arcade's worker API, the predecessor of OTC."""
    return "fully_qualified_name" in definition


def is_nested(schema: Json) -> bool:
    """Return whether *schema* has the actual schema under `parameters`, as in OTC 1.0."""
    return (
        isinstance(schema, dict)
        and isinstance(schema.get("parameters"), dict)
        and not schema.keys() & {"type", "properties"}
    )


def located_definitions(data: Mapping[str, Json]) -> Iterator[tuple[Pointer, dict[str, Json]]]:
    """Yield the pointer and the definition of each tool in the listing *data*."""
    for key in LIST_KEYS:
        listed = data.get(key)
        if isinstance(listed, list):
            for index, definition in enumerate(listed):
                if isinstance(definition, dict):
                    yield (key, index), definition
            return
