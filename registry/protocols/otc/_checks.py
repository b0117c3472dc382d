"""The problems of a listing that its schema cannot find, and those that the reader repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Severity
from registry.protocols.otc import _definition_checks, _shape
from registry.protocols.otc._definition import definitions
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Document, Json


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
    """Yield all other problems of a listing in *dialect*, with warnings about what is repaired."""
    yield from _of_list_key(document, dialect)
    # What is at the top was written in the wrong place, as its schema says.
    registry = {**document.data, **mapping(document.data.get("x-registry"))}
    yield from _of_marker(document, registry, dialect)
    yield from _of_registry_block(document, registry)
    seen: set[str] = set()
    for definition in definitions(document.data, dialect):
        yield from _definition_checks.check_definition(document, definition, seen)


def _of_list_key(document: Document, dialect: str) -> Iterator[Diagnostic]:
    wanted = "items" if dialect in (_shape.OXP, _shape.HEADER) else "tools"
    keys = [key for key in _shape.LIST_KEYS if key in document.data]
    if len(keys) > 1:
        message = "the listing has both `items` and `tools`"
        hint = f"put all tools below `{wanted}`, the key of this dialect"
        yield Diagnostic(document.key_place((keys[1],)), "two-listings", message, hint)
    elif not keys:
        message = f"the listing has no `{wanted}`"
        yield Diagnostic(document.place(), "missing-key", message, f"start it with `{wanted}:`")
    elif keys != [wanted]:
        yield Diagnostic(
            document.key_place((keys[0],)),
            "misplaced-listing",
            f"the tools are under `{keys[0]}`, but clients of this dialect only read `{wanted}`",
            f"rename it to `{wanted}`",
            Severity.WARNING,
        )


def _of_marker(
    document: Document, registry: Mapping[str, Json], dialect: str
) -> Iterator[Diagnostic]:
    marker = document.data.get("$schema")
    if isinstance(marker, str) and _shape.is_unread_marker(marker) and "dialect" not in registry:
        yield Diagnostic(
            document.place(("$schema",)),
            "unread-version",
            f"{marker!r} is not a version that is read ({', '.join(_shape.MARKERS)}): "
            f"the listing is read as `{dialect}`",
            f"state the version that it follows, or add `dialect: {dialect}` to `x-registry`",
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
            "add `base_url:` to `x-registry`, with the https URL before `/tools`",
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
    call = registry.get("call_url")
    if isinstance(call, str) and call.rstrip("/").endswith("/tools"):
        yield Diagnostic(
            document.place(("x-registry", "call_url")),
            "address-of-the-listing",
            f"servers have their listing at {call!r}, and answer calls elsewhere",
            "rename it to `base_url`, and write the URL before `/tools`",
            Severity.WARNING,
        )
