"""The problems of a listing that its schema cannot find, and those that the reader repairs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Severity
from registry.model import TOOL_NAME
from registry.protocols.otc import _shape
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import DEFINITIONS, HOLDING, REFERENCES, subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Document, Json, Pointer

_FULL_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_REFERENCES = frozenset((*REFERENCES, *DEFINITIONS))


def unusable(document: Document) -> Iterator[Diagnostic]:
    """Yield why the document is not a listing at all; its schema then adds nothing."""
    data = document.data
    if _shape.is_bare_definition(data):
        yield Diagnostic(
            document.place(),
            "bare-definition",
            "this is the definition of one tool, not a listing",
            "put it into a list: start the file with `items:` and indent the definition below `- `",
        )
    for pointer, definition in _shape.located_definitions(data):
        if _shape.is_of_worker(definition):
            yield Diagnostic(
                document.key_place((*pointer, "fully_qualified_name")),
                "worker-definition",
                "this is the worker API that preceded OTC; its calls (POST /worker/tools/invoke) "
                "are not part of any dialect of OTC or OXP",
                "list the tools of an OTC or OXP server: `id` instead of "
                "`fully_qualified_name`, `input_schema` instead of a list of parameters",
            )
            return


def check_listing(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield all other problems of a listing in *dialect*, with warnings about what is repaired.

    Ids follow `ToolId` and versions `ToolVersion` (OXP 1.0; RFC draft, section 4.1 "Metadata").
    """
    yield from _of_list_key(document, dialect)
    # What is at the top was written in the wrong place, as its schema says.
    registry = {**document.data, **mapping(document.data.get("x-registry"))}
    yield from _of_registry_block(document, registry)
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
        hint = f"keep `{wanted}`, the key of this dialect"
        yield Diagnostic(document.key_place((found[1],)), "two-listings", message, hint)
    elif not found:
        message = f"the listing has no `{wanted}`"
        yield Diagnostic(document.place(), "missing-key", message, f"start it with `{wanted}:`")
    elif found != [wanted]:
        yield Diagnostic(
            document.key_place((found[0],)),
            "misplaced-listing",
            f"clients of this dialect only read tools under `{wanted}`",
            f"write `{wanted}:` instead",
            Severity.WARNING,
        )


def _of_registry_block(document: Document, registry: Mapping[str, Json]) -> Iterator[Diagnostic]:
    if "dialect" not in registry and _shape.is_undecided(document.data):
        yield Diagnostic(
            document.place(("x-registry",)),
            "unstated-dialect",
            "OXP 1.0 has bodies in `request` and `result`, or flat bodies and a header; this "
            "listing does not say which",
            "add `dialect: oxp-1.0` or `dialect: oxp-1.0-header` to `x-registry`",
        )
    if not registry.keys() & {"base_url", "call_url"}:
        yield Diagnostic(
            document.place(("x-registry",)),
            "missing-address",
            "the manual does not say where the server is, and a listing has no field for it",
            "add `x-registry: {base_url: https://…}`, the URL before `/tools`",
        )
    base = registry.get("base_url")
    if isinstance(base, str) and base.rstrip("/").endswith("/tools"):
        yield Diagnostic(
            document.place(("x-registry", "base_url")),
            "address-of-the-listing",
            f"clients get the listing from {base.rstrip('/') + '/tools'!r}",
            "write the URL before `/tools`, unless the listing is there",
            Severity.WARNING,
        )


def _of_id(
    document: Document, pointer: Pointer, definition: Mapping[str, Json], seen: set[str]
) -> Iterator[Diagnostic]:
    identity = definition.get("id")
    if not isinstance(identity, str):
        return
    if identity in seen:
        yield Diagnostic(
            document.place((*pointer, "id")),
            "duplicate-tool-id",
            f"an earlier tool already has the id {identity!r}",
            "give every tool of a listing an id of its own",
        )
    seen.add(identity)
    in_id = identity.partition("@")[2]
    for where in (("version",), ("toolkit", "version")):
        stated = _shape.value_at(definition, where)
        if isinstance(stated, str) and _FULL_VERSION.fullmatch(in_id) and stated != in_id:
            yield Diagnostic(
                document.place((*pointer, *where)),
                "version-mismatch",
                f"the version is {stated!r} here, but {in_id!r} in the id",
                f'write "{in_id}", or change the id',
            )


