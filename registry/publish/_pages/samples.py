"""Make up one value that fits a JSON Schema, always the same for the same schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages.plain_schemas import is_plainly_right
from registry.publish._pages.schema_rows import dereferenced
from registry.source.narrowing import array, mapping
from registry.validate import Schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_FORMATS = {
    "date-time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "email": "someone@example.org",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.org/",
    "url": "https://example.org/",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
}
_MAX_STEPS = 500
_MAX_DEPTH = 6


class Samples:
    """Made-up values of one schema; all that is handed out, the schema accepts."""

    def __init__(self, schema: Mapping[str, Json]) -> None:
        self._document = schema
        self._schema = Schema(schema)

    def value(self, *, full: bool = False) -> Json | None:
        """Return a value with every optional field if *full*; None where none can be made up.

        An author's own `examples`, `const`, `default` and `enum` go before anything made up.
        """
        value = _Sampler(self._document, full=full).value(self._document, 0)
        return value if self.fits(value) else None

    def fits(self, value: Json) -> bool:
        """Return whether the schema accepts *value*; one that cannot be used accepts nothing."""
        # To compile a schema takes as long as a tenth of a page, and most are plain.
        if is_plainly_right(value, self._document):
            return True
        try:
            return self._schema.accepts(value)
        except ValueError:
            return False


class _Sampler:
    def __init__(self, root: Mapping[str, Json], *, full: bool) -> None:
        self._root = root
        self._full = full
        self._steps = 0

    def value(self, schema: Json | Mapping[str, Json], depth: int) -> Json:
        self._steps += 1
        if not isinstance(schema, dict) or depth > _MAX_DEPTH or self._steps > _MAX_STEPS:
            return None
        schema = dict(dereferenced(self._root, schema))
        if given := _given_values(schema):
            return given[0]
        for key in ("oneOf", "anyOf", "allOf"):
            members = schema.pop(key, None)
            if isinstance(members, list) and members:
                chosen = members if key == "allOf" else members[:1]
                return self._merged([schema, *chosen], depth)
        return self._of_type(schema, depth)

    def _merged(self, schemas: list[Json], depth: int) -> Json:
        """Return the value of the last of *schemas* that says what it is; objects are joined."""
        joint: Json = None
        for schema in schemas:
            value = self.value(schema, depth + 1)
            if isinstance(value, dict) and isinstance(joint, dict):
                joint = {**joint, **value}
            elif value is not None:
                joint = value
        return joint

    def _of_type(self, schema: dict[str, Json], depth: int) -> Json:
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = next((each for each in kind if each != "null"), "null")
        if kind == "object" or "properties" in schema:
            return self._object(schema, depth)
        if kind == "array" or "items" in schema:
            least = _whole_number(schema.get("minItems")) or 1
            return [self.value(schema.get("items", {}), depth + 1) for _ in range(min(least, 3))]
        if kind == "string":
            return _text(schema)
        if kind in ("integer", "number"):
            return _number(schema)
        if kind == "boolean":
            return True
        return None if kind == "null" else "text"

    def _object(self, schema: dict[str, Json], depth: int) -> Json:
        needed = array(schema.get("required"))
        return {
            name: self.value(field, depth + 1)
            for name, field in mapping(schema.get("properties")).items()
            if self._full or name in needed
        }


def _given_values(schema: Mapping[str, Json]) -> list[Json]:
    """Return the values that the author gives for *schema*, the best first; [] without one."""
    for key in ("examples", "enum"):
        values = array(schema.get(key))
        if values and (key == "examples" or "default" not in schema):
            return values
    return [schema[key] for key in ("const", "default") if key in schema]


def _text(schema: Mapping[str, Json]) -> str:
    made_up = _FORMATS.get(str(schema.get("format")), "text")
    least = _whole_number(schema.get("minLength"))
    most = schema.get("maxLength")
    text = made_up.ljust(min(least, 200), "x")
    return text[: most if isinstance(most, int) else None]


def _number(schema: Mapping[str, Json]) -> int | float:
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    step = schema.get("multipleOf")
    value: int | float = 1
    if isinstance(high, int | float):
        value = min(value, high)
    if isinstance(below, int | float) and value >= below:
        value = below - 1
    if isinstance(low, int | float):
        value = max(value, low)
    if isinstance(above, int | float) and value <= above:
        value = above + 1
    if isinstance(step, int | float) and step > 0 and value % step:
        value += step - value % step
    return value


def _whole_number(value: Json) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
