"""Tools of agent frameworks, which are objects around functions."""

import functools
from types import SimpleNamespace


def _tool(function):
    """Make a tool of *function*, as the decorators of LangChain and CrewAI do."""
    return SimpleNamespace(name=function.__name__, func=function, coroutine=None)


@_tool
def find_note(word: str) -> str:
    """Find the notes that contain a word.

    Args:
        word: What to look for.
    """
    return word


def _count(word: str, most: int) -> int:
    return most


count_ten = functools.partial(_count, most=10)
