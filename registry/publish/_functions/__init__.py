"""Tools as the function definitions that each LLM interface wants, and what is lost on the way."""

from __future__ import annotations

from registry.publish._functions import anthropic, gemini, mcp, openai
from registry.publish._functions.losses import Flavour

__all__ = ["FLAVOURS", "Flavour"]

FLAVOURS: dict[str, Flavour] = {
    "anthropic": Flavour(
        "Anthropic Messages API: the value of `tools`", anthropic.definition, anthropic.request
    ),
    "gemini": Flavour("Gemini API: the value of `tools`", gemini.definition, gemini.request),
    "mcp": Flavour(
        "Model Context Protocol: the result of `tools/list`",
        mcp.definition,
        mcp.request,
        never_carried=("how the tool is called", "authentication"),
    ),
    "openai": Flavour(
        "OpenAI Chat Completions API: the value of `tools`", openai.definition, openai.request
    ),
}
"""The shapes that are published, by the name in the path."""
