"""Which inputs in a query the released UTCP clients send differently, or not at all.

The Python client raises an error for a boolean, an object or a null in a query; the TypeScript
client writes the name of a list as `ids[]`, unless it ends so already. All else is the same in
both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Where
from registry.model.derived import derived
from registry.source import references

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

UNSENDABLE = frozenset({"boolean", "object", "null"})
"""The types that the Python client cannot send in a query."""

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (str, "string"),
    (int, "integer"),
    (float, "number"),
    (dict, "object"),
    (list, "array"),
    (type(None), "null"),
)
_MAX_DEPTH = 8
"""Of references and choices inside each other; more is recursion."""

_SENTENCES = {
    "boolean": "the Python UTCP client fails if the query input `{}` is given a boolean",
    "object": "the Python UTCP client fails if the query input `{}` is given an object",
    "null": "the Python UTCP client fails if the query input `{}` is given null; leave it out",
    "array": "the TypeScript UTCP client sends a list in the query input `{0}` as `{0}[]`",
}


@derived
def unportable_queries(tool: Tool) -> tuple[tuple[str, str], ...]:
    """Return the inputs of *tool* in its query that clients send differently, each with the type.

    An input of several such types comes once for each, in the order of the call.
    """
    if tool.call.envelope:
        return ()
    return tuple(
        (name, kind)
        for name in tool.call.names(Where.QUERY)
        for kinds in (query_kinds(tool, name),)
        for kind in _SENTENCES
        if kind in kinds and not (kind == "array" and name.endswith("[]"))
    )


def query_kinds(tool: Tool, name: str) -> frozenset[str]:
    """Return the JSON types that the input *name* of *tool* may have; none if it says nothing."""
    properties = tool.inputs.get("properties")
    schema = properties.get(name) if isinstance(properties, dict) else None
    return frozenset(_kinds(schema, tool.inputs, 0))


def query_sentences(tool: Tool) -> tuple[str, ...]:
    """Return what users of UTCP clients should know of the query of *tool*, as clauses."""
    return tuple(_SENTENCES[kind].format(name) for name, kind in unportable_queries(tool))


def _kinds(schema: Json, root: Mapping[str, Json], depth: int) -> Iterator[str]:
    """Yield the types that *schema*, a part of *root*, speaks of: those of one keyword."""
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return
    stated = schema.get("type")
    if isinstance(stated, str | list):
        yield from [stated] if isinstance(stated, str) else (str(each) for each in stated)
    elif isinstance(values := [schema["const"]] if "const" in schema else schema.get("enum"), list):
        yield from (
            next(name for kind, name in _KINDS if isinstance(each, kind)) for each in values
        )
    elif "properties" in schema or "items" in schema:
        yield "object" if "properties" in schema else "array"
    else:
        below: list[Json] = [references.mapping_at(root, schema.get("$ref"))]
        for key in ("anyOf", "oneOf", "allOf"):
            choices = schema.get(key)
            below += choices if isinstance(choices, list) else []
        for each in below:
            yield from _kinds(each, root, depth + 1)
