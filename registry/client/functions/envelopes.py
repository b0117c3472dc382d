"""Convert the flat arguments of a function to those of the tool of its name in `/utcp`.

A model gets the inputs of the tool itself. Where its protocol puts an envelope around them, a UTCP
client takes the whole envelope as the one argument `body`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.request import enveloped
from registry.utcp_export import BODY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Tool
    from registry.source import Json


def envelope_of(tool: Tool) -> dict[str, Json]:
    """Return how flat arguments become those of *tool* in `/utcp`; {} where they are the same.

    `arguments` is what to send, without those of the function; they go to the path `arguments_at`
    in it, and an id of the caller's own to each of `ids_at`.
    """
    envelope = tool.call.envelope
    if envelope is None:
        return {}
    ids: list[Json] = [[BODY, *field.path] for field in envelope.fields if field.required]
    return {
        "arguments": {BODY: dict(envelope.constants)},
        "arguments_at": [BODY, *envelope.arguments_at],
        **({"ids_at": ids} if ids else {}),
    }


def utcp_arguments(tool: Tool, arguments: Mapping[str, Json], call_id: str) -> dict[str, Json]:
    """Return flat *arguments* as a UTCP client takes them for *tool* of `/utcp`."""
    envelope = tool.call.envelope
    return {BODY: enveloped(envelope, arguments, call_id)} if envelope else dict(arguments)
