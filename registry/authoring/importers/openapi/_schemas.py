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
from registry.authoring.importers.openapi._plain_text import brief
from registry.authoring.importers.openapi._property_names import (
    NOTHING,
    Names,
    PropertyNames,
    is_name,
)
from registry.authoring.importers.openapi._widening import (
    are_distinct,
    are_joinable,
    distinct,
    is_wider_joined,
    says_less,
)
from registry.source.narrowing import array, mapping, string, strings
from registry.validate.vocabulary import COMPOSITIONS, RESTRICTING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.source import Json

MAX_DESCRIPTION = 240
"""The maximum number of characters of a property's description."""

_MAX_LEVELS = 60
"""The maximum nesting of schemas that are read from one definition."""

_MAX_HOPS = 20
_WORDS_OF_NO_USE = frozenset({"x", "todo", "tbd", "n/a", "none", "null", "-", "."})


class Schemas:
    """Converts the schemas of *api* for one *side* of a tool: "inputs" or "outputs".

    A reference stays a reference, to a pointer; `bundle` adds the targets. References that do not
    resolve become `{}` and are collected in `broken`.
    """

    def __init__(self, api: Api, side: str, *, keeps_examples: bool = False) -> None:
        self._keeps_examples = keeps_examples
        self._api = api
        self._names = PropertyNames(api, side)
        self._is_input = side == "inputs"
        self._ignores_siblings = api.is_swagger or string(api.data.get("openapi"))[:3] == "3.0"
        self._losses = 0
        self._definitions: dict[str, Part] = {}
        self._trimmed: dict[tuple[str, int], Part] = {}
        self.broken: list[str] = []

    def definition(self, pointer: str) -> Part:
        """Return the definition at *pointer*, which `convert` returned, converted once."""
        definition = self._definitions.get(pointer)
        if definition is None:
            schema, is_whole = self._compared(self._api.at(pointer), 0, NOTHING)
            definition = self._definitions[pointer] = part(schema, is_whole=is_whole)
        return definition

    def trimmed(self, pointer: str, levels: int) -> Part:
        """Return the definition at *pointer*, cut to *levels* levels by `_parts.trimmed`."""
        cut = self._trimmed.get((pointer, levels))
        if cut is None:
            cut = part(trimmed(self.definition(pointer).schema, levels), is_whole=False)
            self._trimmed[pointer, levels] = cut
        return cut

    def convert(self, source: Json) -> dict[str, Json]:
        """Return *source* as a schema that every client loads; `{}` if it is not a schema."""
        return self._convert(source, 0, NOTHING)

    def _compared(self, source: Json, level: int, around: Names) -> tuple[dict[str, Json], bool]:
        """Return *source* converted, and whether the result says as much."""
        losses = self._losses
        return self._convert(source, level, around), self._losses == losses

    def _convert(self, source: Json, level: int, around: Names) -> dict[str, Json]:
        """Return *source* converted; *around* has the names of schemas for the same value."""
        if isinstance(source, bool):
            return {} if source else {"not": {}}
        if not isinstance(source, dict) or level > _MAX_LEVELS:
            self._losses += 1
            return {}
        if isinstance(source.get("$ref"), str):
            return self._reference(source, level, around)
        if around == NOTHING and self._is_input and source.keys() & {*COMPOSITIONS}:
            around = self._names.of(source)
        types = types_of(source.get("type"))
        is_nullable = source.get("nullable") is True or source.get("x-nullable") is True
        if is_nullable and types and "null" not in types:
            types.append("null")
        schema = self._head(source, types)
        self._parts(source, schema, level, around)
        self._losses += says_less(source, schema)
        self._compositions(source, schema, level, around)
        if is_nullable and not types and schema.keys() & {"$ref", *COMPOSITIONS}:
            return {"anyOf": [schema, {"type": "null"}]}
        return schema

    def _reference(self, source: dict[str, Json], level: int, around: Names) -> dict[str, Json]:
        beside = source.keys() & RESTRICTING - {"$ref"}
        if beside - {"type"} and not self._ignores_siblings:
            members: list[Json] = [{"$ref": source["$ref"]}, _only_keywords(source, beside)]
            kept = _only_keywords(source, source.keys() - {*beside, "$ref"})
            return self._convert({**kept, "allOf": members}, level, around)
        self._losses += bool(beside)
        schema: dict[str, Json] = {}
        try:
            schema["$ref"] = pointer = self._end(string(source["$ref"]))
            if self._requires_hidden(pointer, around):
                # Converted by itself it would require what it does not know to be hidden.
                schema = self._convert(self._api.at(pointer), level + 1, around)
        except BrokenReferenceError as error:
            self.broken.append(str(error))
            self._losses += 1
            schema = {}
        if words := brief(source.get("description"), MAX_DESCRIPTION):
            schema["description"] = words
        if source.get("nullable") is True and "$ref" in schema:
            return {"anyOf": [schema, {"type": "null"}]}
        return schema

    def _requires_hidden(self, pointer: str, around: Names) -> bool:
        """Return whether the schema at *pointer* requires a name that only others around hide."""
        target = mapping(self._api.at(pointer))
        required = {*strings(target.get("required"))}
        hidden = required & around.hidden - mapping(target.get("properties")).keys()
        return bool(hidden) and not target.keys() & {"$ref", "not", *COMPOSITIONS}

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
        if self._keeps_examples and (shown := [*filter(is_carried, array(source.get("examples")))]):
            schema["examples"] = shown
        return schema

    def _parts(
        self, source: dict[str, Json], schema: dict[str, Json], level: int, around: Names
    ) -> None:
        """Add the schemas of items and properties to *schema*."""
        items = source.get("items")
        if isinstance(items, list) and items:
            schema["prefixItems"] = self._each(items, level)
        elif isinstance(items, dict | bool):
            schema["items"] = self._convert(items, level + 1, NOTHING)
        if prefix := array(source.get("prefixItems")):
            schema["prefixItems"] = self._each(prefix, level)
        properties = dict(self._properties(source, level))
        if properties or "properties" in source:
            schema["properties"] = dict(properties)
        # Required fields of a response do not help callers, and long lists cost tokens.
        if self._is_input and (required := list(self._required(source, properties, around))):
            schema["required"] = list(required)
        further = source.get("additionalProperties")
        if isinstance(further, bool | dict) and (further is True or _are_all_kept(source)):
            is_plain = isinstance(further, bool)
            kept = further if is_plain else self._convert(further, level + 1, NOTHING)
            schema["additionalProperties"] = kept

    def _each(self, sources: list[Json], level: int) -> list[Json]:
        return [self._convert(each, level + 1, NOTHING) for each in sources]

    def _properties(self, source: dict[str, Json], level: int) -> Iterator[tuple[str, Json]]:
        for name, inner in mapping(source.get("properties")).items():
            if is_name(name) and not self._names.is_hidden(inner):
                yield name, self._convert(inner, level + 1, NOTHING)

    def _required(
        self, source: dict[str, Json], known: dict[str, Json], around: Names
    ) -> Iterator[str]:
        """Yield the required names: listed in `required`, or with `required: true` inside."""
        stated = array(source.get("required"))
        own = mapping(source.get("properties"))
        for name in dict.fromkeys((*filter(lambda each: isinstance(each, str), stated), *own)):
            is_own = mapping(own.get(str(name))).get("required") is True
            is_known = name in known or (name in around.described and name not in own)
            if (name in stated or is_own) and (is_known or not own) and name not in around.hidden:
                yield str(name)

    def _compositions(
        self, source: dict[str, Json], schema: dict[str, Json], level: int, around: Names
    ) -> None:
        for keyword in COMPOSITIONS:
            losses = self._losses
            members = [
                self._convert(each, level + 1, around) for each in array(source.get(keyword))
            ]
            members = [each for each in members if each or keyword != "allOf"]
            is_exact = losses == self._losses and are_distinct(members)
            # A discriminator chooses the branch, so a value may also fit another.
            if keyword == "oneOf" and ("discriminator" in source or not is_exact):
                self._losses += 1
                self._add(schema, "anyOf", [*map(mapping, distinct([*members]))])
            else:
                self._add(schema, keyword, members)
        if "not" in source and source["not"] is not False:
            inner, is_whole = self._compared(source["not"], level + 1, around)
            if is_whole and isinstance(source["not"], dict):
                _put_keyword(schema, "not", inner)
            else:
                self._losses += 1

    def _add(self, schema: dict[str, Json], keyword: str, members: list[dict[str, Json]]) -> None:
        """Add *members* to *schema*; a single one is joined with it if that is possible."""
        if len(members) == 1 and are_joinable(schema, members[0]):
            self._losses += is_wider_joined(schema, members[0])
            # The schema's own keywords are more specific than those of the member.
            joined = {**members[0], **schema}
            schema |= joined
        elif members:
            _put_keyword(schema, keyword, [*members])


def _put_keyword(schema: dict[str, Json], keyword: str, value: Json) -> None:
    """Add *keyword* to *schema*, in a member of its `allOf` if it has one already.

    A reference moves there, too: `bundle` reads nothing beside one.
    """
    if "$ref" in schema:
        schema["allOf"] = [{"$ref": schema.pop("$ref")}]
    if keyword in schema:
        schema["allOf"] = [*array(schema.get("allOf")), {keyword: value}]
    else:
        schema[keyword] = value


def _are_all_kept(source: dict[str, Json]) -> bool:
    """Return whether all properties that *source* describes can be described.

    The others would be additional ones.
    """
    return not source.get("patternProperties") and all(
        map(is_name, mapping(source.get("properties")))
    )


def _only_keywords(source: dict[str, Json], keywords: set[str]) -> dict[str, Json]:
    return {keyword: value for keyword, value in source.items() if keyword in keywords}
