"""Definitions for Anthropic's Messages API."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from registry.client.functions.losses import plain_object
from registry.utcp import portable_inputs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.client.functions.losses import Losses
    from registry.model import Tool
    from registry.source import Json

_PROPERTY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
"""What the API accepts as the name of an input."""


_MOST_EXAMPLES = 5


def definition(tool: Tool, name: str, losses: Losses) -> dict[str, Json]:
    """Return the tool."""
    schema = plain_object(portable_inputs(tool), losses)
    properties = cast("dict[str, Json]", schema["properties"])
    kept = {each: value for each, value in properties.items() if _PROPERTY.fullmatch(each)}
    for each in sorted(properties.keys() - kept.keys()):
        losses.add(f"the input {each!r}, whose name the API does not accept")
    schema["properties"] = kept
    if isinstance(required := schema.get("required"), list):
        schema["required"] = [each for each in required if each in kept]
    record: dict[str, Json] = {
        "name": name,
        "description": tool.description,
        "input_schema": schema,
    }
    examples: list[Json] = [
        dict(each.arguments) for each in tool.examples if each.arguments.keys() <= kept.keys()
    ]
    return {**record, "input_examples": examples[:_MOST_EXAMPLES]} if examples else record


def request(definitions: Iterable[Json]) -> Json:
    """Return the value of `tools`."""
    return [*definitions]
