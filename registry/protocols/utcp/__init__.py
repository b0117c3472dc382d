"""UTCP manuals: the released 1.x, the shape of the RFC, and 0.x, all read as 1.x.

A manual is a list of tools, each with the call template that calls it. What the released clients
load is narrower than what the texts allow; `docs/protocols/utcp.md` tells both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry.protocols import Dialect, Draft, Reading
from registry.protocols.utcp.native import native_call
from registry.protocols.utcp.schemas import part
from registry.protocols.utcp.shapes import manual_dialect
from registry.protocols.utcp.tool import read_tool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Diagnostic
    from registry.model import Release
    from registry.source import Document, Json

__all__ = [
    "DIALECTS",
    "NAME",
    "REGISTRY_KEYS",
    "TITLE",
    "listing",
    "native_call",
    "problems",
    "read",
    "recognise",
]

NAME = "utcp"
TITLE = "UTCP"
DIALECTS = (
    Dialect("1.x", "UTCP 1.x", "https://www.utcp.io/api/core/utcp/data/utcp_manual"),
    Dialect("rfc", "UTCP 1.0 RFC", "https://www.utcp.io/RFC"),
    Dialect("0.x", "UTCP 0.x", "https://pypi.org/project/utcp/0.2.3/"),
)
REGISTRY_KEYS: dict[str, Json] = {}

recognise = manual_dialect


def problems(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield what the schemas find wrong: of the manual by *dialect*, of a tool by its own shape."""
    return part(f"manual-{dialect}").problems(document)


def read(draft: Draft) -> Reading:
    """Normalise the tools that are valid under the schema of their own shape."""
    data = draft.document.data
    tools = cast("list[Any]", data["tools"]) if isinstance(data.get("tools"), list) else []
    is_usable = part("tool").accepts
    return Reading(
        tools=tuple(
            read_tool(draft, index, tool) for index, tool in enumerate(tools) if is_usable(tool)
        ),
        own_version=("manual_version",) if "manual_version" in data else None,
    )


def listing(release: Release) -> Iterator[tuple[str, Json]]:  # noqa: ARG001 - the protocol's form
    """Yield nothing: UTCP manuals are published as `utcp.json`, whatever they were written in."""
    yield from ()