def _of_schemas(
    document: Document, pointer: Pointer, definition: Mapping[str, Json], dialect: str
) -> Iterator[Diagnostic]:
    for where in (_shape.input_at(definition, dialect), _shape.output_at(definition, dialect)):
        for found in _references(_shape.value_at(definition, where), (*pointer, *where)):
            yield Diagnostic(
                document.key_place(found),
                "schema-reference",
                f"OTC and OXP do not allow `{found[-1]}` in a schema",
                "write out the schema where it is needed",
            )


def _references(schema: Json, pointer: Pointer) -> Iterator[Pointer]:
    """Yield the pointers of keywords in *schema* that refer to or contain other schemas."""
    if isinstance(schema, dict):
        yield from ((*pointer, keyword) for keyword in schema if keyword in _REFERENCES)
        for steps, inner in subschemas(schema, HOLDING.difference(DEFINITIONS)):
            yield from _references(inner, pointer + steps)


def _of_inputs(
    document: Document, pointer: Pointer, definition: Mapping[str, Json], dialect: str
) -> Iterator[Diagnostic]:
    container = _shape.input_container(definition, dialect)
    if container and dialect in (_shape.OXP, _shape.HEADER):
        yield Diagnostic(
            document.key_place((*pointer, *container)),
            "nested-input-schema",
            "clients of OXP read `input_schema` itself as the schema; here its `parameters` is one",
            "move the content of `parameters` one level up; if the server speaks OTC 1.0, write "
            "`dialect: otc-1.0` in `x-registry` and `$schema: otc://1.0`",
            Severity.WARNING,
        )
    if container and isinstance(_shape.value_at(definition, (*container, "required")), list):
        yield Diagnostic(
            document.key_place((*pointer, *container, "required")),
            "misplaced-required",
            "`required` has no effect beside `parameters`; it is read as part of them",
            "move the line into `parameters`",
            Severity.WARNING,
        )


def _of_draft(
    document: Document, pointer: Pointer, definition: Mapping[str, Json]
) -> Iterator[Diagnostic]:
    value_at = _shape.output_at(definition, _shape.RFC)
    if value_at[-1] == "parameters":
        yield Diagnostic(
            document.key_place((*pointer, *value_at)),
            "nested-value",
            "in the text of the draft, `value` is a schema; here its `parameters` is one",
            "move the content of `parameters` one level up",
            Severity.WARNING,
        )
    name, usable = definition.get("name"), _shape.tool_name(definition, _shape.RFC)
    if isinstance(name, str) and name != usable:
        is_named = TOOL_NAME.fullmatch(usable)
        yield Diagnostic(
            document.place((*pointer, "name")),
            "unusable-tool-name",
            f"models cannot call a tool named {name!r}"
            + (
                ", so its name is taken from its id"
                if is_named
                else ", and its id has no better name"
            ),
            f"write `name: {usable}`"
            if is_named
            else "start with a letter, then use letters, digits, `_` and `-`, at most 64 in all",
            Severity.WARNING if is_named else Severity.ERROR,
        )
    yield from _of_hidden_parameters(document, pointer, definition)


def _of_hidden_parameters(
    document: Document, pointer: Pointer, definition: Mapping[str, Json]
) -> Iterator[Diagnostic]:
    where = _shape.hidden_at(definition)
    properties = mapping(
        _shape.value_at(definition, (*_shape.input_at(definition, _shape.RFC), "properties"))
    )
    for index, name in enumerate(array(_shape.value_at(definition, where))):
        if isinstance(name, str) and name not in properties:
            yield Diagnostic(
                document.place((*pointer, *where, index)),
                "unknown-parameter",
                f"the tool has no parameter {name!r} to hide from models",
                "name a parameter of this tool, or remove the line",
            )
