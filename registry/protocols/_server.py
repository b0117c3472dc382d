"""The URL of a server and its credentials, from `x-registry`, for protocols without them.

OTC, OXP and OpenTool documents contain neither a URL for calls nor credentials.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Auth
from registry.source.narrowing import string

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Document, Json, Pointer

JSON = "application/json"

CALL_URL: dict[str, Json] = {"call_url": {"$ref": "#/$defs/call_url"}}
BASE_URL: dict[str, Json] = {"base_url": {"$ref": "#/$defs/base_url"}}
AUTH: dict[str, Json] = {"auth": {"$ref": "#/$defs/auth"}}
"""Keys of `x-registry`; its schema has their schemas under these names."""


def auth(registry: Mapping[str, Json]) -> Auth | None:
    """Return the credentials in `x-registry.auth` in UTCP's terms, or None for none."""
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


def call_url(registry: Mapping[str, Json]) -> str:
    """Return the URL in `x-registry` to which calls are posted, exactly as stated, or ""."""
    return string(registry.get("call_url"))


def base_url(registry: Mapping[str, Json]) -> str:
    """Return the URL in `x-registry` to which paths are added, without its last slash, or ""."""
    return string(registry.get("base_url")).rstrip("/")


def origins(document: Document) -> dict[Pointer, Pointer]:
    """Return, by pointer of a field of the call, its pointer in `x-registry`, valid or not."""
    block: Pointer = ("x-registry",)
    address = "base_url" if document.get((*block, "call_url")) is None else "call_url"
    return {
        ("call",): block,
        ("call", "url"): (*block, address),
        ("call", "auth", "fields"): (*block, "auth"),
    }
