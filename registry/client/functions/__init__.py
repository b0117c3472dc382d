"""Tools as the function definitions that each LLM interface wants, and what is lost on the way."""

from __future__ import annotations

from registry.client.functions import anthropic, gemini, mcp, openai, openai_responses
from registry.client.functions.losses import Flavour

__all__ = ["FLAVOURS", "Flavour"]

FLAVOURS: dict[str, Flavour] = {
    "anthropic": Flavour(
        "Anthropic Messages API: the value of `tools`",
        anthropic.definition,
        anthropic.request,
        anthropic.own_names,
    ),
    "gemini": Flavour(
        "Gemini API: the value of `tools`",
        gemini.definition,
        gemini.request,
        gemini.renamed_inputs,
    ),
    "mcp": Flavour(
        "Model Context Protocol: the result of `tools/list`",
        mcp.definition,
        mcp.request,
        never_carried=("how the tool is called", "authentication"),
    ),
    "openai": Flavour(
        "OpenAI Chat Completions API: the value of `tools`", openai.definition, openai.request
    ),
    "openai-responses": Flavour(
        "OpenAI Responses API: the value of `tools`", openai_responses.definition, openai.request
    ),
}
"""The shapes that are published, by the name in the path."""
