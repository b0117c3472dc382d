"""Describe the changes between two published definitions of a tool in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry.changes import Kind, compare_tools, gravest
from registry.changes._tool_difference import length_alike
from registry.changes.model_texts import compare_texts
from registry.model.read_definition import tool_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST = 300
"""The maximum number of characters of a changed text in a sentence."""


def compare_definitions(
    tool_id: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[Kind, list[str]]:
    """Return how much the change of *tool_id* matters, and sentences with what differs.

    The gravest changes come first, and after them the words that a model reads.
    """
    old, new = tool_of(tool_id, before), tool_of(tool_id, after)
    changes = compare_tools(old, new)
    sentences = [
        f"{each.kind}{', security' if each.is_security else ''}: {each.sentence}"
        for each in changes
    ]
    sentences += (
        f"words of {each.where}: {_difference(each.before, each.after)}"
        for each in compare_texts(old, new)
    )
    return gravest(changes) or Kind.COSMETIC, sentences


def _difference(before: str, after: str) -> str:
    """Return the words in which two texts differ, without what they begin and end with alike."""
    old, new = before.split(), after.split()
    start = length_alike(old, new)
    end = length_alike(old[start:][::-1], new[start:][::-1])
    was, now = (" ".join(each[start : len(each) - end]) for each in (old, new))
    return f"{_quoted(was)} became {_quoted(now)}"


def _quoted(text: str) -> str:
    """Return *text* on one line, with control characters escaped."""
    shown = repr(text)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
