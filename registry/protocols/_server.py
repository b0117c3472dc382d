"""Where a server is and what it asks of callers, as `x-registry` says it for protocols that do not.

OTC, OXP and OpenTool documents name no address to post a call to, and no credential.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, cast

from registry.model import Auth
from registry.protocols import NativeCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Tool
    from registry.source import Json, Pointer

JSON = "application/json"

CALL_URL: dict[str, Json] = {"call_url": {"$ref": "#/$defs/call_url"}}
BASE_URL: dict[str, Json] = {"base_url": {"$ref": "#/$defs/base_url"}}
AUTH: dict[str, Json] = {"auth": {"$ref": "#/$defs/auth"}}
"""Keys of `x-registry`, whose schemas stand in its own under these names."""


def auth(registry: Mapping[str, Json]) -> Auth | None:
    """Return the credential that `x-registry.auth` names, in the words of UTCP; None for none."""
    stated = registry.get("auth")
    if not isinstance(stated, dict) or stated.get("kind") == "none":
        return None
    variable = f"${{{stated['variable']}}}"
    bearer = stated["kind"] == "bearer"
    fields: dict[str, Json] = {
        "api_key": f"Bearer {variable}" if bearer else variable,
        "var_name": "Authorization" if bearer else stated["header"],
        "location": "header",
    }
    return Auth("api_key", fields, ("x-registry", "auth"))


def url(registry: Mapping[str, Json], key: str) -> str:
    """Return the address that `x-registry` gives under *key*, without a slash at its end, or ""."""
    stated = registry.get(key)
    return stated.rstrip("/") if isinstance(stated, str) else ""


def origins(registry: Mapping[str, Json]) -> dict[Pointer, Pointer]:
    """Return where `x-registry` says the fields of a call."""
    block: Pointer = ("x-registry",)
    address = "call_url" if "call_url" in registry else "base_url"
    return {
        ("call",): block,
        ("call", "url"): (*block, address),
        ("call", "auth", "fields"): (*block, "auth"),
    }


def native_call(tool: Tool, arguments: Mapping[str, Json]) -> NativeCall | None:
    """Return the request that posts the envelope of *tool* around *arguments*.

    A part that the caller must choose, such as an id, is "1". None where nobody said where to
    post it.
    """
    call = tool.call
    if not call.url or call.envelope is None:
        return None
    headers = {"Content-Type": JSON, **call.headers}
    if call.auth:
        headers[str(call.auth.fields["var_name"])] = str(call.auth.fields["api_key"])
    body = deepcopy(dict(call.envelope.constants))
    for field in call.envelope.fields:
        if field.required:
            _put(body, field.path, "1")
    _put(body, call.envelope.arguments_at, dict(arguments))
    return NativeCall(call.method, call.url, headers, body)


def _put(body: dict[str, Json], path: tuple[str, ...], value: Json) -> None:
    for step in path[:-1]:
        body = cast("dict[str, Json]", body.setdefault(step, {}))
    body[path[-1]] = value
