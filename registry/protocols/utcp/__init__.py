"""UTCP manuals: the released 1.x, the shape of the RFC, and 0.x, all read as 1.x.

A manual is a list of tools, each with the call template that calls it. What the released clients
load is narrower than what the texts allow; `docs/protocols/utcp.md` tells both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from registry.protocols import Dialect, Draft, Reading
from registry.protocols.utcp.native import native_call
from registry.protocols.utcp.nulls import without_nulls
from registry.protocols.utcp.schemas import part
from registry.protocols.utcp.shapes import CALL_KEYS, SHAPES, manual_dialect
from registry.protocols.utcp.tool import read_tool

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.model import Release
    from registry.source import Document, Json

__all__ = [
    "DIALECTS",
    "NAME",
    "REGISTRY_KEYS",
    "SHAPES",
    "TITLE",
    "listing",
    "native_call",
    "problems",
    "read",
    "recognise",
    "schema",
]

NAME = "utcp"
TITLE = "UTCP"
DIALECTS = (
    Dialect("1.x", "UTCP 1.x", "https://www.utcp.io/api/core/utcp/data/utcp_manual"),
    Dialect("rfc", "UTCP 1.0 RFC", "https://www.utcp.io/RFC"),
    Dialect("0.x", "UTCP 0.x", "https://pypi.org/project/utcp/0.2.3/"),
)
REGISTRY_KEYS: dict[str, Json] = {}

_EMPTY_LEFT_OUT = (
    "Keys that hold null, which the Python client writes for what is absent, are left out: the "
    "TypeScript client refuses them."
)

recognise = manual_dialect


def schema(dialect: str) -> Mapping[str, Json]:
    """Return the schema of a manual in *dialect*."""
    return part(f"manual-{dialect}").document


def problems(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield what the schemas find wrong: of the manual by *dialect*, of a tool by its own shape."""
    data = without_nulls(document.data)
    # A document that is told of places already need not be read for them again.
    whole = document if data == document.data else replace(document, data=data)
    return part(f"manual-{dialect}").problems(whole)


def read(draft: Draft) -> Reading:
    """Normalise the tools that are valid under the schema of their own shape."""
    data = cast("dict[str, Any]", without_nulls(draft.document.data))
    tools = data["tools"] if isinstance(data.get("tools"), list) else []
    is_usable = part("tool").accepts
    found = [read_tool(draft, index, tool) for index, tool in enumerate(tools) if is_usable(tool)]
    is_old = draft.dialect == "0.x"
    return Reading(
        tools=tuple(tool for tool, _ in found),
        problems=tuple(problem for _, problems in found for problem in problems),
        title=_text(data.get("name")) if is_old else "",
        summary=_text(data.get("description")) if is_old else "",
        own_version=("manual_version",) if "manual_version" in data else None,
        notices=(
            *_notices({tool.dialect for tool, _ in found}, data),
            *([_EMPTY_LEFT_OUT] if data != draft.document.data else []),
        ),
    )


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _notices(dialects: set[str], data: Mapping[str, Json]) -> Iterator[str]:
    for dialect in sorted(dialects - {"1.x"}):
        name = next(each.name for each in DIALECTS if each.id == dialect)
        yield (
            f"Written in a shape that no released client loads ({name}, `{CALL_KEYS[dialect]}`), "
            "and published as UTCP 1.x."
        )
    if "0.x" in dialects and "auth" in data:
        yield "The `auth` at the top is left out: clients take credentials from each tool alone."


def listing(release: Release) -> Iterator[tuple[str, Json]]:  # noqa: ARG001 - the protocol's form
    """Yield nothing: UTCP manuals are published as `utcp.json`, whatever they were written in."""
    yield from ()
