"""What is wrong with an OpenTool document beyond the reach of its schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.protocols.opentool._schemas import Inliner, entries, roots, written
from registry.validate import nearest, problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.protocols.opentool._schemas import Located
    from registry.source import Document, Json

_VOCABULARY = ("type", "description", "properties", "items", "enum", "required")
_DROPPED = re.compile(
    r"title|default|const|format|pattern|(min|max)(imum|Length|Items|Properties)|multipleOf"
    r"|exclusive(Min|Max)imum|uniqueItems|additionalProperties|(one|any|all)Of|not|nullable"
    r"|examples?|deprecated|readOnly|writeOnly"
)
"""Keywords of JSON Schema and OpenAPI that OpenTool's schemas do not have."""

_PYTHON_TYPES: dict[Json, tuple[type, ...]] = {
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
}


def faults(document: Document) -> Iterator[Diagnostic]:
    """Yield the problems of *document*, with warnings where SDKs read less than is written."""
    data = document.data
    registry = data.get("x-registry")
    yield from _of_registry_block(document, registry if isinstance(registry, dict) else {})
    for pointer, function in entries(data.get("functions"), ("functions",)):
        seen: set[str] = set()
        for at, parameter in entries(function.get("parameters"), (*pointer, "parameters")):
            name = parameter.get("name")
            if isinstance(name, str) and name in seen:
                message = f"the function has two parameters called {name!r}"
                hint = "rename one of the two: a call names its arguments"
                yield problem(document.place((*at, "name")), "duplicate-parameter", message, hint)
            seen.add(str(name))
    for root in roots(data):
        for located in written(root):
            yield from _of_schema(document, located)
    yield from _of_references(document)


def _of_registry_block(document: Document, registry: Mapping[str, Json]) -> Iterator[Diagnostic]:
    if "call_url" not in registry:
        server = document.get(("server", "url"))
        stated = server.rstrip("/") if isinstance(server, str) else "https://…"
        base = stated.removesuffix("/opentool")
        yield problem(
            document.place(("x-registry",)),
            "missing-address",
            "nothing says to which address calls are posted (`server.url` leaves the path open)",
            f"add `x-registry: {{call_url: {base}/opentool/call}}`",
        )
    if "auth" not in registry:
        yield problem(
            document.place(("x-registry",)),
            "missing-auth",
            "nothing says whether callers need a key, and a document has no place for it",
            "add `auth: {kind: none}` or `auth: {kind: bearer, variable: KEY}` to `x-registry`",
        )


def _of_schema(document: Document, located: Located) -> Iterator[Diagnostic]:
    pointer, schema = located
    for key in schema:
        place = document.key_place((*pointer, key))
        hint = "say it in the description of the parameter"
        if key == "$ref" or (key in _VOCABULARY and "$ref" not in schema):
            continue
        if "$ref" in schema:
            message = f"`{key}` is lost: beside a `$ref`, no SDK reads it"
            yield problem(place, "reference-with-siblings", message, hint, Severity.WARNING)
        elif _DROPPED.fullmatch(key):
            message = f"`{key}` is lost: OpenTool has no such keyword, so its SDKs drop it"
            yield problem(place, "dropped-keyword", message, hint, Severity.WARNING)
        else:
            guess = nearest(key, _VOCABULARY)
            hint = f"did you mean `{guess}`?" if guess else f"known: {', '.join(_VOCABULARY)}"
            message = f"a schema has no key {key!r}"
            yield problem(place, "unknown-key", message, hint)
    yield from _of_enum(document, located)


def _of_enum(document: Document, located: Located) -> Iterator[Diagnostic]:
    pointer, schema = located
    kind = schema.get("type")
    values = schema.get("enum")
    wanted = _PYTHON_TYPES.get(kind) if isinstance(kind, str) else None
    for index, value in enumerate(values if isinstance(values, list) else ()):
        place = document.place((*pointer, "enum", index))
        is_boolean = isinstance(value, bool)
        if not (wanted and isinstance(value, wanted) and is_boolean == (kind == "boolean")):
            message = f"the value {value!r} is none of type {kind}"
            yield problem(
                place, "enum-of-another-type", message, f"list only values of type {kind}"
            )
        elif not isinstance(value, str):
            yield problem(
                place,
                "enum-not-text",
                f"the value {value!r} is no text, and some SDKs read texts only",
                "use texts, or name the values in the description instead",
                Severity.WARNING,
            )


def _of_references(document: Document) -> Iterator[Diagnostic]:
    inliner = Inliner.of(document.data)
    for pointer, schema in roots(document.data):
        trail = (str(pointer[1]),) if pointer[0] == "schemas" else ()
        inliner.inline(schema, pointer, trail)
    for fault in inliner.faults:
        yield problem(document.place(fault.pointer), fault.rule, fault.message, fault.hint)
