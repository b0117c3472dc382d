"""Values that are sent as text: in a path, a query, a header or a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from registry.authoring.importers.openapi._merging import merged
from registry.authoring.importers.openapi._plain_text import shortened
from registry.source.narrowing import array, mapping, mappings

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._notes import Notes
    from registry.authoring.importers.openapi._schemas import Schemas
    from registry.source import Json

_PLAIN = frozenset({"string", "number", "integer", "boolean"})
_CHOICES = ("anyOf", "oneOf")
_SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
_NAMES = {",": "commas", " ": "spaces", "|": "pipes", "\t": "tabs", ".": "dots"}
_OF_LISTS = ("minItems", "maxItems", "uniqueItems")
_MAX_LISTED = 12
_MAX_DESCRIPTION = 400
_MAX_HOPS = 10
_MAX_STEPS = 2_000


class _Steps:
    """A limit on the schemas that are looked at: those that refer to two double each time."""

    def __init__(self) -> None:
        self._left = _MAX_STEPS

    def take(self) -> bool:
        """Take one, and return whether there was one."""
        self._left -= 1
        return self._left >= 0


def flat(
    schema: dict[str, Json], schemas: Schemas, steps: _Steps | None = None, hops: int = _MAX_HOPS
) -> dict[str, Json]:
    """Return *schema* without references and compositions at its top, as far as that goes.

    What `allOf` says that single keywords cannot say stays there. A schema may be a part of itself,
    so at most *hops* lead from one to another.
    """
    steps = steps or _Steps()
    unmerged: Json = None
    for _ in range(hops):
        if not steps.take():
            break
        pointer = schema.get("$ref")
        choice = next((key for key in _CHOICES if key in schema), "")
        if isinstance(pointer, str):
            target = schemas.definition(pointer).schema
            schema = merged(target, _without_key(schema, "$ref"))
        elif schema.get("allOf") != unmerged:
            united: dict[str, Json] = {}
            for each in mappings(schema["allOf"]):
                united = merged(united, flat(each, schemas, steps, hops - 1))
            schema = merged(united, _without_key(schema, "allOf"))
            unmerged = schema.get("allOf")
        elif choice and len(members := _without_null(schema[choice])) == 1:
            schema = merged(members[0], _without_key(schema, choice))
        else:
            break
    return schema


def kinds_of(
    schema: dict[str, Json], schemas: Schemas, steps: _Steps | None = None, hops: int = _MAX_HOPS
) -> set[str]:
    """Return the types of the values of *schema*, except null; empty if it states none.

    At most *hops* lead from one choice into another.
    """
    steps = steps or _Steps()
    schema = flat(schema, schemas, steps)
    stated = schema.get("type")
    types = {each for each in (stated if isinstance(stated, list) else [stated]) if each}
    if not types and hops and (members := [*_choices(schema)]):
        found = (kinds_of(each, schemas, steps, hops - 1) for each in members if steps.take())
        return set().union(*found)
    if not types and "properties" in schema:
        types = {"object"}
    if not types and "items" in schema:
        types = {"array"}
    return cast("set[str]", types) - {"null"}


def plain_value(
    schema: dict[str, Json], schemas: Schemas, what: str, notes: Notes
) -> dict[str, Json] | None:
    """Return the schema of an input whose value is sent unchanged; None if it is not a scalar.

    A boolean becomes a string, because clients write booleans differently.
    """
    schema = _plain_choices(flat(schema, schemas), schemas, what, notes)
    kinds = kinds_of(schema, schemas)
    if kinds - _PLAIN:
        return None
    if kinds == {"boolean"}:
        notes.add("boolean-as-text", f"{what} is the string true or false")
        return _boolean(schema)
    if not kinds <= {"string", "number", "integer"} or any(_choices(schema)):
        if kinds - {"string"}:
            names = " or ".join(sorted(kinds))
            notes.add("value-as-text", f"{what} is a string, although it may be {names}")
        return {"type": "string", **_description_of(schema)}
    types = sorted(kinds) or ["string"]
    others = {key: value for key, value in schema.items() if key not in ("type", "enum")}
    values: list[Json] = [each for each in array(schema.get("enum")) if each is not None]
    enum: dict[str, Json] = {"enum": values} if values else {}
    return {"type": types[0] if len(types) == 1 else [*types], **enum, **others}


def has_plain_items(schema: dict[str, Json], schemas: Schemas) -> bool:
    """Return whether the entries of a list are scalar values."""
    return not kinds_of(mapping(schema.get("items")), schemas) - _PLAIN


def separator_of(style: str) -> str:
    """Return what separates the entries of a list that is sent in *style* as one string."""
    return _SEPARATORS.get(style, ",")


def joined_list(
    schema: dict[str, Json], schemas: Schemas, separator: str, what: str, notes: Notes
) -> dict[str, Json]:
    """Return the schema of a string with the entries of a list between separators."""
    items = flat(mapping(schema.get("items")), schemas)
    name = _NAMES[separator]
    words = f"A list separated by {name}"
    values = [str(each) for each in array(items.get("enum")) if each is not None]
    if 0 < len(values) <= _MAX_LISTED:
        words += f"; each entry is one of {', '.join(values)}"
    notes.add("joined-list", f"{what} is a string with entries separated by {name}")
    said = str(schema.get("description", items.get("description", ""))).rstrip(".")
    text = f"{said}. {words}." if said else f"{words}."
    return {"type": "string", "description": shortened(text, _MAX_DESCRIPTION)[0]}


def json_text(schema: dict[str, Json], what: str, notes: Notes) -> dict[str, Json]:
    """Return the schema of a string that contains JSON, whose value *schema* describes."""
    notes.add("json-as-text", f"{what} is a string that contains JSON")
    content = dict(schema)
    words = content.pop("description", "A JSON document.")
    return {
        "type": "string",
        "contentMediaType": "application/json",
        "description": words,
        "contentSchema": content,
    }


def repeated_list(
    schema: dict[str, Json], schemas: Schemas, what: str, notes: Notes
) -> dict[str, Json] | None:
    """Return the schema of a list whose entries are sent one by one; None if not scalar."""
    items = plain_value(mapping(schema.get("items")), schemas, f"an entry of {what}", notes)
    if items is None:
        return None
    notes.add("repeated-list", f"{what} is sent once for each of its entries")
    limits = {key: schema[key] for key in _OF_LISTS if key in schema}
    return {"type": "array", **limits, **_description_of(schema), "items": items}


def _plain_choices(
    schema: dict[str, Json], schemas: Schemas, label: str, notes: Notes
) -> dict[str, Json]:
    """Return *schema* with only its scalar alternatives, if it has any."""
    for key in _CHOICES:
        members = _without_null(schema.get(key))
        plain = [
            each
            for each in members
            if not kinds_of(each, schemas) - _PLAIN and flat(each, schemas).get("enum") != [""]
        ]
        if 0 < len(plain) < len(members):
            notes.add("narrowed-value", f"{label} may have other types, which cannot be sent")
            return flat({**schema, key: [*plain]}, schemas)
    return schema


def _boolean(schema: dict[str, Json]) -> dict[str, Json]:
    default = schema.get("default")
    stated: dict[str, Json] = {"default": str(default).lower()} if isinstance(default, bool) else {}
    return {"type": "string", "enum": ["true", "false"], **stated, **_description_of(schema)}


def _description_of(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: schema[key] for key in ("description", "deprecated") if key in schema}


def _choices(schema: dict[str, Json]) -> list[dict[str, Json]]:
    return [each for key in _CHOICES for each in _without_null(schema.get(key))]


def _without_null(value: Json) -> list[dict[str, Json]]:
    return [each for each in mappings(value) if each.get("type") != "null"]


def _without_key(schema: dict[str, Json], key: str) -> dict[str, Json]:
    return {name: value for name, value in schema.items() if name != key}
