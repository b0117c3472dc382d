"""The problems of an OpenTool document that its schema cannot find."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Severity, nearest
from registry.protocols.opentool._schemas import Inliner, located_mappings, roots, written_schemas
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.protocols.opentool._schemas import Located
    from registry.source import Document, Json

_VOCABULARY = ("type", "description", "properties", "items", "enum", "required")
_DROPPED = KEYWORDS.union(["nullable"])
"""Keywords of JSON Schema and OpenAPI, of which OpenTool's schemas have those of `_VOCABULARY`."""

_PATH = re.compile(r"(?:/opentool(?:/call|/load)?)?/*\Z")
"""What a URL of a server may end in: the specification does not say whether it does."""

_PUBLIC = re.compile(r"https://(?!localhost\b|127\.)")

_NO_CALL = re.compile(r"/opentool(?:/load|/version)?/*\Z")
"""The end of a URL at which no server of an SDK answers calls."""

_PYTHON_TYPES: dict[Json, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


def check_document(document: Document) -> Iterator[Diagnostic]:
    """Yield the problems of *document*, with warnings about what SDKs ignore."""
    data = document.data
    # What is at the top was written in the wrong place, as its schema says.
    yield from _of_registry_block(document, {**data, **mapping(data.get("x-registry"))})
    for pointer, function in located_mappings(data.get("functions"), ("functions",)):
        names: set[str] = set()
        for at, parameter in located_mappings(function.get("parameters"), (*pointer, "parameters")):
            name = parameter.get("name")
            if isinstance(name, str) and name in names:
                message = f"the function has two parameters called {name!r}"
                hint = "rename one of them: calls pass arguments by name"
                yield Diagnostic(
                    document.place((*at, "name")), "duplicate-parameter", message, hint
                )
            names.add(str(name))
    for root in roots(data):
        for located in written_schemas(root):
            yield from _of_schema(document, located)
    yield from _of_references(document)


def _of_registry_block(document: Document, registry: Mapping[str, Json]) -> Iterator[Diagnostic]:
    if "call_url" not in registry:
        server = document.get(("server", "url"))
        base = _PATH.sub("", server, count=1) if isinstance(server, str) else ""
        yield Diagnostic(
            document.place(("x-registry",)),
            "missing-address",
            "the manual does not say which URL calls go to"
            + (" (`server.url` may lack the path)" if base else ""),
            "add `call_url:` to `x-registry`, with the https URL that receives calls"
            + (f": `call_url: {base}/opentool/call`" if _PUBLIC.match(base) else ""),
        )
    url = registry.get("call_url")
    if isinstance(url, str) and _NO_CALL.search(url):
        yield Diagnostic(
            document.place(("x-registry", "call_url")),
            "address-of-the-listing",
            f"servers answer calls at `/opentool/call`, not at {url!r}",
            f"write `call_url: {_NO_CALL.sub('/opentool/call', url)}`",
            Severity.WARNING,
        )
    if "auth" not in registry:
        yield Diagnostic(
            document.place(("x-registry",)),
            "missing-auth",
            "the manual does not say whether callers need a key: a document has no field for it",
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
            message = f"`{key}` is lost: SDKs ignore all keys beside a `$ref`"
            yield Diagnostic(place, "reference-with-siblings", message, hint, Severity.WARNING)
        elif key in _DROPPED:
            message = f"`{key}` is lost: OpenTool does not have this keyword, so its SDKs drop it"
            yield Diagnostic(place, "dropped-keyword", message, hint, Severity.WARNING)
        else:
            guess = nearest(key, (each for each in _VOCABULARY if each not in schema))
            hint = (
                f"did you mean `{guess}`?"
                if guess
                else f"remove it, or {hint}; known keys: {', '.join(_VOCABULARY)}"
            )
            message = f"a schema has no key {key!r}"
            yield Diagnostic(place, "unknown-key", message, hint)
    yield from _of_enum(document, located)


def _of_enum(document: Document, located: Located) -> Iterator[Diagnostic]:
    pointer, schema = located
    kind = schema.get("type")
    python_type = _PYTHON_TYPES.get(kind) if isinstance(kind, str) else None
    if python_type is None:
        return  # The type is what is reported.
    for index, value in enumerate(array(schema.get("enum"))):
        place = document.place((*pointer, "enum", index))
        is_boolean = isinstance(value, bool)
        if not (isinstance(value, python_type) and is_boolean == (kind == "boolean")):
            message = f"the value {_shown_value(value)} is not of type {kind}"
            yield Diagnostic(
                place, "enum-of-another-type", message, f"list only values of type {kind}"
            )
        elif not isinstance(value, str):
            yield Diagnostic(
                place,
                "enum-not-text",
                f"the value {_shown_value(value)} is not a string, but some SDKs only read strings",
                "name the values in the description instead, or write `type: string` and quote "
                "them, if the server takes strings",
                Severity.WARNING,
            )


def _shown_value(value: Json) -> str:
    return repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _of_references(document: Document) -> Iterator[Diagnostic]:
    inliner = Inliner.of(document.data)
    for pointer, schema in roots(document.data):
        trail = (str(pointer[1]),) if pointer[0] == "schemas" else ()
        inliner.inline(schema, pointer, trail)
    for fault in inliner.faults:
        yield Diagnostic(document.place(fault.pointer), fault.rule, fault.message, fault.hint)
