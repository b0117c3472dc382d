"""Definitions for OpenAI's Responses API, whose functions have no object around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from registry.client.functions import openai

if TYPE_CHECKING:
    from registry.client.functions.losses import Losses
    from registry.model import Tool
    from registry.source import Json


def definition(tool: Tool, name: str, losses: Losses) -> dict[str, Json]:
    """Return the function; it says that its schema is not strict, which is the API's default."""
    made = openai.definition(tool, name, losses)
    function = cast("dict[str, Json]", made["function"])
    return {"type": "function", **function, "strict": False}
