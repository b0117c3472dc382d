"""Definitions for the Gemini API, whose schemas are a small part of OpenAPI's."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from registry.client.functions.input_names import name_for_gemini, own_names, with_names
from registry.client.functions.losses import Losses, plain_object
from registry.source import references
from registry.source.json_types import type_of
from registry.source.narrowing import array, mapping, strings
from registry.utcp_export import portable_inputs, with_whole_choices
from registry.validate.vocabulary import UNDEMANDING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Tool
    from registry.source import Json

_Schema: TypeAlias = "dict[str, Json]"

_KEPT = frozenset(
    {
        "default",
        "description",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "pattern",
        "required",
        "title",
        "type",
    }
)
_FORMATS = {
    "integer": frozenset({"int32", "int64"}),
    "number": frozenset({"double", "float"}),
    "string": frozenset({"date-time"}),
}

_TYPES = {"properties": "object", "items": "array"}
"""The type that a schema with one of these keys has, if it states none."""

_OF_ALL_CHOICES = ("title", "description", "nullable")
"""Keys beside a choice of schemas that mean the same in each of them."""

_SCALARS = frozenset({"boolean", "integer", "number", "string"})

_MAX_DEPTH = 16
"""Of schemas inside each other, references followed; more is recursion."""

_MAX_SCHEMAS = 2_000
"""Of one tool: a schema that refers to itself twice would double at every level."""


def definition(tool: Tool, name: str, losses: Losses) -> dict[str, Json]:
    """Return the function declaration; one without inputs has no parameters at all.

    Its inputs have names that the API accepts.
    """
    root = plain_object(portable_inputs(tool), losses)
    parameters = _Reduction(root, losses).of(root, "", 0)
    record: dict[str, Json] = {"name": name, "description": tool.description}
    if not parameters.get("properties"):
        return record
    return {**record, "parameters": with_names(parameters, _names(parameters), losses)}


def renamed_inputs(tool: Tool) -> dict[str, str]:
    """Return the tool's own name of each input that has another one in its definition."""
    names = _names(plain_object(portable_inputs(tool), Losses()))
    return {name: own for name, own in names.items() if name != own}


def _names(schema: _Schema) -> dict[str, str]:
    """Return the own name of each input in *schema* by the one under which it is offered."""
    return own_names(mapping(schema["properties"]), name_for_gemini)


def request(definitions: Iterable[Json]) -> Json:
    """Return the value of `tools`."""
    return [{"functionDeclarations": [*definitions]}]


def _is_supported(schema: _Schema, key: str, value: Json) -> bool:
    """Return whether the API takes *key* with *value* as it is in *schema*."""
    if key == "enum":
        return isinstance(value, list) and all(isinstance(each, str) and each for each in value)
    if key == "format":
        return value in _FORMATS.get(str(schema.get("type")), ())
    return key in _KEPT


def _strings(value: Json) -> list[Json]:
    """Return the strings in *value* that the API takes in an `enum`: none may be empty."""
    return [*filter(None, strings(value))]


def _type_of(values: list[Json]) -> str:
    """Return the type of all *values*, "" if they differ or are no scalars."""
    kinds = set(map(type_of, values))
    return kinds.pop() if len(kinds) == 1 and kinds <= _SCALARS else ""


