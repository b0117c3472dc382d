"""The published definition of a tool, as JSON: all that a release says of it, and its digest.

`registry.client` reads it back, to call the tool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import canonical
from registry.model.derived import derived
from registry.utcp_export import portable, portable_inputs, portable_outputs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Call, Envelope, Tool
    from registry.source import Json


def without_empty(record: Mapping[str, Json]) -> dict[str, Json]:
    """Return *record* without the members that say nothing: "", [] and {}."""
    return {key: value for key, value in record.items() if value not in ("", [], {})}


@derived
def tool_definition(tool: Tool) -> dict[str, Json]:
    """Return all that a release says of *tool*. It never changes, and the digest is over it.

    A tool without a result has no `outputs`.
    """
    outputs = portable_outputs(tool)
    record: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "tags": list(tool.tags),
        "inputs": portable_inputs(tool),
        **({} if outputs is None else {"outputs": outputs}),
        "call": _call(tool.call),
        "effect": tool.effect.value,
        "effect_is_stated": tool.effect_is_stated,
        "examples": [
            {"task": each.task, "arguments": dict(each.arguments)} for each in tool.examples
        ],
        "variables": [
            without_empty(
                {"name": each.name, "description": each.description, "obtain": each.obtain}
            )
            for each in tool.variables
        ],
    }
    if tool.example_output is not None:
        record["example_output"] = tool.example_output.value
    if tool.average_response_size is not None:
        record["average_response_size"] = tool.average_response_size
    return record


@derived
def tool_digest(tool: Tool) -> str:
    """Return the sha256 of the canonical form of the definition of *tool*."""
    return canonical.sha256(tool_definition(tool))


def _call(call: Call) -> dict[str, Json]:
    record: dict[str, Json] = {
        "transport": call.transport,
        "method": call.method,
        "url": call.url,
        "content_type": call.content_type,
        "headers": dict(call.headers),
        "arguments": [{"name": each.name, "where": each.where.value} for each in call.arguments],
        "options": dict(call.options),
    }
    if call.auth:
        record["auth"] = {"kind": call.auth.kind, **call.auth.fields}
    if call.envelope:
        record["envelope"] = _envelope(call.envelope)
    return without_empty(record)


def _envelope(envelope: Envelope) -> dict[str, Json]:
    return {
        "constants": dict(envelope.constants),
        "arguments_at": list(envelope.arguments_at),
        "fields": [
            {"path": list(each.path), "schema": dict(each.schema), "required": each.required}
            for each in envelope.fields
        ],
        "reply": portable(envelope.reply),
        "value_at": list(envelope.value_at),
    }
