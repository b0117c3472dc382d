"""UTCP manuals: the released 1.x, the RFC draft and 0.x, all read as 1.x.

A manual is a list of tools, each with a call template. The released clients load less than the
specification allows; `docs/protocols/utcp.md` describes both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from registry.diagnostics import Diagnostic, Severity
from registry.model import Call
from registry.model.derived import derived
from registry.protocols import Dialect, ProtocolReading, UnreadRelease
from registry.protocols._stated_version import check_stated_version
from registry.protocols.utcp.nulls import without_nulls
from registry.protocols.utcp.schemas import utcp_schema
from registry.protocols.utcp.shapes import CALL_KEYS, SHAPES, manual_dialect
from registry.protocols.utcp.sound_part import has_call, sound_part
from registry.protocols.utcp.tool import read_tool
from registry.source.narrowing import string

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.model import Release, Tool
    from registry.source import Document, Json

__all__ = [
    "DIALECTS",
    "NAME",
    "REGISTRY_KEYS",
    "SHAPES",
    "TITLE",
    "listing",
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
    """Return the schema of a manual in *dialect* (RFC draft, "`UTCPManual` Structure")."""
    return utcp_schema(f"manual-{dialect}").document


def problems(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield the errors of the manual under *dialect*, and of each tool under its own dialect."""
    data = _without_empty_keys(document)
    # A document with known positions need not be read for them again.
    whole = document if data is document.data else replace(document, data=data)
    yield from utcp_schema(f"manual-{dialect}").problems(whole)
    read_as = next(each for each in DIALECTS if each.id == dialect)
    yield from check_stated_version(document, "utcp_version", ("0", "1"), read_as)


def read(draft: UnreadRelease) -> ProtocolReading:
    """Return the tools that are valid under the schema of their own dialect."""
    data = cast("dict[str, Any]", _without_empty_keys(draft.document))
    tools = data["tools"] if isinstance(data.get("tools"), list) else []
    is_usable = utcp_schema("tool").accepts
    usable = {index: tool for index, tool in enumerate(tools) if is_usable(tool)}
    valid = [read_tool(draft, index, tool) for index, tool in usable.items()]
    faulty = [
        _read_part(draft, index, part)
        for index, tool in enumerate(tools)
        if index not in usable and (part := sound_part(tool))
    ]
    is_old = draft.dialect == "0.x"
    return ProtocolReading(
        tools=tuple(tool for tool, _ in valid),
        problems=(
            *(problem for _, wrong in (*valid, *faulty) for problem in wrong),
            *_unread_auth(draft.document, [tool for tool, _ in valid]),
        ),
        title=string(data.get("name")) if is_old else "",
        summary=string(data.get("description")) if is_old else "",
        own_version=("manual_version",) if "manual_version" in data else None,
        notices=(
            *_notices({tool.dialect for tool, _ in valid}, data),
            *([_EMPTY_LEFT_OUT] if data is not draft.document.data else []),
        ),
        faulty=tuple(tool for tool, _ in faulty),
        is_whole=len(valid) + len(faulty) == len(tools),
    )


def _read_part(
    draft: UnreadRelease, index: int, part: Mapping[str, Any]
) -> tuple[Tool, tuple[Diagnostic, ...]]:
    tool, wrong = read_tool(draft, index, part)
    return (tool if has_call(part) else replace(tool, call=Call(""))), wrong


def _unread_auth(document: Document, tools: Sequence[Tool]) -> Iterator[Diagnostic]:
    """Yield a warning that the `auth` of a manual in 0.x is not that of its tools, if none has."""
    dialects = {tool.dialect for tool in tools}
    if "0.x" in dialects and "auth" in document.data and not any(t.call.auth for t in tools):
        yield Diagnostic(
            document.key_place(("auth",)),
            "unread-auth",
            "no client reads the `auth` of a manual: the calls of its tools carry no credentials",
            "move it into the `tool_provider` of each tool that needs it",
            Severity.WARNING,
        )


@derived
def _without_empty_keys(document: Document) -> dict[str, Json]:
    """Return the data of *document* without empty keys, or the same object if there are none."""
    data = without_nulls(document.data)
    return document.data if data == document.data else data


def _notices(dialects: set[str], data: Mapping[str, Json]) -> Iterator[str]:
    for dialect in sorted(dialects - {"1.x"}):
        name = next(each.name for each in DIALECTS if each.id == dialect)
        yield (
            f"Written for {name} (`{CALL_KEYS[dialect]}`), which no released client loads, and "
            "published as UTCP 1.x."
        )
    if "0.x" in dialects and "auth" in data:
        yield "The top-level `auth` is left out: clients only read the credentials of each tool."


def listing(release: Release) -> Iterator[tuple[str, Json]]:  # noqa: ARG001 - the protocol's form
    """Yield nothing: UTCP manuals of all dialects are published as `utcp.json`."""
    yield from ()
