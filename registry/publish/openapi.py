"""`/v1/openapi.json`: the API for generators of clients, as an OpenAPI 3.1 document.

It contains the schemas of all records, since many generators follow no reference to another file:
they leave out the reply, or the whole document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import (
    CATALOGUE,
    CATEGORIES,
    CHANGES,
    INDEX,
    OPENAPI,
    SERVICE,
    TOOLS,
    UTCP,
    UTCP_CONFIG,
)
from registry.publish._schemas import record_schemas
from registry.source.narrowing import mapping, string
from registry.utcp_export import explicit
from registry.validate.vocabulary import with_inner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.publish import Listing
    from registry.source import Json

_JSON = "application/json"
_LINES = "application/jsonl"

_OPERATIONS = (
    ("getService", SERVICE, "service", "Where everything is"),
    ("getUtcp", UTCP[1], "utcp-manual", "The discovery document for UTCP clients"),
    ("getUtcpConfig", UTCP_CONFIG, "utcp-config", "One UTCP call template for each manual"),
    ("getIndex", INDEX, "index", "Revision, counts and digests"),
    ("getCatalogue", CATALOGUE, "catalogue-line", "Every tool, one on each line"),
    ("listCategories", CATEGORIES, "categories", "Every category, and the files of its tools"),
    (
        "listToolsOfCategory",
        "v1/categories/{category}/{page}.json",
        "category-tools",
        "The tools of a category, with tasks they solve",
    ),
    ("listTools", TOOLS, "tools", "Every tool, in one document"),
    ("listChanges", CHANGES, "changes-index", "What happened last, and the files of all months"),
    ("getChanges", "v1/changes/{month}.json", "changes", "What happened in a month, `YYYY-MM`"),
    ("getTool", "v1/tools/{publisher}/{manual}/{tool}.json", "tool", "All about one tool"),
    ("getManual", "v1/manuals/{publisher}/{manual}/index.json", "manual", "Versions of a manual"),
    ("getPublisher", "v1/publishers/{publisher}.json", "publisher", "All about one publisher"),
    (
        "getUtcpManual",
        "v1/manuals/{publisher}/{manual}/{version}/utcp.json",
        "utcp-manual",
        "The http tools of one version for UTCP clients",
    ),
    (
        "getFunctions",
        "v1/functions/{publisher}/{manual}.{flavour}.json",
        "functions",
        "The tools of a manual as function definitions for an LLM interface",
    ),
    (
        "getOpenapiDocument",
        "v1/openapi/{publisher}/{manual}.json",
        "",
        "The tools of a manual as an OpenAPI document",
    ),
    ("getSearchIndex", "v1/search/index.json", "search-index", "What every search begins with"),
    (
        "getSearchWords",
        "v1/search/terms/w-{prefix}.json",
        "search-words",
        "Words with their tools and scores",
    ),
    ("getSearchTools", "v1/search/tools/{block}.json", "search-tools", "What is shown of tools"),
    ("getSearchBrief", "v1/search/brief.json", "search-brief", "What every tool does, in brief"),
    (
        "getSource",
        "v1/manuals/{publisher}/{manual}/{version}/source.json",
        "",
        "What was submitted, in the canonical form of RFC 8785",
    ),
)
"""Id, path, name of the schema and summary of every GET."""


def list_openapi(listing: Listing) -> Iterator[File]:
    """Yield the description of the API; its server is where the site is served."""
    settings = listing.settings
    document: dict[str, Json] = {
        "openapi": "3.1.0",
        "info": {
            "title": settings.name,
            "version": "1",
            "description": "Files behind plain GETs: no key, no query, no account.",
        },
        "servers": [{"url": settings.base_url.rstrip("/")}],
        "security": [],
        "paths": {
            f"/{path}": {"get": _operation(name, path, kind, summary)}
            for name, path, kind, summary in _OPERATIONS
        },
        "components": {"schemas": dict(_components())},
    }
    yield File(OPENAPI, to_json(document))


def _operation(name: str, path: str, kind: str, summary: str) -> dict[str, Json]:
    described: Json = {"$ref": _reference(kind)} if kind else explicit({"type": "object"})
    content_type = _LINES if path == CATALOGUE else _JSON
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [
            {"name": each, "in": "path", "required": True, "schema": {"type": "string"}}
            for each in re.findall(r"{(\w+)}", path)
        ],
        "responses": {
            "200": {"description": summary, "content": {content_type: {"schema": described}}},
            "404": {"description": "There is no such file"},
        },
    }


def _components() -> Iterator[tuple[str, Json]]:
    """Yield the schema of each record, and each of its definitions, under a name of its own."""
    for kind in sorted({kind for _, _, kind, _ in _OPERATIONS if kind}):
        schema = {**record_schemas()[kind]}
        definitions = schema.pop("$defs", {})
        del schema["$schema"]  # that of OpenAPI 3.1
        yield _component(kind), explicit(_with_references(schema, kind))
        for name, definition in mapping(definitions).items():
            yield _component(kind, name), explicit(_with_references(mapping(definition), kind))


def _with_references(part: Mapping[str, Json], kind: str) -> dict[str, Json]:
    """Return *part* of the schema of *kind* with its references as they are in the document."""
    referring = with_inner(part, lambda inner: _with_references(inner, kind))
    if "$ref" in part:
        referring["$ref"] = _reference(kind, string(part["$ref"]).removeprefix("#/$defs/"))
    return referring


def _reference(*names: str) -> str:
    return f"#/components/schemas/{_component(*names)}"


def _component(*names: str) -> str:
    """Return the name of a component, of which generators make the name of a class."""
    return "".join(word.capitalize() for name in names for word in name.split("-"))
