"""The body of a request as a form: an object whose fields are sent as strings or lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._notes import LeftOutError
from registry.authoring.importers.openapi._property_names import is_name
from registry.authoring.importers.openapi._sent_as_text import (
    flat,
    has_plain_items,
    joined_list,
    json_text,
    kinds_of,
    plain_value,
    repeated_list,
    separator_of,
)
from registry.report import counted
from registry.source.narrowing import array, mapping, string, strings

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._request import ToolRequest
    from registry.authoring.importers.openapi._schemas import Schemas
    from registry.source import Json

_OF_STYLES = frozenset({"style", "explode", "allowReserved"})


def form(
    schema: dict[str, Json], encoding: dict[str, Json], request: ToolRequest, schemas: Schemas
) -> dict[str, Json]:
    """Return the schema of a form whose fields are all scalar values, as clients encode them.

    *encoding* says how each field is sent (OpenAPI 3.0.4, section 4.8.15). Raises LeftOutError for
    a required field that cannot be sent.
    """
    flattened = flat(schema, schemas)
    required = strings(flattened.get("required"))
    properties = mapping(flattened.get("properties"))
    words: dict[str, Json] = {key: flattened[key] for key in ("description",) if key in flattened}
    fields: dict[str, Json] = {}
    needed: dict[str, list[str]] = {}
    maker = _Fields(request, schemas)
    for name, inner in properties.items():
        made, needed[name] = maker.made(name, mapping(inner), mapping(encoding.get(name)))
        if name in required and not made.keys() >= {*needed[name]}:
            raise LeftOutError(
                "nested-form", f"the field {name!r} of its form is not a scalar value"
            )
        fields |= made
    if not properties:
        return {"type": "object", **words}
    names: list[Json] = [each for name in required for each in needed.get(name, [name])]
    return {
        "type": "object",
        **words,
        "properties": fields,
        **({"required": names} if names else {}),
    }


class _Fields:
    """The fields of one form, as clients encode them."""

    def __init__(self, request: ToolRequest, schemas: Schemas) -> None:
        self._notes = request.notes
        self._schemas = schemas

    def made(
        self, name: str, schema: dict[str, Json], encoding: dict[str, Json]
    ) -> tuple[dict[str, Json], list[str]]:
        """Return the fields in place of the property *name*, and those that it requires of them.

        They are the property itself, one for each of its own properties, or none.
        """
        label = f"the field {name!r}"
        value = plain_value(schema, self._schemas, label, self._notes)
        if value is None:
            value = self._structured(schema, encoding, label)
        if value is not None:
            return {name: value}, [name]
        if encoding.get("style") == "deepObject":
            fields, required = self._spread(name, flat(schema, self._schemas))
            if fields:
                sentence = f"{label} became {counted(len(fields), 'field')}, as it is sent"
                self._notes.add("spread-object", sentence)
                return fields, required
        self._notes.add("dropped-field", f"the field {name!r} of the form is not a scalar value")
        return {}, [name]

    def _structured(
        self, schema: dict[str, Json], encoding: dict[str, Json], label: str
    ) -> dict[str, Json] | None:
        """Return the schema of a list or of JSON in one field, as *encoding* says; else None."""
        stated = encoding.get("style")
        style = stated if isinstance(stated, str) else "form"
        explode = encoding.get("explode")
        is_repeated = explode if isinstance(explode, bool) else style == "form"
        flattened = flat(schema, self._schemas)
        # A style comes before the type of the content (OpenAPI 3.0.4, section 4.8.15.1.2).
        if "json" in string(encoding.get("contentType")) and _OF_STYLES.isdisjoint(encoding):
            return json_text(flattened, label, self._notes)
        if style == "deepObject" or "array" not in kinds_of(schema, self._schemas):
            return None
        if is_repeated:
            return repeated_list(flattened, self._schemas, label, self._notes)
        if not has_plain_items(flattened, self._schemas):
            return None
        return joined_list(flattened, self._schemas, separator_of(style), label, self._notes)

    def _spread(self, name: str, schema: dict[str, Json]) -> tuple[dict[str, Json], list[str]]:
        """Return a field for each scalar property of an object, and the names that it requires."""
        fields: dict[str, Json] = {}
        for inner_name, inner in mapping(schema.get("properties")).items():
            wire = f"{name}[{inner_name}]"
            found = plain_value(mapping(inner), self._schemas, f"the field {wire!r}", self._notes)
            if found is not None and is_name(wire):
                fields[wire] = found
        return fields, [f"{name}[{each}]" for each in array(schema.get("required"))]
