"""The four dialects of OTC and OXP on the wire: how each lists tools, asks and answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.providers.tools import Toolkit, ToolkitTool

_RFC_MARKER = (
    "https://github.com/ArcadeAI/OpenToolCalling/tree/main/specification/http/1.0/openapi.json"
)
_TOOL_ID = re.compile(r"(?P<name>[A-Za-z0-9_]+\.[A-Za-z0-9_]+)(?:@(?P<version>[A-Za-z0-9_.-]+))?")
_CALL_KEYS = frozenset({"call_id", "trace_id", "tool_id", "input", "context"})


class RefusedError(Exception):
    """A request that ends before any tool runs: the client gets *status* and *message*."""

    def __init__(self, message: str, detail: str = "", *, status: int = 400) -> None:
        super().__init__(message)
        self.status = status
        self.content: dict[str, Any] = {"message": message}
        if detail:
            self.content["developer_message"] = detail


class InvalidArgumentsError(RefusedError):
    """A request whose arguments do not satisfy the tool's schema; *problems* are by parameter."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__("Some arguments are invalid", status=422)
        self.content["parameter_errors"] = problems


class MissingRequirementsError(RefusedError):
    """A call that lacks what *missing*, the `missing_requirements` of the reply, says."""

    def __init__(self, missing: dict[str, Any]) -> None:
        super().__init__("The user has to allow this first")
        self.content["missing_requirements"] = missing


@dataclass(frozen=True, slots=True)
class ServerCall:
    """A client's request: *version* is "" for the latest, *call_id* is "" if it sent none."""

    tool: str
    version: str
    call_id: str
    arguments: dict[str, Any]
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Dialect:
    """The differences of one version of the protocol from the others.

    *marker* is the value of `$schema` in every body, "" where the header `OXP-Version` says it;
    *wrapper* is the key around a reply, "" for none; *list_key* the key of the tools listed.
    """

    id: str
    list_key: str
    call_path: str = "/tools/call"
    marker: str = ""
    wrapper: str = ""
    key_header: str = ""
    missing_key_status: int = 401

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """The headers of every reply."""
        return () if self.marker else (("OXP-Version", "1.0"),)

    def body(self, content: dict[str, Any]) -> dict[str, Any]:
        """Return *content* with the marker of this dialect."""
        return {"$schema": self.marker, **content} if self.marker else content

    def definition(self, toolkit: Toolkit, tool: ToolkitTool) -> dict[str, Any]:
        """Return how this dialect lists *tool*."""
        common = {
            "id": f"{toolkit.name}.{tool.name}@{tool.version}",
            "name": tool.name,
            "description": tool.description,
            **_requirements(tool),
        }
        if self.id == "rfc":
            return common | _rfc_definition(toolkit, tool)
        schema = tool.input_schema
        return common | {
            "version": tool.version,
            "input_schema": {"parameters": schema} if self.id == "otc-1.0" else schema,
            "output_schema": tool.output_schema,
        }

    def read(self, headers: Mapping[str, str], content: object) -> ServerCall:
        """Return the call that a request body asks for; raise RefusedError for another form."""
        if not isinstance(content, dict):
            raise RefusedError("The body must be a JSON object")
        if self.marker:
            content = self._unwrapped(content)
        elif headers.get("oxp-version", "1.0") not in {"1.0", "1.0.0"}:
            raise RefusedError("This version of OXP is not spoken here", "OXP-Version: 1.0")
        call = _call(content)
        # Only the RFC draft has the keyword; elsewhere it is a version that does not exist.
        return replace(call, version="") if (self.id, call.version) == ("rfc", "latest") else call

    def _unwrapped(self, content: dict[str, Any]) -> dict[str, Any]:
        if content.get("$schema", self.marker) != self.marker:
            raise RefusedError("This version is not spoken here", f"$schema: {self.marker}")
        request = content.get("request")
        if content.keys() - {"$schema"} != {"request"} or not isinstance(request, dict):
            raise RefusedError("The body must hold the call in `request`, and nothing else")
        return request

    def outcome(self, call_id: str, duration: float, outcome: dict[str, Any]) -> dict[str, Any]:
        """Return the reply of a tool that ran; *outcome* has either `value` or `error`."""
        result = {"call_id": call_id, "duration": duration, "success": "error" not in outcome}
        result |= {"output": outcome} if self.id == "rfc" else outcome
        return self.body({self.wrapper: result} if self.wrapper else result)


DIALECTS = {
    dialect.id: dialect
    for dialect in (
        Dialect("rfc", "tools", "/call", marker=_RFC_MARKER, missing_key_status=400),
        Dialect(
            "otc-1.0",
            "tools",
            marker="otc://1.0",
            wrapper="result",
            key_header="OTC-API-Key",
        ),
        Dialect(
            "oxp-1.0",
            "items",
            marker="urn:oxp:1.0",
            wrapper="result",
            key_header="OXP-API-Key",
        ),
        # Its page on calls knows no 401: a missing credential is an error like any other.
        Dialect("oxp-1.0-header", "items", key_header="OXP-API-Key", missing_key_status=400),
    )
}


def _requirements(tool: ToolkitTool) -> dict[str, Any]:
    """Return what a call of *tool* needs beside its arguments, under its key; {} for nothing."""
    if tool.account is None:
        return {}
    account = {"id": tool.account.id, "oauth2": {"scopes": list(tool.account.scopes)}}
    return {"requirements": {"authorization": [account], "user_id": True}}


def _rfc_definition(toolkit: Toolkit, tool: ToolkitTool) -> dict[str, Any]:
    about = {"name": toolkit.name, "description": toolkit.description, "version": toolkit.version}
    output: dict[str, Any] = {"available_modes": ["value", "error"], "value": tool.output_schema}
    return {"toolkit": about, "input": {"parameters": tool.input_schema}, "output": output}


def _call(content: dict[str, Any]) -> ServerCall:
    if unknown := content.keys() - _CALL_KEYS:
        known = ", ".join(sorted(_CALL_KEYS))
        raise RefusedError(f"The call has an unknown key: {min(unknown)!r}", f"Known: {known}")
    match = _TOOL_ID.fullmatch(_text(content, "tool_id"))
    if not match:
        raise RefusedError("The call needs a `tool_id` such as Geo.Distance@1.0.0")
    arguments, context = content.get("input", {}), content.get("context", {})
    if not isinstance(arguments, dict) or not isinstance(context, dict):
        raise RefusedError("`input` and `context` must be objects")
    _text(content, "trace_id")
    call_id = _text(content, "call_id")
    return ServerCall(match["name"], match["version"] or "", call_id, arguments, context)


def _text(content: dict[str, Any], key: str) -> str:
    value = content.get(key, "")
    if not isinstance(value, str):
        raise RefusedError(f"`{key}` must be a string")
    return value
