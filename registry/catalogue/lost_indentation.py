"""Find lines with less or more indentation than their author meant.

To YAML, a line that is not indented below its key is an entry beside it. So one slip becomes many
problems, and the hints of these would make it worse: `type` and `description` would end as inputs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from registry.catalogue.file_schemas import x_registry_schema
from registry.diagnostics import Diagnostic
from registry.protocols import X_REGISTRY
from registry.source.narrowing import array, mapping, strings
from registry.validate.vocabulary import DATA, HOLDING, KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from registry.source import Document, Json, Pointer

_Steps: TypeAlias = "tuple[()] | tuple[_Steps, str | int]"
"""What leads to a value: the steps to what contains it, and its key or number."""

RULE = "lost-indentation"

_LISTS = ("tools", "items", "functions")
"""The keys of the protocols for their lists of tools."""

_IDENTITIES = ("name", "id")
_PARTS = frozenset(
    {
        *("description", "tags", "annotations", "version", "parameters", "return"),
        *("inputs", "inputSchema", "input_schema", "input"),
        *("outputs", "outputSchema", "output_schema", "output"),
        *("tool_call_template", "tool_transport", "tool_provider"),
    }
)
"""What else a tool has, in any protocol."""

_INPUTS = ("inputs", "outputs")
_CALL_KEYS = ("tool_call_template", "tool_transport", "tool_provider")

_CALLS = frozenset({"inputs", "inputSchema", "input_schema", "tool_call_template", "parameters"})
"""Parts that nothing but a tool has."""


_BESIDE_ALL = ("required", "additionalProperties")
"""Keywords that people indent as far as the properties of which they say something."""

_MARKS = frozenset(_BESIDE_ALL)
_NO_SCHEMAS = frozenset((*DATA, X_REGISTRY))
_COLLECTION = (dict, list)

_OF_EXAMPLES = ("task", "tool", "arguments")
_WITH_MAPPINGS = HOLDING.union(DATA)
"""Keywords whose value may look like the schema of a property."""


def check_indentation(document: Document) -> Iterator[Diagnostic]:
    """Report what of *document*, a release, is indented too little or too much."""
    if document.path.endswith(".json"):
        return
    for key in _LISTS:
        yield from _in_list(document, key)
    yield from _in_block(document, mapping(document.data.get(X_REGISTRY)))
    yield from _in_schemas(document)


def _in_list(document: Document, key: str) -> Iterator[Diagnostic]:
    """Report tools that begin outside of the list at *key*, or that dashes cut into pieces."""
    if key not in document.data:
        return
    tools = document.data[key]
    beside = [each for each in document.data if each in _PARTS]
    *before, last = array(tools) or [None]
    # What is beside several tools may be meant for all of them.
    parts = mapping(last).keys() & _PARTS
    if not _CALLS.isdisjoint(beside) and parts.isdisjoint(beside) and not (before and parts):
        name = mapping(last).get("name")
        act = f"below `- name: {name}`" if name else f"below `{key}:`, and start it with `- name: `"
        yield Diagnostic(
            document.key_place((beside[0],)),
            RULE,
            f"{_named_keys(beside)} of a tool {_is_or_are(beside)} outside of `{key}`",
            f"indent the lines of the tool {act}",
        )
    keys_above: set[str] = set()
    for number, tool in enumerate([*before, last]):
        keys = mapping(tool).keys()
        yield from _in_inputs(document, mapping(tool), (key, number))
        if keys_above and keys and not keys & {*keys_above, *_IDENTITIES} and keys <= _PARTS:
            yield Diagnostic(
                document.place((key, number)),
                RULE,
                f"the `- ` before `{next(iter(keys))}` starts another tool, which has no name",
                "write two spaces in place of each `- ` within a tool: only its first line has one",
            )
            return
        keys_above = {*keys} if keys & {*_IDENTITIES} else {*keys_above, *keys}


def _in_inputs(
    document: Document, tool: Mapping[str, Json], pointer: Pointer
) -> Iterator[Diagnostic]:
    """Report the call of a *tool* that is indented as if it belonged to the inputs."""
    for inputs in _INPUTS:
        for call in _CALL_KEYS:
            if call in mapping(tool.get(inputs)) and call not in tool:
                yield Diagnostic(
                    document.key_place((*pointer, inputs, call)),
                    RULE,
                    f"`{call}` is indented as a part of `{inputs}`",
                    f"indent it only as far as `{inputs}`, and the lines below it, too",
                )


def _in_block(document: Document, block: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Report what is beside an empty key of `x-registry`, or beside its examples."""
    own_keys = mapping(x_registry_schema().document["properties"])
    owner, lost = "", list[str]()
    for key, value in block.items():
        if key in own_keys:
            if lost:
                break
            owner = key if value is None else ""
        elif owner:
            lost.append(key)
    if lost:
        yield _to_be_indented(document, (X_REGISTRY, owner), lost)
    if array(block.get("examples")) and (lost := [each for each in _OF_EXAMPLES if each in block]):
        yield Diagnostic(
            document.key_place((X_REGISTRY, lost[0])),
            RULE,
            f"{_named_keys(lost)} {_is_or_are(lost)} beside `examples`, not in one of them",
            "indent the lines of an example as far as its `task`",
        )


