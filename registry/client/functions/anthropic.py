"""Definitions for Anthropic's Messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.client.functions import input_names
from registry.client.functions.losses import Losses, plain_object
from registry.source.narrowing import mapping
from registry.utcp_export import explicit_inputs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Tool
    from registry.source import Json

_MOST_EXAMPLES = 5


def definition(tool: Tool, name: str, losses: Losses) -> dict[str, Json]:
    """Return the tool; its inputs have names that the API accepts."""
    schema, names = _inputs(tool, losses)
    record: dict[str, Json] = {
        "name": name,
        "description": tool.description,
        "input_schema": input_names.with_names(schema, names, losses),
    }
    offered = {own: each for each, own in names.items()}
    examples: list[Json] = [
        input_names.renamed(each.arguments, offered)
        for each in tool.examples
        if each.arguments.keys() <= offered.keys()
    ]
    return {**record, "input_examples": examples[:_MOST_EXAMPLES]} if examples else record


def own_names(tool: Tool) -> dict[str, str]:
    """Return the tool's own name of each input that has another one in its definition."""
    return {name: own for name, own in _inputs(tool, Losses())[1].items() if name != own}


def _inputs(tool: Tool, losses: Losses) -> tuple[dict[str, Json], dict[str, str]]:
    """Return the schema of all inputs, and the own name of each by the one it is offered under."""
    schema = plain_object(explicit_inputs(tool), losses)
    return schema, input_names.own_names(mapping(schema["properties"]))


def request(definitions: Iterable[Json]) -> Json:
    """Return the value of `tools`."""
    return [*definitions]
