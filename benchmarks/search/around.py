"""What stands around a question and says nothing of the tool: as people and programs write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_BEFORE = (
    "Find a tool to ",
    "Which tool can ",
    "Is there a way to ",
    "How do I ",
    "Could you please ",
    "Hi, ",
    "Step 2: ",
)

_BEHIND = (
    " Thanks!",
    " Return JSON.",
    ' The id is "a1b2c3".',
    " https://example.com/pricing",
    " (https://www.acme.org/products/index.html)",
)


def _before(words: str) -> Callable[[str], str]:
    return lambda question: f"{words}{question[:1].lower()}{question[1:]}"


def _behind(words: str) -> Callable[[str], str]:
    return lambda question: f"{question}{words}"


AROUND: dict[str, Callable[[str], str]] = {
    **{f"{words.strip()} …": _before(words) for words in _BEFORE},
    **{f"… {words.strip()}": _behind(words) for words in _BEHIND},
}
"""By what stands around it, how a question is written with that."""

THINGS: dict[str, Callable[[str], str]] = {
    "… API": lambda question: f"{question} API",
    "free … API": lambda question: f"free {question} API",
    "best API for …": lambda question: f"best API for {question}",
    "… API without registration": lambda question: f"{question} API without registration",
    "… MCP server": lambda question: f"{question} MCP server",
    "… tool": lambda question: f"{question} tool",
}
"""The same for a question of a few words that names a thing: as people look for an API."""
