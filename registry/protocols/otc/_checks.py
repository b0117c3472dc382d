"""What is wrong with a listing beyond the reach of its schema, and what a reader repairs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import TOOL_NAME
from registry.protocols.otc import _shape
from registry.validate import problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Document, Json, Pointer

_FULL_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_REFERENCES = frozenset({"$ref", "$dynamicRef", "$defs", "definitions"})
_MAPS_OF_SCHEMAS = frozenset({"properties", "patternProperties", "dependentSchemas"})
_VALUES = frozenset({"const", "default", "enum", "examples", "required"})


def unusable(document: Document) -> Iterator[Diagnostic]:
    """Yield why the document is no listing at all; after that its schema has nothing to add."""
    data = document.data
    if _shape.is_bare_definition(data):
        yield problem(
            document.place(),
            "bare-definition",
            "this is the definition of one tool, not a listing",
            "put it into a list: begin the file with `items:` and indent the definition below `- `",
        )
    for pointer, definition in _shape.located_definitions(data):
        if _shape.is_of_worker(definition):
            yield problem(
                document.key_place((*pointer, "fully_qualified_name")),
                "worker-definition",
                "this is the worker API from which OTC came; its tools are called in another way "
                "(POST /worker/tools/invoke) that no dialect of OTC or OXP knows",
                "list the tools of a server that speaks OTC or OXP: `id` instead of "
                "`fully_qualified_name`, `input_schema` instead of a list of parameters",
            )
            return


def faults(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield every other problem of a listing in *dialect*, with warnings where it is repaired."""
    registry = document.data.get("x-registry")
    yield from _of_list_key(document, dialect)
    yield from _of_registry_block(document, registry if isinstance(registry, dict) else {})
    seen: set[str] = set()
    for pointer, definition in _shape.located_definitions(document.data):
        yield from _of_id(document, pointer, definition, seen)
        yield from _of_schemas(document, pointer, definition, dialect)
        yield from _of_inputs(document, pointer, definition, dialect)
        if dialect == _shape.RFC:
            yield from _of_draft(document, pointer, definition)


def _of_list_key(document: Document, dialect: str) -> Iterator[Diagnostic]:
    wanted = "items" if dialect in (_shape.OXP, _shape.HEADER) else "tools"
    found = [key for key in _shape.LIST_KEYS if key in document.data]
    if len(found) > 1:
        message = "the listing has both `items` and `tools`"
        hint = f"keep `{wanted}`, as this dialect has it"
        yield problem(document.key_place((found[1],)), "two-listings", message, hint)
    elif not found:
        message = f"the listing has no `{wanted}`"
        yield problem(document.place(), "missing-key", message, f"begin it with `{wanted}:`")
    elif found != [wanted]:
        yield problem(
            document.key_place((found[0],)),
            "misplaced-listing",
            f"this dialect lists its tools under `{wanted}`, and its clients find none here",
            f"write `{wanted}:` instead",
            Severity.WARNING,
        )


def _of_registry_block(document: Document, registry: Mapping[str, Json]) -> Iterator[Diagnostic]:
    if "dialect" not in registry and _shape.is_undecided(document.data):
        yield problem(
            document.place(("x-registry",)),
            "unstated-dialect",
            "OXP 1.0 comes with bodies in `request` and `result` or with flat ones and a header, "
            "and a listing does not tell which",
            "add `dialect: oxp-1.0` or `dialect: oxp-1.0-header` to `x-registry`",
        )
    if not registry.keys() & {"base_url", "call_url"}:
        yield problem(
            document.place(("x-registry",)),
            "missing-address",
            "nothing says where the server is, and a listing has no place for it",
            "add `x-registry: {base_url: https://…}`, the address before `/tools`",
        )


