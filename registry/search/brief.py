"""All tools in one small file, for readers instead of programs: an agent chooses from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.search.documents import ToolSummary
    from registry.source import Json

MOST_BYTES = 24 * 1024
"""Of the file; a larger catalogue says less of each tool, and a very large one nothing."""

MOST_LETTERS = 72
"""Of what is said of a tool."""


def brief(tools: Iterable[ToolSummary]) -> Json:
    """Return what *tools* do under the ids of their manuals: as much as fits.

    For each tool, that is the beginning of its summary, or only its name; for too many tools,
    nothing (`tools` is null), and a search begins with words.
    """
    told: dict[str, Json] = {}
    named: dict[str, Json] = {}
    for tool in tools:
        manual, _, name = tool.id.rpartition("/")
        said = told.setdefault(manual, {})
        names = named.setdefault(manual, [])
        if isinstance(said, dict) and isinstance(names, list):
            said[name] = _cut(tool.summary)
            names.append(name)
    fitting = (each for each in (told, named) if _size(each) <= MOST_BYTES)
    return {"tools": next(fitting, None)}


def _cut(summary: str) -> str:
    if len(summary) <= MOST_LETTERS:
        return summary
    return summary[:MOST_LETTERS].rsplit(" ", 1)[0] + " …"


def _size(content: Json) -> int:
    return len(json.dumps(content, ensure_ascii=False).encode())