def _in_schemas(document: Document) -> Iterator[Diagnostic]:
    """Report what is beside its property, or is a property and belongs beside all of them."""
    for steps, schema in _with_properties(document.data):
        properties = schema["properties"]
        if isinstance(properties, dict):
            if _MARKS & properties.keys() or None in properties.values():
                yield from _of_properties(document, properties, _pointer((steps, "properties")))
        elif properties is None and (lost := _properties_after(schema)):
            yield _to_be_indented(document, _pointer((steps, "properties")), lost)


def _with_properties(data: Mapping[str, Json]) -> Iterator[tuple[_Steps, Mapping[str, Json]]]:
    """Yield each mapping with `properties` in *data*, in its order, and the steps that lead to it.

    It looks at every value of every release, so it makes nothing that is not needed.
    """
    waiting: list[tuple[_Steps, Json]] = [((), dict(data))]
    while waiting:
        steps, value = waiting.pop()
        inner: list[tuple[_Steps, Json]]
        if isinstance(value, dict):
            if "properties" in value:
                yield steps, value
            inner = [
                found
                for key, each in value.items()
                if isinstance(each, _COLLECTION) and key not in _NO_SCHEMAS
                for found in _schemas_at((steps, key), each)
            ]
        else:
            inner = [
                ((steps, number), each)
                for number, each in enumerate(array(value))
                if isinstance(each, _COLLECTION)
            ]
        waiting += reversed(inner)


def _schemas_at(steps: _Steps, value: Json) -> Iterable[tuple[_Steps, Json]]:
    """Return what may be schemas at *steps*: *value*, or each in it if it is that of `properties`.

    A property may be called `properties`, too, and is then no keyword.
    """
    if steps and steps[1] == "properties" and isinstance(value, dict):
        return (((steps, name), each) for name, each in value.items())
    return ((steps, value),)


def _pointer(steps: _Steps) -> Pointer:
    pointer: list[str | int] = []
    while steps:
        steps, step = steps
        pointer.append(step)
    return tuple(reversed(pointer))


def _of_properties(
    document: Document, properties: Mapping[str, Json], pointer: Pointer
) -> Iterator[Diagnostic]:
    too_deep = [name for name in _BESIDE_ALL if _is_of_all(name, properties)]
    empty = [name for name, each in properties.items() if each is None]
    after = [*properties][[*properties].index(empty[0]) + 1 :] if empty else []
    lost = [
        each
        for each in after
        if each in KEYWORDS and each not in too_deep and _is_no_schema(properties[each])
    ]
    if lost:
        yield _to_be_indented(document, (*pointer, empty[0]), lost, empty[1:])
    for name in too_deep:
        yield Diagnostic(
            document.key_place((*pointer, name)),
            RULE,
            f"`{name}` is one of the properties, but its value is that of the keyword",
            "indent it only as far as `properties`",
        )


def _is_of_all(keyword: str, properties: Mapping[str, Json]) -> bool:
    """Return whether *keyword*, which is among the *properties*, says something of them all."""
    value = properties.get(keyword)
    if isinstance(value, list):
        return keyword == "required" and not properties.keys().isdisjoint(strings(value))
    # With a type of its own, it is no mapping of properties, but one that is called `properties`.
    is_schema = isinstance(properties.get("type"), str)
    return keyword == "additionalProperties" and isinstance(value, bool) and not is_schema


def _to_be_indented(
    document: Document, pointer: Pointer, lost: list[str], others: Sequence[str] = ()
) -> Diagnostic:
    also = f"; the same below {_named_keys(others, ':')}" if others else ""
    return Diagnostic(
        document.key_place(pointer),
        RULE,
        f"`{pointer[-1]}` has nothing below it: {_named_keys(lost)} {_is_or_are(lost)} beside it",
        f"indent the lines that belong to `{pointer[-1]}:` by two more spaces{also}",
    )


def _properties_after(schema: Mapping[str, Json]) -> list[str]:
    """Return what comes after an empty `properties` and is a property: its value is a schema."""
    after = [*schema][[*schema].index("properties") + 1 :]
    return [each for each in after if each not in _WITH_MAPPINGS and isinstance(schema[each], dict)]


def _is_no_schema(value: Json) -> bool:
    return value is not None and not isinstance(value, dict | bool)


def _named_keys(keys: Sequence[str], end: str = "") -> str:
    return ", ".join(f"`{key}{end}`" for key in keys)


def _is_or_are(keys: list[str]) -> str:
    return "is" if len(keys) == 1 else "are"
