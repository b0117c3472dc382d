"""The manuals of a registry as a UTCP client needs them: by name, and refused where unsafe."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from registry.client import Catalogue, NotFoundError
from registry.client.errors import blaming
from registry.web import is_url
from registry.web.hosts import host_of, is_loopback

HTTP = "http"


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a registry and how it is read, as in `Catalogue.open`."""

    registry: str
    cache: str | None = None
    offline: bool = False
    lock: str | None = None
    signed_by: str | None = None


def open_catalogue(place: Place, seconds: float) -> Catalogue:
    """Return the registry at *place* as it was at most so many *seconds* ago.

    All that ask for it get one object, so that what is withdrawn is gone for all of them. Where
    the site cannot be read, it stays as it was. Raises RegistryError.
    """
    catalogue = _opened(place)
    catalogue.keep_current(seconds)
    return catalogue


@lru_cache(maxsize=8)
def _opened(place: Place) -> Catalogue:
    return Catalogue.open(
        place.registry,
        cache=place.cache,
        offline=place.offline,
        lock=place.lock,
        signed_by=place.signed_by,
    )


_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def utcp_name(manual_id: str) -> str:
    """Return the name of the manual `publisher/manual` in a client."""
    # `registry.model.naming` says the same; loading it takes longer than a search.
    return manual_id.replace("/", "_").replace("-", "_")


@lru_cache(maxsize=8)
def ids_by_name(manuals: tuple[str, ...]) -> dict[str, str]:
    """Return the id of each of *manuals* by its name in a client.

    Left out is what is no `publisher/manual`: its name, and so its variables, could be another's.
    """
    return {utcp_name(each): each for each in manuals if _ID.fullmatch(each)}


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
    unless the registry itself is on this machine, tools that call this machine. Raises
    RegistryError.
    """
    try:
        utcp_manual = catalogue.utcp_manual(manual_id)
    except NotFoundError:
        return None
    prefix = utcp_name(manual_id) + "."
    is_local = is_url(registry) and is_loopback(host_of(registry))
    with blaming(f"manuals/{manual_id}"):
        tools = [
            {**tool, "name": prefix + tool["name"]}
            for tool in utcp_manual["tools"]
            if tool["tool_call_template"]["call_template_type"] == HTTP
            and (is_local or not _calls_this_machine(tool["tool_call_template"]))
        ]
        return {**utcp_manual, "tools": tools}


def _calls_this_machine(call: dict[str, Any]) -> bool:
    auth = call.get("auth") or {}
    return any(
        is_loopback(host_of(str(each.get(key, ""))))
        for each, key in ((call, "url"), (auth, "token_url"))
    )
