"""The manuals of a registry as a UTCP client needs them: by name, and refused where unsafe."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from registry.client import Catalogue, NotFoundError
from registry.fetch import is_url
from registry.hosts import host_of, is_loopback

HTTP = "http"


@lru_cache(maxsize=8)
def open_catalogue(registry: str, cache: str | None, offline: bool) -> Catalogue:  # noqa: FBT001 - a key of the cache
    """Return the registry at an address or in a folder; one object for all that ask for it."""
    return Catalogue.open(registry, cache=cache, offline=offline)


def utcp_name(manual_id: str) -> str:
    """Return the name of the manual `publisher/manual` in a client."""
    return manual_id.replace("/", "_").replace("-", "_")


@lru_cache(maxsize=8)
def ids_by_name(manuals: tuple[str, ...]) -> dict[str, str]:
    """Return the id of each of *manuals* by its name in a client."""
    return {utcp_name(manual_id): manual_id for manual_id in manuals}


def template(registry: str, manual_id: str) -> dict[str, Any]:
    """Return the call template with which a client would register the manual.

    A client calls only tools of this template's type, so there must be one for every manual.
    """
    url = f"{registry.rstrip('/')}/v1/manuals/{manual_id}/latest/utcp.json"
    return {
        "name": utcp_name(manual_id),
        "call_template_type": HTTP,
        "http_method": "GET",
        "url": url,
    }


def document(catalogue: Catalogue, registry: str, manual_id: str) -> dict[str, Any] | None:
    """Return the UTCP document of a manual, its tools named as a client names them, or None.

    Left out is what a client leaves out when it registers a manual: tools of other types, and,
    unless the registry itself is on this machine, tools that call this machine.
    """
    try:
        found = catalogue.utcp_manual(manual_id)
    except NotFoundError:
        return None
    prefix = utcp_name(manual_id) + "."
    is_local = is_url(registry) and is_loopback(host_of(registry))
    tools = [
        {**tool, "name": prefix + tool["name"]}
        for tool in found["tools"]
        if tool["tool_call_template"]["call_template_type"] == HTTP
        and (is_local or not _calls_this_machine(tool["tool_call_template"]))
    ]
    return {**found, "tools": tools}


def _calls_this_machine(call: dict[str, Any]) -> bool:
    auth = call.get("auth") or {}
    return any(
        is_loopback(host_of(str(each.get(key, ""))))
        for each, key in ((call, "url"), (auth, "token_url"))
    )