def _of_id(
    document: Document, pointer: Pointer, definition: Mapping[str, Json], seen: set[str]
) -> Iterator[Diagnostic]:
    identity = definition.get("id")
    if not isinstance(identity, str):
        return
    if identity in seen:
        yield problem(
            document.place((*pointer, "id")),
            "duplicate-tool-id",
            f"the id {identity!r} is taken by a tool further up",
            "give every tool of a listing an id of its own",
        )
    seen.add(identity)
    in_id = identity.partition("@")[2]
    for where in (("version",), ("toolkit", "version")):
        stated = _shape.get(definition, where)
        if isinstance(stated, str) and _FULL_VERSION.fullmatch(in_id) and stated != in_id:
            yield problem(
                document.place((*pointer, *where)),
                "version-mismatch",
                f"the version is {stated!r} here and {in_id!r} in the id",
                f'write "{in_id}", or change the id',
            )


def _of_schemas(
    document: Document, pointer: Pointer, definition: Mapping[str, Json], dialect: str
) -> Iterator[Diagnostic]:
    for where in (_shape.input_at(definition, dialect), _shape.output_at(definition, dialect)):
        for found in _references(_shape.get(definition, where), (*pointer, *where)):
            yield problem(
                document.key_place(found),
                "schema-reference",
                f"OTC and OXP allow no `{found[-1]}` in a schema",
                "write the schema out where it is needed",
            )


def _references(schema: Json, pointer: Pointer) -> Iterator[Pointer]:
    """Yield the pointers of keywords in *schema* that refer to, or hold, other schemas."""
    if isinstance(schema, list):
        for index, each in enumerate(schema):
            yield from _references(each, (*pointer, index))
    elif isinstance(schema, dict):
        for key, value in schema.items():
            inner = (*pointer, key)
            if key in _REFERENCES:
                yield inner
            elif key in _MAPS_OF_SCHEMAS and isinstance(value, dict):
                # The keys of these are names that the author chose, `$ref` perhaps among them.
                for name, each in value.items():
                    yield from _references(each, (*inner, name))
            elif key not in _VALUES:
                yield from _references(value, inner)


def _of_inputs(
    document: Document, pointer: Pointer, definition: Mapping[str, Json], dialect: str
) -> Iterator[Diagnostic]:
    container = _shape.input_container(definition, dialect)
    if container and isinstance(_shape.get(definition, (*container, "required")), list):
        yield problem(
            document.key_place((*pointer, *container, "required")),
            "misplaced-required",
            "beside `parameters`, `required` demands nothing; it is read as if it stood in them",
            "move the line into `parameters`",
            Severity.WARNING,
        )


def _of_draft(
    document: Document, pointer: Pointer, definition: Mapping[str, Json]
) -> Iterator[Diagnostic]:
    value_at = _shape.output_at(definition, _shape.RFC)
    if value_at[-1] == "parameters":
        yield problem(
            document.key_place((*pointer, *value_at)),
            "nested-value",
            "`value` is a schema by the text of the draft, and here it holds one in `parameters`",
            "move what stands under `parameters` one level up",
            Severity.WARNING,
        )
    name, usable = definition.get("name"), _shape.tool_name(definition, _shape.RFC)
    if isinstance(name, str) and name != usable:
        is_named = TOOL_NAME.fullmatch(usable)
        yield problem(
            document.place((*pointer, "name")),
            "unusable-tool-name",
            f"no model can call a tool {name!r}"
            + (
                ", so it is called as in its id"
                if is_named
                else ", and its id gives no better name"
            ),
            f"write `name: {usable}`"
            if is_named
            else "write a name of letters, digits, `_` and `-`, with a letter first, at most 64",
            Severity.WARNING if is_named else Severity.ERROR,
        )
    yield from _of_hidden_parameters(document, pointer, definition)


def _of_hidden_parameters(
    document: Document, pointer: Pointer, definition: Mapping[str, Json]
) -> Iterator[Diagnostic]:
    where = _shape.hidden_at(definition)
    named = _shape.get(definition, where)
    properties = _shape.get(definition, (*_shape.input_at(definition, _shape.RFC), "properties"))
    for index, name in enumerate(named if isinstance(named, list) else ()):
        if isinstance(name, str) and not (isinstance(properties, dict) and name in properties):
            yield problem(
                document.place((*pointer, *where, index)),
                "unknown-parameter",
                f"the tool has no parameter {name!r} to keep from models",
                "name a parameter of this tool, or remove the line",
            )
