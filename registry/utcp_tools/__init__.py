"""Any tool as UTCP clients load it, or the reasons why it cannot be offered to them.

The released clients take a document whole or not at all, so what is rendered here is what both
the Python and the TypeScript client accept, and `obstacles` names everything that is not.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from registry.model import VARIABLE
from registry.utcp_tools._document import BODY, HTTP, UTCP_VERSION, document
from registry.utcp_tools._obstacles import load_obstacles, obstacles
from registry.utcp_tools._portable import portable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Tool
    from registry.source import Json

__all__ = [
    "BODY",
    "HTTP",
    "NAME_LIMIT",
    "UTCP_VERSION",
    "aggregate_document",
    "aggregate_name",
    "aggregate_variable",
    "document",
    "load_obstacles",
    "looked_up",
    "manual",
    "obstacles",
    "portable",
]

NAME_LIMIT = 64 - len("registry_")
"""Characters of a name in an aggregate: the 64 that function names of LLM interfaces may have,
less the name that a client puts in front."""

_DIGEST = 8


def manual(version: str, tools: Iterable[dict[str, Json]]) -> dict[str, Json]:
    """Return a UTCP manual: exactly the three keys that every client wants and allows."""
    return {"utcp_version": UTCP_VERSION, "manual_version": version, "tools": list(tools)}


def aggregate_document(tool: Tool) -> dict[str, Json]:
    """Return *tool* for a document that it shares with the tools of other manuals.

    Its name and its variables carry the publisher and the manual, as all tools of a document
    share one namespace, in which one publisher would otherwise receive the key of another.
    """
    rendered = document(tool)
    rendered["name"] = aggregate_name(tool)
    rendered["tool_call_template"] = _renamed(rendered["tool_call_template"], tool)
    return rendered


def aggregate_name(tool: Tool) -> str:
    """Return `<publisher>_<manual>__<tool>` with `-` as `_`.

    A name of more than `NAME_LIMIT` characters is cut and ends in a part of its own digest.
    """
    name = f"{tool.publisher}_{tool.manual}__{tool.name}".replace("-", "_")
    if len(name) <= NAME_LIMIT:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:_DIGEST]
    return f"{name[: NAME_LIMIT - _DIGEST - 1]}_{digest}"


def aggregate_variable(tool: Tool, variable: str) -> str:
    """Return the name of *variable* in an aggregate: `<PUBLISHER>__<MANUAL>__<VAR>`.

    Different variables get different names: the first two parts hold no `__` and no capitals.
    """
    return f"{tool.publisher}__{tool.manual}__".replace("-", "_").upper() + variable


def looked_up(manual_name: str, variable: str) -> str:
    """Return the key that a client which calls the manual *manual_name* looks *variable* up by."""
    return manual_name.replace("_", "__") + "_" + variable


def _renamed(value: Json, tool: Tool) -> Json:
    """Return the call template *value* with every `${VAR}` in it renamed for an aggregate."""
    if isinstance(value, str):
        return VARIABLE.sub(lambda found: f"${{{aggregate_variable(tool, found[1])}}}", value)
    if isinstance(value, dict):
        return {key: _renamed(each, tool) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, tool) for each in value]
    return value
