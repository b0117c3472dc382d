"""Read MSON, the notation for values in API Blueprints, as JSON Schema of OpenAPI 3.0."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from registry.authoring.source_comparison._blueprint_outline import first_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.source_comparison._blueprint_outline import Entry
    from registry.source import Json

ANY_NUMBER = "x-any-number"
"""Marks a number of a notation that knows no integers: whether it is whole is not said."""

_FLAGS = {"required", "optional", "nullable", "fixed", "fixed-type", "sample", "default"}
_PLAIN = {"string", "boolean", "integer"}
_LABELS = {"members", "default", "sample", "items", "properties", "include", "one"}


@dataclass(frozen=True, slots=True)
class Said:
    """The parts of the first line of an entry: `name: sample (flags, type) - words`."""

    name: str
    sample: str
    flags: frozenset[str]
    type: str
    words: str


def said(entry: Entry) -> Said:
    """Return the parts of *entry*, which describes a value."""
    name, rest = _up_to(entry.text, ":", " (", " - ")
    sample = ""
    if rest.startswith(":"):
        sample, rest = _before(rest[1:].lstrip(), " (", " - ")
    stated, rest = _in_brackets(rest.lstrip())
    words = [each.strip() for each in stated.split(",") if each.strip()]
    types = [each for each in words if each not in _FLAGS and not each.startswith("`")]
    text = f"{rest.strip().removeprefix('-').strip()} {entry.words}".strip()
    return Said(
        name,
        sample.strip("` ").partition("`")[0],
        frozenset(words) & _FLAGS,
        types[0] if types else "",
        text,
    )


def _up_to(text: str, *ends: str) -> tuple[str, str]:
    """Return the start of *text*, in backticks or up to the first of *ends*, and the rest."""
    if text.startswith("`") and (end := text.find("`", 1)) > 0:
        return text[1:end], text[end + 1 :].lstrip()
    return _before(text, *ends)


def _before(text: str, *ends: str) -> tuple[str, str]:
    if text.startswith("("):
        return "", text
    found = [at for at in (text.find(each) for each in ends) if at >= 0]
    end = min(found, default=len(text))
    return text[:end].strip(), text[end:].lstrip()


def _in_brackets(text: str) -> tuple[str, str]:
    if not text.startswith("("):
        return "", text
    end = text.find(")")
    return (text[1:end], text[end + 1 :]) if end > 0 else ("", text)


def schema_of(entry: Entry, type_: str = "") -> dict[str, Json]:
    """Return the schema of the value that *entry* describes, which is a *type_* if it is stated.

    Named types are references to `#/components/schemas/`.
    """
    about = said(entry)
    schema = _of_type(type_ or about.type, entry)
    if about.words:
        schema["description"] = about.words
    if about.sample:
        schema["example"] = value(about.sample, schema)
    for each in entry.labelled("default"):
        words = [said(each).sample, *(said(inner).name for inner in each.entries)]
        schema["default"] = value(next(filter(None, words), ""), schema)
    if "nullable" in about.flags:
        # Beside a reference, OpenAPI 3.0 reads nothing.
        schema = {"allOf": [schema]} if "$ref" in schema else schema
        schema["nullable"] = True
    return schema


def _of_type(type_: str, entry: Entry) -> dict[str, Json]:
    base, _, inner = type_.partition("[")
    inner = inner.rstrip("]").partition(",")[0].strip()
    if base == "array":
        return {"type": "array", "items": _items(inner, entry)}
    if base == "enum":
        schema = _of_name(inner) if inner else {}
        values = [value(said(each).name, schema) for each in _members(entry)]
        return {**schema, "enum": values} if values else schema
    if base == "object" or not base:
        properties = _properties(entry)
        return {"type": "object", **properties} if base or properties else {}
    named = _of_name(base)
    properties = _properties(entry) if "$ref" in named else {}
    return {"allOf": [named, {"type": "object", **properties}]} if properties else named


def _of_name(name: str) -> dict[str, Json]:
    if name in _PLAIN:
        return {"type": name}
    if name == "number":
        return {"type": "number", ANY_NUMBER: True}
    if name in ("object", "array", "enum"):
        return {} if name == "enum" else {"type": name}
    return {"$ref": f"#/components/schemas/{pointed(name)}"}


def pointed(name: str) -> str:
    """Return *name* as a step of a reference."""
    return name.replace("~", "~0").replace("/", "~1").replace("%", "%25")


def _items(inner: str, entry: Entry) -> dict[str, Json]:
    """Return the schema of the entries of a list, all of which are alike as far as is read."""
    listed = [
        *(each for label in entry.labelled("items") for each in label.entries),
        *_own_entries(entry),
    ]
    first = next((each for each in listed[:1] if not said(each).name), None)
    if first is None:
        return _of_name(inner) if inner else {}
    return _of_type(inner, first) if inner else schema_of(first)


def _own_entries(entry: Entry) -> Iterator[Entry]:
    """Yield the entries inside *entry* that describe a value, and do not label others."""
    for each in entry.entries:
        if first_word(each.text) not in _LABELS or each.text.startswith("`"):
            yield each


def _members(entry: Entry) -> Iterator[Entry]:
    yield from (inner for each in entry.labelled("members") for inner in each.entries)
    yield from _own_entries(entry)


def _properties(entry: Entry) -> dict[str, Json]:
    """Return the keywords of an object: what is in it, and which of that is always there."""
    within = [*(each for label in entry.labelled("properties") for each in label.entries)]
    listed = [each for each in (*within, *_own_entries(entry)) if _names(each)]
    if not listed:
        return {}
    keywords: dict[str, Any] = {"properties": {said(each).name: schema_of(each) for each in listed}}
    if required := [said(each).name for each in listed if "required" in said(each).flags]:
        keywords["required"] = required
    return keywords


def _names(entry: Entry) -> bool:
    """Return whether *entry* names a property, and is no sentence on what it is in."""
    name = said(entry).name
    return bool(name) and (entry.text.startswith("`") or " " not in name)


def value(text: str, schema: dict[str, Json]) -> Json:
    """Return the value that *text* stands for: a number or boolean where *schema* has one."""
    if schema.get("type") in ("number", "integer", "boolean"):
        try:
            return cast("Json", json.loads(text))
        except ValueError:
            pass
    return text
