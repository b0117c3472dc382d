"""The path of each published file, and how one file links to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.utcp_export import HTTP

if TYPE_CHECKING:
    from registry.model import Release, Tool

SCHEMA_DATE = "2026-11-21"
"""When the form of the records last changed in a way that readers must know of."""

UTCP = ("utcp", "utcp.json")
"""The discovery document; its twin has the ending that hosts need for the right content type."""

UTCP_CONFIG = "utcp-config.json"
SERVICE = ".well-known/utcp.json"
INDEX = "v1/index.json"
OPENAPI = "v1/openapi.json"
CATALOGUE = "v1/catalogue.jsonl"
CATEGORIES = "v1/categories/index.json"
TOOLS = "v1/tools.json"
CHANGES = "v1/changes/index.json"
SEARCH = "v1/search"
MCP_API = "mcp/v0.1/servers"
"""The API of MCP registries; what is called `index.html` there is JSON."""

FILE_SCHEMAS = "v1/schemas/files"


def schema_path(name: str) -> str:
    """Return the path of the JSON Schema of the records called *name*."""
    return f"v1/schemas/{SCHEMA_DATE}/{name}.json"


def file_schema_path(name: str) -> str:
    """Return the path of the JSON Schema of the files called *name*, which people write."""
    return f"{FILE_SCHEMAS}/{name}.json"


def tool_record(tool: Tool) -> str:
    """Return the path of the file with everything about *tool*."""
    return f"v1/tools/{tool.id}.json"


def manual_index(manual_id: str) -> str:
    """Return the path of the list of versions of a manual, `publisher/manual`."""
    return f"v1/manuals/{manual_id}/index.json"


def publisher_record(name: str) -> str:
    """Return the path of the file with everything about the publisher called *name*."""
    return f"v1/publishers/{name}.json"


def manual_file_path(manual_id: str, version: str, name: str) -> str:
    """Return the path of the file *name* of a *version*, which may be `latest`, of a manual."""
    return f"v1/manuals/{manual_id}/{version}/{name}"


def utcp_file_name(kind: str) -> str:
    """Return the name of the UTCP document that holds the tools of one *kind*."""
    return "utcp.json" if kind == HTTP else f"utcp.{kind}.json"


def release_path(release: Release, name: str) -> str:
    """Return the path of the file *name* of *release*."""
    return manual_file_path(release.manual_id, release.version, name)


def source_file(release: Release) -> str:
    """Return the path of *release* as it was submitted."""
    return f"v1/sources/{release.manual_id}/{release.version}.json"


def link(source: str, target: str) -> str:
    """Return the relative link from the file at *source* to the one at *target*."""
    base, steps = source.split("/")[:-1], target.split("/")
    shared = 0
    while shared < min(len(base), len(steps) - 1) and base[shared] == steps[shared]:
        shared += 1
    return "/".join([".."] * (len(base) - shared) + steps[shared:])


def functions(manual_id: str, flavour: str) -> str:
    """Return the path of the tools of a manual as function definitions of *flavour*."""
    return f"v1/functions/{manual_id}.{flavour}.json"


def openapi_document(manual_id: str, number: int) -> str:
    """Return the path of the OpenAPI document with this *number*, of those that a manual takes."""
    return f"v1/openapi/{manual_id}{'' if number == 1 else f'.{number}'}.json"
