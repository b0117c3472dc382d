"""Find inputs that the released UTCP clients send differently, or not at all.

The Python client raises an error for a boolean, an object or a null in a query; the TypeScript
client writes the name of a list as `ids[]`, unless it ends so already. In a path and in headers,
the Python client writes what Python prints for such a value, and the TypeScript client what
JavaScript converts it to; in a form, the TypeScript client sends objects and lists in parts. All
else is the same in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.model import Where
from registry.model.derived import derived
from registry.model.request import FORM
from registry.source import references
from registry.source.json_types import type_of
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

_UNSENDABLE = {
    Where.PATH: frozenset({"boolean", "object", "null", "array"}),
    Where.QUERY: frozenset({"boolean", "object", "null"}),
    Where.HEADER: frozenset({"boolean", "object", "null", "array"}),
    Where.BODY: frozenset[str](),
    Where.LOCAL: frozenset[str](),
}
"""By part of a request, the types that the Python client does not send there as a server reads."""

_IN_QUERY = {
    "boolean": "the Python UTCP client fails if the query input `{name}` is given a boolean",
    "object": "the Python UTCP client fails if the query input `{name}` is given an object",
    "null": "the Python UTCP client fails if the query input `{name}` is given null; leave it out",
    "array": "the TypeScript UTCP client sends a list in the query input `{name}` as `{name}[]`",
}
_AS_TEXT = {
    "boolean": "the Python UTCP client writes a boolean in the {place} input `{name}` as `True` or "
    "`False`",
    "object": "UTCP clients write an object in the {place} input `{name}` in ways that no server "
    "reads",
    "null": "UTCP clients write null in the {place} input `{name}` as `None` or `null`",
    "array": "the Python UTCP client writes a list in the {place} input `{name}` as `['a', 'b']`, "
    "the TypeScript client as `a,b`",
}
_IN_FORM = {
    "boolean": "the Python UTCP client writes a boolean in the form field `{name}` as `True` or "
    "`False`",
    "object": "the Python UTCP client sends only the names of the parts of an object in the form "
    "field `{name}`",
    "null": "the Python UTCP client writes null in the form field `{name}` as `None`",
    "array": "the TypeScript UTCP client sends a list in the form field `{name}` as `{name}[]`",
}
_SENTENCES = {
    Where.PATH: _AS_TEXT,
    Where.QUERY: _IN_QUERY,
    Where.HEADER: _AS_TEXT,
    Where.BODY: _IN_FORM,
}
_LISTS = (Where.QUERY, Where.BODY)
"""Where the name of a list may end in `[]` already."""

_MOST_PARTS = 250
"""Of the schema of one input: choices, and what they refer to."""


class Unportable(NamedTuple):
    """An input, or a field of a form, that clients send differently as a value of type *kind*."""

    name: str
    where: Where
    kind: str

    @property
    def sentence(self) -> str:
        """What users of UTCP clients should know of it, as a clause."""
        sentence = _SENTENCES[self.where][self.kind]
        return sentence.format(name=self.name, place=self.where.value)


class Unsendable(NamedTuple):
    """An input all of whose *kinds*, the types that it may have, some client does not send."""

    name: str
    where: Where
    kinds: frozenset[str]

    @property
    def sentence(self) -> str:
        """Why a tool that requires it cannot be offered, as a clause."""
        kind = " or ".join(sorted(self.kinds))
        place = self.where.value
        return f"its {place} input {self.name} is of type {kind}, which not every client can send"


@derived
def unportable_inputs(tool: Tool) -> tuple[Unportable, ...]:
    """Return the inputs of *tool* that clients send differently, those in its path first.

    An input of several such types comes once for each. Each field of a form is an input, too.
    """
    if tool.call.envelope:
        return ()
    kinds_of = _kinds_within(tool.inputs)
    return tuple(
        Unportable(name, where, kind)
        for where, sentences in _SENTENCES.items()
        for name, schema in _sent_values(tool, where)
        for kinds in (kinds_of(schema),)
        for kind in sentences
        if kind in kinds and not (kind == "array" and where in _LISTS and name.endswith("[]"))
    )


@derived
def unsendable_inputs(tool: Tool) -> tuple[Unsendable, ...]:
    """Return the required inputs of *tool* of which not every client sends any value."""
    required = frozenset(map(str, array(tool.inputs.get("required"))))
    required_inputs = (
        Unsendable(each.name, each.where, input_kinds(tool, each.name))
        for each in tool.call.arguments
        if each.name in required
    )
    return tuple(
        each for each in required_inputs if each.kinds and each.kinds <= _UNSENDABLE[each.where]
    )


def input_kinds(tool: Tool, name: str) -> frozenset[str]:
    """Return the JSON types that the input *name* of *tool* may have; none if it says nothing."""
    return frozenset(_kinds(tool.properties.get(name), tool.inputs))


def _sent_values(tool: Tool, where: Where) -> Iterator[tuple[str, Json]]:
    """Yield each value in the part *where* of a request, with its name and its schema."""
    properties = tool.properties
    for name in tool.call.names(where):
        if where is not Where.BODY:
            yield name, properties.get(name)
        elif FORM in tool.call.headers.get("Content-Type", tool.call.content_type):
            body = mapping(properties.get(name))
            body = references.mapping_at(tool.inputs, body.get("$ref")) or body
            yield from mapping(body.get("properties")).items()


def form_lists(tool: Tool) -> tuple[str, ...]:
    """Return the names of the fields that may be lists in the form that *tool* sends, if any."""
    kinds_of = _kinds_within(tool.inputs)
    fields = _sent_values(tool, Where.BODY)
    return tuple(name for name, schema in fields if "array" in kinds_of(schema))


def input_sentences(tool: Tool) -> tuple[str, ...]:
    """Return what users of UTCP clients should know of the inputs of *tool*, as clauses."""
    return tuple(each.sentence for each in unportable_inputs(tool))


def _kinds_within(root: Mapping[str, Json]) -> Callable[[Json], frozenset[str]]:
    """Return what returns the types that a part of *root* speaks of, once for each reference."""
    known: dict[str, frozenset[str]] = {}

    def kinds_of(schema: Json) -> frozenset[str]:
        reference = schema.get("$ref") if isinstance(schema, dict) and len(schema) == 1 else None
        if not isinstance(reference, str):
            return frozenset(_kinds(schema, root))
        if reference not in known:
            known[reference] = frozenset(_kinds({"$ref": reference}, root))
        return known[reference]

    return kinds_of


def _kinds(schema: Json, root: Mapping[str, Json]) -> Iterator[str]:
    """Yield the types that *schema*, a part of *root*, speaks of: those of one keyword.

    Each part is looked at once, however often it is referred to, and of more parts than a schema
    may have (see `bulky-schema`) the rest is not: many inputs may refer to the same ones.
    """
    seen_ids: set[int] = set()
    waiting = [schema]
    while waiting and len(seen_ids) < _MOST_PARTS:
        part = waiting.pop()
        if not isinstance(part, dict) or id(part) in seen_ids:
            continue
        seen_ids.add(id(part))
        stated, values = part.get("type"), part.get("enum")
        values = [part["const"]] if "const" in part else values
        if isinstance(stated, str | list):
            yield from [stated] if isinstance(stated, str) else map(str, stated)
        elif isinstance(values, list):
            yield from map(type_of, values[:_MOST_PARTS])
        elif "properties" in part or "items" in part:
            yield "object" if "properties" in part else "array"
        else:
            if "$ref" in part:
                waiting.append(references.mapping_at(root, part["$ref"]))
            for key in ("anyOf", "oneOf", "allOf"):
                if key in part:
                    waiting += array(part[key])[:_MOST_PARTS]
