"""Hints to write a value as the type that is expected: its quotes, brackets and keys."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.source.json_types import type_of
from registry.validate._values import TYPE_WORDS, fitted
from registry.validate.vocabulary import MEANT_TYPES

if TYPE_CHECKING:
    from registry.source import Document
    from registry.validate._explaining_engine import Error

_TYPE_HINTS = {
    "object": "write `key: value` pairs below it, indented",
    "array": "write a list: one line per entry, starting with `- `",
    "boolean": "write true or false",
}
_MAX_FORM = 100
"""Characters of a value up to which a hint repeats it."""

_BARE = {
    "boolean": re.compile(r"true|false"),
    "integer": re.compile(r"-?(?:0|[1-9][0-9]{0,14})"),
    "number": re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?"),
}
"""How JSON and YAML both write a value of a type."""

_COUNT = re.compile(r"([1-9][0-9]{0,2}(?:,[0-9]{3})*) ?([kKmM]?)")
_ZEROS = {"": "", "k": "000", "m": "000000"}
"""A count as people write it, such as `1,000` or `10k`, and what its last letter stands for."""

_OF_JSON = "remove the quotes around it: it is JSON"

_TYPE_HINTS_IN_JSON = {
    "object": 'write keys and values in braces: `{"key": "value"}`',
    "array": 'write a list in brackets: `["entry"]`',
    "string": "write a string in double quotes",
    "boolean": "write true or false",
}


def slip_hint(error: Error, document: Document) -> str:
    """Return how to write the value of *error* in its own words as the type that is expected.

    "" where it is no slip of writing, or has the type.
    """
    if error.validator == "not" and isinstance(text := error.instance, str):
        return _OF_JSON if _has_json(text, "object") else ""
    if error.validator != "type":
        return ""
    annotated = error.schema if isinstance(error.schema, dict) else {}
    return (
        _without_quotes(error)
        or _as_nothing(error)
        or _with_quotes(error, document)
        or annotated.get("x-form", "")
        or _as_schema(error)
        or _without_brackets(error)
    )


def _without_quotes(error: Error) -> str:
    """Return the hint to remove quotes, if what is inside has the type that is expected, or ""."""
    allowed, value = error.validator_value, error.instance
    if not isinstance(value, str):
        return ""
    for kind in [allowed] if isinstance(allowed, str) else allowed:
        if kind in ("array", "object") and _has_json(value, kind):
            return _OF_JSON
        form = _BARE.get(kind)
        if form and form.fullmatch(value):
            return f"remove the quotes: {value}"
        if kind == "integer" and (found := _COUNT.fullmatch(value)):
            return f"write {found[1].replace(',', '')}{_ZEROS[found[2].lower()]}"
    return ""


def _as_nothing(error: Error) -> str:
    """Return the hint for the null of another language in place of a value, or ""."""
    is_null = error.instance in ("None", "nil", "undefined")
    return "remove the key, if it is optional, or fill it in" if is_null else ""


def _has_json(text: str, kind: str) -> bool:
    """Return whether *text* is JSON with a value of the type *kind*, as models write arguments."""
    try:
        return type_of(json.loads(text)) == kind
    except (ValueError, RecursionError):
        return False


def _with_quotes(error: Error, document: Document) -> str:
    """Return the hint to quote a string of YAML that became a mapping for lack of quotes, or ""."""
    value = error.instance
    if error.validator_value != "string" or not isinstance(value, dict) or len(value) != 1:
        return ""
    ((key, inner),) = value.items()
    if isinstance(inner, dict | list) or document.path.endswith(".json"):
        return ""
    if inner is None:
        variable = f', or write "${{{key}}}" for a variable' if key.isupper() else ""
        return f'quote it: "{{{key}}}"{variable}'
    if " " not in f"{key}{inner}":
        return ""  # No sentence, and maybe a secret.
    quoted = json.dumps(f"{key}: {inner}", ensure_ascii=False)
    return f"write a string; if this is a sentence with a colon, quote it: {quoted}"


def _without_brackets(error: Error) -> str:
    """Return the hint to write one string of a list in its place, or ""."""
    is_text = error.validator_value == "string"
    match error.instance:
        case [str(entry)] if is_text and len(entry) <= _MAX_FORM:
            return f"write `{json.dumps(entry, ensure_ascii=False)}`"
        case [str(entry), str(_), *_] if is_text and len(entry) <= _MAX_FORM:
            return f"write only one, such as `{json.dumps(entry, ensure_ascii=False)}`"
    return ""


def _as_schema(error: Error) -> str:
    """Return the hint to write the schema of a type in place of its name, or ""."""
    if "object" not in error.validator_value:
        return ""
    match error.instance:
        case str(name) if kind := _type_called(name):
            return f"write `{{type: {kind}}}`"
        case [str(name)] if kind := _type_called(name):
            return f"write `{{type: array, items: {{type: {kind}}}}}`"
    return ""


def _type_called(name: str) -> str:
    """Return the type of JSON Schema that has this *name* somewhere, or ""."""
    kind = MEANT_TYPES.get(name, name)
    return kind if kind in TYPE_WORDS else ""


def form_hint(error: Error, wanted: str, document: Document) -> str:
    """Return how to write a value of the type *wanted*, "" where that needs no explanation.

    A string in place of a mapping with one necessary key is the value of that key, and in place of
    a list its entries.
    """
    is_json = document.path.endswith(".json")
    schema = error.schema if isinstance(error.schema, dict) else {}
    keys: list[str] = schema.get("required", []) if wanted == "object" else []
    if isinstance(text := error.instance, str) and len(text) <= _MAX_FORM:
        values = schema.get("properties", {}).get(keys[0]) if len(keys) == 1 else None
        if isinstance(values, dict) and text in values.get("enum", (text,)):
            key = f'"{keys[0]}"' if is_json else keys[0]
            return f"write `{{{key}: {json.dumps(text, ensure_ascii=False)}}}`"
        items = schema.get("items", {"type": "string"})
        if wanted == "array" and items.get("type") == "string":
            entries = _entries(text, items.get("pattern", ""))
            return f"write `{json.dumps(entries, ensure_ascii=False)}`"
    hint = (_TYPE_HINTS_IN_JSON if is_json else _TYPE_HINTS).get(wanted, "")
    return hint + (f": {', '.join(f'`{key}`' for key in keys)}" if keys else "")


def _entries(text: str, pattern: str) -> list[str]:
    """Return the entries of the list that *text* stands for, fit for *pattern* where that helps."""
    entries = [
        each.strip() for each in re.split(r"[,;|\u2022\xb7]|(?:^|\s)[*\u2013\u2014]\s", text)
    ]
    entries = list(filter(None, entries)) or [text]
    if len(entries) == 1 and not re.search(pattern, text):
        entries = text.split()
    return [each if re.search(pattern, each) else fitted(each, pattern) or each for each in entries]
