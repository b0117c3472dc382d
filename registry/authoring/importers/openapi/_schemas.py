"""Convert the schemas of an OpenAPI document to JSON Schema 2020-12.

OpenAPI 3.1 uses JSON Schema itself, 3.0 a dialect with `nullable`, Swagger 2 an older one. All are
read in the same lenient way, because documents mix them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.authoring.importers.openapi._keywords import (
    enum_of,
    is_carried,
    limit_keywords,
    types_of,
)
from registry.authoring.importers.openapi._parts import Part, part, trimmed
from registry.authoring.importers.openapi._texts import brief
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.source import Json

MAX_DESCRIPTION = 240
"""The maximum number of characters of a property's description."""

_MAX_LEVELS = 60
"""The maximum nesting of schemas that are read from one definition."""

_MAX_HOPS = 20
_MAX_NAME = 128
_WORDS_OF_NO_USE = frozenset({"x", "todo", "tbd", "n/a", "none", "null", "-", "."})
_ANNOTATIONS = {"description", "deprecated"}
_COMPOSITIONS = ("allOf", "anyOf", "oneOf")
_HIDDEN_BY = {"inputs": "readOnly", "outputs": "writeOnly"}


class Schemas:
    """Converts the schemas of *api* for one *side* of a tool: "inputs" or "outputs".

    A reference stays a reference, to a pointer; `bundle` adds the targets. References that do not
    resolve are collected in `broken`.
    """

    def __init__(self, api: Api, side: str) -> None:
        self._api = api
        self._hidden = _HIDDEN_BY[side]
        self._is_input = side == "inputs"
        self._definitions: dict[str, Part] = {}
        self._trimmed: dict[tuple[str, int], Part] = {}
        self.broken: list[str] = []

    def definition(self, pointer: str) -> Part:
        """Return the definition at *pointer*, converted once. Raises BrokenReferenceError."""
        found = self._definitions.get(pointer)
        if found is None:
            found = self._definitions[pointer] = part(self.convert(self._api.at(pointer)))
        return found

    def trimmed(self, pointer: str, levels: int) -> Part:
        """Return the definition at *pointer*, cut to *levels* levels by `_parts.trimmed`."""
        found = self._trimmed.get((pointer, levels))
        if found is None:
            found = part(trimmed(self.definition(pointer).schema, levels))
            self._trimmed[pointer, levels] = found
        return found

    def convert(self, source: Json, level: int = 0) -> dict[str, Json]:
        """Return *source* as a schema that every client loads; `{}` if it is not a schema."""
        if isinstance(source, bool):
            return {} if source else {"not": {}}
        if not isinstance(source, dict) or level > _MAX_LEVELS:
            return {}
        if isinstance(source.get("$ref"), str):
            return self._reference(source)
        types = types_of(source.get("type"))
        is_nullable = source.get("nullable") is True or source.get("x-nullable") is True
        if is_nullable and types and "null" not in types:
            types.append("null")
        schema = self._head(source, types)
        self._parts(source, schema, level)
        self._compositions(source, schema, level)
        if is_nullable and not types and schema.keys() & {"$ref", *_COMPOSITIONS}:
            return {"anyOf": [schema, {"type": "null"}]}
        return schema

    def _reference(self, source: dict[str, Json]) -> dict[str, Json]:
        schema: dict[str, Json] = {}
        try:
            schema["$ref"] = self._end(string(source["$ref"]))
        except BrokenReferenceError as error:
            self.broken.append(str(error))
            schema = {}
        if words := brief(source.get("description"), MAX_DESCRIPTION):
            schema["description"] = words
        if source.get("nullable") is True and "$ref" in schema:
            return {"anyOf": [schema, {"type": "null"}]}
        return schema

    def _end(self, reference: str) -> str:
        """Return the pointer of the final target of *reference*, past mere aliases."""
        for _ in range(_MAX_HOPS):
            pointer = self._api.pointer(reference)
            target = self._api.at(pointer)
            if not isinstance(target, dict) or list(target) != ["$ref"]:
                return pointer
            reference = string(target["$ref"])
        raise BrokenReferenceError(reference)

    def _head(self, source: dict[str, Json], types: list[str]) -> dict[str, Json]:
        """Return the keywords without subschemas."""
        schema: dict[str, Json] = {}
        if types:
            schema["type"] = types[0] if len(types) == 1 else [*types]
        if enum := enum_of(source, types):
            allows_null = "null" in types or (not types and None in array(source.get("enum")))
            schema["enum"] = [*enum, None] if allows_null else enum
        if (constant := source.get("const")) is not None and is_carried(constant):
            schema["const"] = constant
        schema |= limit_keywords(source, types)
        words = brief(source.get("description"), MAX_DESCRIPTION)
        if not words or words.lower() in _WORDS_OF_NO_USE:
            words = brief(source.get("title"), MAX_DESCRIPTION)
        if words:
            schema["description"] = words
        if source.get("deprecated") is True:
            schema["deprecated"] = True
        return schema

    def _parts(self, source: dict[str, Json], schema: dict[str, Json], level: int) -> None:
        """Add the schemas of items and properties to *schema*."""
        items = source.get("items")
        if isinstance(items, list) and items:
            schema["prefixItems"] = [self.convert(each, level + 1) for each in items]
        elif isinstance(items, dict | bool):
            schema["items"] = self.convert(items, level + 1)
        if prefix := array(source.get("prefixItems")):
            schema["prefixItems"] = [self.convert(each, level + 1) for each in prefix]
        properties = dict(self._properties(source, level))
        if properties or "properties" in source:
            schema["properties"] = dict(properties)
        # Required fields of a response do not help callers, and long lists cost tokens.
        if self._is_input and (required := list(self._required(source, properties))):
            schema["required"] = list(required)
        further = source.get("additionalProperties")
        if isinstance(further, bool):
            schema["additionalProperties"] = further
        elif isinstance(further, dict):
            schema["additionalProperties"] = self.convert(further, level + 1)

    def _properties(self, source: dict[str, Json], level: int) -> Iterator[tuple[str, Json]]:
        for name, inner in mapping(source.get("properties")).items():
            is_hidden = isinstance(inner, dict) and inner.get(self._hidden) is True
            if not is_hidden and is_name(name):
                yield name, self.convert(inner, level + 1)

    def _required(self, source: dict[str, Json], known: dict[str, Json]) -> Iterator[str]:
        """Yield the required names: listed in `required`, or with `required: true` inside."""
        stated = array(source.get("required"))
        own = mapping(source.get("properties"))
        for name in dict.fromkeys((*filter(lambda each: isinstance(each, str), stated), *own)):
            is_own = mapping(own.get(str(name))).get("required") is True
            if (name in stated or is_own) and (name in known or not own):
                yield str(name)

    def _compositions(self, source: dict[str, Json], schema: dict[str, Json], level: int) -> None:
        for keyword in _COMPOSITIONS:
            members = [self.convert(each, level + 1) for each in array(source.get(keyword))]
            members = [each for each in members if each or keyword != "allOf"]
            if len(members) == 1 and _are_joinable(schema, members[0]):
                # The schema's own keywords are more specific than those of the member.
                schema |= {**members[0], **schema}
            elif members:
                schema[keyword] = list(members)
        if isinstance(source.get("not"), dict):
            schema["not"] = self.convert(source["not"], level + 1)


def _are_joinable(schema: dict[str, Json], member: dict[str, Json]) -> bool:
    """Return whether the keywords of both can be merged without changing the meaning."""
    if "$ref" in member:
        return schema.keys() <= _ANNOTATIONS
    return not schema.keys() & member.keys() - _ANNOTATIONS


def is_name(name: str) -> bool:
    """Return whether *name* is a valid name of a property."""
    return 0 < len(name) <= _MAX_NAME and name.isprintable()