class _Reduction:
    """Reduces the schemas of one tool; references are to *root*."""

    def __init__(self, root: _Schema, losses: Losses) -> None:
        self.root = root
        self.losses = losses
        self.count = 0

    def of(self, schema: Json, path: str, depth: int) -> _Schema:
        """Return what is left of *schema*, the one at *path* below the inputs."""
        if not isinstance(schema, dict):
            return {}
        self.count += 1
        if depth > _MAX_DEPTH or self.count > _MAX_SCHEMAS:
            self.losses.add("what is nested too deeply, or in itself")
            return {"type": "object"}
        if "$ref" in schema:
            return self.of(self.resolved(schema, path), path, depth + 1)
        result: _Schema = {}
        whole = with_whole_choices(schema)
        for key, value in whole.items():
            if _is_supported(whole, key, value):
                result[key] = value
            else:
                self.reduce(result, key, value, (path, depth))
        self.tidy(result, path)
        if result.get("type") == "array" and "items" not in result:
            result["items"] = {"type": "string"}
            self.lose("that entries may be of any type", path)
        return schema if result == schema else result

    def typed(self, schema: Json, path: str, depth: int) -> _Schema:
        """Return what is left of *schema* as one with a type, or else with a choice."""
        return self.with_type(self.of(schema, path, depth), path)

    def with_type(self, result: _Schema, path: str) -> _Schema:
        """Return *result* with a type, or else a choice: the API refuses both, and neither."""
        for key, kind in _TYPES.items():
            if key in result and "type" not in result:
                result = {"type": kind, **result}
        if "anyOf" in result and "type" not in result:
            return {"anyOf": self.choices(result, path)}
        if "anyOf" in result:
            self.lose("`anyOf`", path)
            result = {key: value for key, value in result.items() if key != "anyOf"}
        if "type" not in result:
            self.lose("all types but `string`", path)
            return {"type": "string", **result}
        if result["type"] == "null":
            self.lose("`null`", path)
            return {**result, "type": "string", "nullable": True}
        return result

    def choices(self, result: _Schema, path: str) -> list[Json]:
        """Return the choices in *result*, each with what is said of all of them.

        Vertex AI refuses a choice with anything beside it.
        """
        for key in sorted(result.keys() - {"anyOf", *_OF_ALL_CHOICES}):
            self.lose(f"`{key}`", path)
        common = {key: result[key] for key in _OF_ALL_CHOICES if key in result}
        found = map(mapping, array(result["anyOf"]))
        return [self.with_type({**common, **each}, path) for each in found]

    def tidy(self, result: _Schema, path: str) -> None:
        """Remove from *result* what is right by itself, and refused beside its neighbours."""
        if result.get("properties") == {}:
            del result["properties"]
        if "enum" in result and result.setdefault("type", "string") != "string":
            del result["enum"]
            self.lose("`enum`", path)
        required, properties = result.get("required"), mapping(result.get("properties"))
        if isinstance(required, list) and not properties.keys() >= set(map(str, required)):
            known: list[Json] = [each for each in required if str(each) in properties]
            result["required"] = known
            if not known:
                del result["required"]
            self.lose("`required`", path)

    def reduce(self, result: _Schema, key: str, value: Json, at: tuple[str, int]) -> None:
        """Add to *result* what stands for *key* with *value*, or put down that nothing does."""
        path, depth = at
        if key == "properties" and isinstance(value, dict):
            own = mapping(result.get(key))
            result[key] = own | {
                name: self.typed(each, f"{path}.{name}", depth + 1) for name, each in value.items()
            }
        elif key == "items":
            result[key] = self.typed(value, f"{path}[]", depth + 1)
        elif key in ("anyOf", "oneOf") and isinstance(value, list):
            self.choice(result, [self.of(each, path, depth + 1) for each in value])
        elif key == "allOf" and isinstance(value, list):
            self.all_of(result, [self.of(each, path, depth + 1) for each in value], path)
        elif key == "const" and isinstance(value, str) and value:
            result["enum"] = [value]
        elif key == "enum" and "" in array(value) and (values := _strings(value)):
            result[key] = values
            self.lose("an empty one among the values", path)
        elif key in ("const", "enum") and (kind := _type_of(array(value) or [value])):
            result.setdefault("type", kind)
            self.lose(f"`{key}`", path)
        elif key not in UNDEMANDING:
            self.lose(f"`{key}`", path)

    def all_of(self, result: _Schema, demands: list[_Schema], path: str) -> None:
        """Add all *demands* that do not say of one thing something else."""
        for demand in demands:
            is_whole = True
            for key, value in demand.items():
                earlier = result.get(key, value)
                if key == "properties":
                    own, others = mapping(earlier), mapping(value)
                    is_whole &= all(own.get(name, each) == each for name, each in others.items())
                    result[key] = {**others, **own}
                elif key == "required":
                    both = (*array(earlier), *array(value))
                    result[key] = [each for at, each in enumerate(both) if each not in both[:at]]
                else:
                    is_whole &= earlier == value
                    result[key] = earlier
            if not is_whole:
                self.lose("`allOf`", path)

    def choice(self, result: _Schema, choices: list[_Schema]) -> None:
        """Add a choice of schemas; null among them is a word of its own here."""
        others = [each for each in choices if each.get("type") != "null"]
        if len(others) < len(choices):
            result["nullable"] = True
        if len(others) == 1:
            result |= {key: value for key, value in others[0].items() if key not in result}
        elif others:
            result["anyOf"] = [*others]

    def resolved(self, schema: _Schema, path: str) -> Json:
        """Return the schema that *schema* refers to inside of the inputs, with its other keys."""
        target = references.mapping_at(self.root, schema["$ref"])
        if target is None:
            self.lose("what a reference stands for", path)
            target = {}
        return {**target, **{key: value for key, value in schema.items() if key != "$ref"}}

    def lose(self, what: str, path: str) -> None:
        """Put down that *what* is lost at *path*."""
        where = f"`{path.lstrip('.')}`" if path else "the inputs"
        self.losses.add(f"{what} of {where}")
