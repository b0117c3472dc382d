"""The problems of one definition that its schema cannot find, and those that the reader repairs."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Severity
from registry.model import TOOL_NAME
from registry.protocols.otc._shape import HEADER, OXP, RFC
from registry.source.narrowing import array, mapping, string
from registry.validate.vocabulary import DEFINITIONS, HOLDING, REFERENCES, subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.protocols.otc._definition import Definition
    from registry.source import Document, Json, Pointer

_FULL_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_REFERENCES = frozenset((*REFERENCES, *DEFINITIONS))


def check_definition(
    document: Document, definition: Definition, seen: set[str]
) -> Iterator[Diagnostic]:
    """Yield the problems of *definition* in the listing *document*.

    Its id is added to those *seen* in definitions before it. Ids follow `ToolId` and versions
    `ToolVersion` (OXP 1.0; RFC draft, section 4.1 "Metadata").
    """
    yield from _of_id(document, definition, seen)
    yield from _of_version(document, definition)
    yield from _of_schemas(document, definition)
    yield from _of_inputs(document, definition)
    if definition.dialect == RFC:
        yield from _of_value(document, definition)
        yield from _of_name(document, definition)
        yield from _of_hidden_parameters(document, definition)


def _of_id(
    document: Document, definition: Definition, earlier_ids: set[str]
) -> Iterator[Diagnostic]:
    identity = definition.data.get("id")
    if not isinstance(identity, str):
        return
    if identity in earlier_ids:
        yield Diagnostic(
            document.place(definition.at(("id",))),
            "duplicate-tool-id",
            f"an earlier tool already has the id {identity!r}",
            "give every tool of a listing an id of its own",
        )
    earlier_ids.add(identity)


def _of_version(document: Document, definition: Definition) -> Iterator[Diagnostic]:
    identity = definition.data.get("id")
    named, _, in_id = string(identity).partition("@")
    if not _FULL_VERSION.fullmatch(in_id):
        return
    for where in (("version",), ("toolkit", "version")):
        stated = definition.value(where)
        if isinstance(stated, str) and stated != in_id:
            is_named = PurePosixPath(document.path).stem == stated
            yield Diagnostic(
                document.place(definition.at(where)),
                "version-mismatch",
                f"the version is {stated!r} here, but {in_id!r} in the id",
                f"write `{named}@{stated}` as the id, since the file has this version"
                if is_named
                else f'write "{in_id}", or change the id',
            )


def _of_schemas(document: Document, definition: Definition) -> Iterator[Diagnostic]:
    for where in (definition.inputs_at, definition.outputs_at):
        for reference in _references(definition.value(where), definition.at(where)):
            yield Diagnostic(
                document.key_place(reference),
                "schema-reference",
                f"OTC and OXP do not allow `{reference[-1]}` in a schema",
                "write out the schema where it is needed",
            )


def _references(schema: Json, pointer: Pointer) -> Iterator[Pointer]:
    """Yield the pointers of keywords in *schema* that refer to or contain other schemas."""
    if isinstance(schema, dict):
        yield from ((*pointer, keyword) for keyword in schema if keyword in _REFERENCES)
        for steps, inner in subschemas(schema, HOLDING.difference(DEFINITIONS)):
            yield from _references(inner, pointer + steps)


def _of_inputs(document: Document, definition: Definition) -> Iterator[Diagnostic]:
    container = definition.container_at
    if container and definition.dialect in (OXP, HEADER):
        yield Diagnostic(
            document.key_place(definition.at(container)),
            "nested-input-schema",
            "clients of OXP read `input_schema` itself as the schema; here its `parameters` is one",
            "move the content of `parameters` one level up; if the server speaks OTC 1.0, write "
            "`dialect: otc-1.0` in `x-registry` and `$schema: otc://1.0`",
            Severity.WARNING,
        )
    if misplaced := definition.misplaced_required_at:
        yield Diagnostic(
            document.key_place(definition.at(misplaced)),
            "misplaced-required",
            "`required` has no effect beside `parameters`; it is read as part of them",
            "move the line into `parameters`",
            Severity.WARNING,
        )


def _of_value(document: Document, definition: Definition) -> Iterator[Diagnostic]:
    if definition.outputs_at[-1] == "parameters":
        yield Diagnostic(
            document.key_place(definition.at(definition.outputs_at)),
            "nested-value",
            "in the text of the draft, `value` is a schema; here its `parameters` is one",
            "move the content of `parameters` one level up",
            Severity.WARNING,
        )


def _of_name(document: Document, definition: Definition) -> Iterator[Diagnostic]:
    name, usable = definition.data.get("name"), definition.tool_name
    if not isinstance(name, str) or name == usable:
        return
    message = f"models cannot call a tool named {name!r}"
    place = document.place(definition.at(("name",)))
    if TOOL_NAME.fullmatch(usable):
        yield Diagnostic(
            place,
            "unusable-tool-name",
            f"{message}, so its name is taken from its id",
            f"write `name: {usable}`",
            Severity.WARNING,
        )
    else:
        yield Diagnostic(
            place,
            "unusable-tool-name",
            f"{message}, and its id has no better name",
            "start with a letter from A to Z, then use such letters, digits, `_` and `-`, at most "
            "64 in all",
        )


def _of_hidden_parameters(document: Document, definition: Definition) -> Iterator[Diagnostic]:
    where = definition.hidden_at
    properties = mapping(definition.value((*definition.inputs_at, "properties")))
    for index, name in enumerate(array(definition.value(where))):
        if isinstance(name, str) and name not in properties:
            yield Diagnostic(
                document.place(definition.at((*where, index))),
                "unknown-parameter",
                f"the tool has no parameter {name!r} to hide from models",
                "name a parameter of this tool, or remove the line",
            )
