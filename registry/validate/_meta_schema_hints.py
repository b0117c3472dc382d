"""Hints for the author of a JSON Schema whose value the meta-schema refuses."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.diagnostics import nearest
from registry.validate._values import NO, TYPE_WORDS, YES, needed
from registry.validate.vocabulary import (
    DIRECTLY,
    IN_LISTS,
    IN_LOWER_CASE,
    IN_MAPPINGS,
    OTHER_TYPES,
)

if TYPE_CHECKING:
    from registry.source import Json, Pointer

_LISTED_ABOVE = (
    "remove it inside a property; the names are listed beside `properties`: `required: [{needed}]`"
)
_NOT_LISTED = "remove it: an input is optional unless `required`, beside `properties`, lists it"
_A_SCHEMA = "write a schema, such as `{type: string}`"
_HINTS = {
    **dict.fromkeys(IN_LISTS, "write a list of schemas, or remove the key"),
    **dict.fromkeys(DIRECTLY, _A_SCHEMA),
    **dict.fromkeys(IN_MAPPINGS, "write each name with its schema, such as `name: {type: string}`"),
    "$schema": "remove the line: a schema without it is read as one of today",
    "enum": "write a list of the allowed values",
    "required": "write a list of the names of the required properties",
}
"""By keyword, what its value is."""

_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_LIMITS = re.compile(r"(?:min|max|exclusiveM|multiple)[A-Za-z]+")
_LISTS = ("enum", "examples", "required")


def schema_hint(pointer: Pointer, stated: Json, schema: Json) -> str:
    """Return what to write in place of *stated*, at *pointer* in *schema*; "" for the usual."""
    keyword = str(pointer[-1]) if pointer else ""
    if pointer[-2:-1] and pointer[-2] in IN_MAPPINGS:
        return _A_SCHEMA
    if keyword == "type":
        return _of_type(stated)
    if keyword == "required" and stated in YES:
        return _LISTED_ABOVE.replace("{needed}", needed(pointer, schema))
    if keyword == "required" and stated in NO:
        return _NOT_LISTED
    if keyword in ("enum", "required") and isinstance(stated, list) and _repeats(stated):
        return "list each only once"
    return (
        _of_older_draft(keyword, stated) or _of_string(keyword, stated) or _HINTS.get(keyword, "")
    )


def _repeats(entries: list[Json]) -> bool:
    written = [json.dumps(each, sort_keys=True) for each in entries]
    return len({*written}) < len(written)


def wrong_type(stated: Json) -> Json:
    """Return what in *stated*, the value of `type`, is no type of JSON Schema."""
    entries = stated if isinstance(stated, list) else [stated]
    return next((each for each in entries if each not in [*TYPE_WORDS]), stated)


def _of_type(stated: Json) -> str:
    wrong = wrong_type(stated)
    if not isinstance(wrong, str):
        return 'quote it: "null"' if wrong is None else ""
    if wrong.lower() in TYPE_WORDS:
        return f"write `{wrong.lower()}`{IN_LOWER_CASE}"
    meant = nearest(wrong, TYPE_WORDS)
    return OTHER_TYPES.get(wrong, "") or (f"write `{meant}`" if meant else "")


def _of_older_draft(keyword: str, stated: Json) -> str:
    if keyword.startswith("exclusive") and isinstance(stated, bool):
        limit = "write the number of `minimum` or `maximum` here, and remove that key"
        return limit if stated else "remove it"
    if keyword == "items" and isinstance(stated, list):
        return "write one schema for all items, or rename the key to `prefixItems`"
    return ""


def _of_string(keyword: str, stated: Json) -> str:
    if not isinstance(stated, str):
        return ""
    if _LIMITS.fullmatch(keyword) and _NUMBER.fullmatch(stated):
        return f"remove the quotes: {stated}"
    if keyword in _LISTS:
        return f"write `{json.dumps([stated], ensure_ascii=False)}`"
    return f"remove the quotes: {stated}" if stated in ("true", "false") else ""
