"""Render any tool for UTCP clients, or return the reasons why that is not possible.

The released clients load all of a document or nothing. So only what both the Python and the
TypeScript client accept is rendered, and `obstacles` lists everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import VARIABLE
from registry.model.naming import (
    aggregate_name,
    aggregate_variable,
    client_variable_name,
)
from registry.source.strings import with_strings
from registry.utcp_export._client_differences import (
    Unportable,
    form_lists,
    input_kinds,
    input_sentences,
    unportable_inputs,
    unsendable_inputs,
)
from registry.utcp_export._explicit_schemas import (
    explicit,
    explicit_inputs,
    explicit_outputs,
    with_whole_choices,
)
from registry.utcp_export._outline import outline
from registry.utcp_export._portable_schemas import portable, portable_inputs, portable_outputs
from registry.utcp_export._tool_document import (
    BODY,
    COOKIE,
    HTTP,
    UTCP_VERSION,
    call_template,
    document,
    file_kind,
)
from registry.utcp_export._why_not_offered import (
    METHODS,
    SELF_HOSTED,
    body_obstacles,
    load_obstacles,
    obstacles,
    offer_obstacles,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Tool
    from registry.source import Json

AGGREGATE = "registry"
"""The name under which guides register a document with tools of several manuals."""

__all__ = [
    "AGGREGATE",
    "BODY",
    "COOKIE",
    "HTTP",
    "METHODS",
    "SELF_HOSTED",
    "UTCP_VERSION",
    "Unportable",
    "aggregate_document",
    "aggregate_name",
    "aggregate_variable",
    "body_obstacles",
    "call_template",
    "client_variable_name",
    "document",
    "explicit",
    "explicit_inputs",
    "explicit_outputs",
    "file_kind",
    "form_lists",
    "input_kinds",
    "input_sentences",
    "load_obstacles",
    "manual",
    "obstacles",
    "offer_obstacles",
    "portable",
    "portable_inputs",
    "portable_outputs",
    "unportable_inputs",
    "unsendable_inputs",
    "with_whole_choices",
]


def manual(version: str, tools: Iterable[dict[str, Json]]) -> dict[str, Json]:
    """Return a UTCP manual with exactly the three keys that every client requires and allows."""
    return {"utcp_version": UTCP_VERSION, "manual_version": version, "tools": list(tools)}


def aggregate_document(tool: Tool) -> dict[str, Json]:
    """Return *tool* for a document with tools of several manuals.

    Its name and its variables include the publisher and the manual: all tools of a document share
    one namespace, in which one publisher would otherwise receive the key of another. A tag says
    what it does to the world, its description which keys it needs, and its outputs are outlined.
    """
    alone = document(tool)
    outputs = alone["outputs"]
    return {
        **alone,
        "name": aggregate_name(tool),
        "description": f"{tool.description}{_keys(tool)}",
        "outputs": outline(outputs) if isinstance(outputs, dict) else outputs,
        "tags": [*tool.tags, _effect_tag(tool)],
        "tool_call_template": with_strings(
            alone["tool_call_template"], lambda text: _with_aggregate_names(text, tool)
        ),
    }


def _effect_tag(tool: Tool) -> str:
    """Return the tag for the effect of *tool*: `effect_read` or `effect_write`, say.

    It is one word: clients search tags, too, and every other question asks to read or to write.
    """
    return f"effect_{tool.effect.value}"


def _keys(tool: Tool) -> str:
    """Return what a caller of *tool* must have, under the names that a client looks up."""
    names = [aggregate_variable(tool, each.name) for each in tool.variables]
    if not names:
        return ""
    looked_up = ", ".join(client_variable_name(AGGREGATE, name) for name in names)
    places = dict.fromkeys(each.obtain for each in tool.variables if each.obtain)
    source = f", from {', '.join(places)}" if places else ""
    return f"\nNeeds {looked_up}{source}; that is for a client that calls this list `{AGGREGATE}`."


def _with_aggregate_names(text: str, tool: Tool) -> str:
    """Return *text* of a call template with every `${VAR}` renamed for an aggregate."""
    return VARIABLE.sub(lambda found: f"${{{aggregate_variable(tool, found[1])}}}", text)
