"""Tools of the registry as tools of a host's own: names and inputs that every model takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry.client.functions.input_names import name_for_hosts, own_names, with_names
from registry.client.functions.losses import Losses, plain_object
from registry.client.mcp.host_configurations import NAME
from registry.model import Effect
from registry.model.naming import ToolId, aggregate_name, with_digest
from registry.utcp_export import explicit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.client.call import Target
    from registry.source import Json

LONGEST_NAME = 64 - len(f"mcp__{NAME}__")
"""Of a tool: Claude Code writes the server's name before it, and one name with more than 64
characters makes every request fail."""


def exposed_name(tool_id: str) -> str:
    """Return the name under which a host gets the tool *tool_id* itself.

    It is that in `/utcp` or, where that is too long, the tool's own with a part of a digest.
    """
    identity = ToolId.of(tool_id)
    name = aggregate_name(identity)
    if len(name) <= LONGEST_NAME:
        return name
    return with_digest(identity.name.replace("-", "_"), tool_id, LONGEST_NAME)


def exposed_inputs(inputs: Mapping[str, Json]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return *inputs* as every host takes them, and the own name of each input by the one in it.

    `filter[stop]` is called `filter_stop_`, and `$top` is called `top`.
    """
    schema = plain_object(dict(inputs), Losses())
    names = own_names(cast("dict[str, Json]", schema["properties"]), name_for_hosts)
    return explicit(with_names(schema, names, Losses())), names


def exposed_tool(target: Target, description: str) -> dict[str, Any]:
    """Return *target* as a tool of the server's own, with its own inputs."""
    title = target.id.rpartition("/")[2].replace("_", " ").replace("-", " ").capitalize()
    inputs, _ = exposed_inputs(target.inputs)
    return {
        "name": exposed_name(target.id),
        "title": title,
        "description": description,
        "inputSchema": inputs,
        "annotations": effect_hints(title, target.effect, is_open=True),
    }


def effect_hints(title: str, effect: Effect, *, is_open: bool) -> dict[str, Any]:
    """Return the hints of *effect*; that something is destroyed is only said of what changes."""
    hints: dict[str, Any] = {"title": title, "readOnlyHint": effect is Effect.READ}
    if effect is not Effect.READ:
        hints["destructiveHint"] = effect is Effect.DESTRUCTIVE
    return {**hints, "openWorldHint": is_open}
