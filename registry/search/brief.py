"""All tools in one small file, for readers instead of programs: an agent chooses from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.search.documents import ToolSummary
    from registry.source import Json

MOST_BYTES = 24 * 1024
"""Of a file with summaries; one of a larger catalogue only has the names of tools."""

MOST_BYTES_OF_NAMES = 40 * 1024
"""Of a file with names, some 2,000 of them; one of a larger catalogue has nothing."""

MOST_LETTERS = 72
"""Of what is said of a tool."""


def brief(tools: Iterable[ToolSummary]) -> Json:
    """Return what *tools* do under the ids of their manuals: as much as fits.

    For each tool, that is the beginning of its summary, or only its name; for too many tools,
    nothing (`tools` is null), and a search begins with words.
    """
    summaries: dict[str, Json] = {}
    named: dict[str, Json] = {}
    for tool in tools:
        manual, _, name = tool.id.rpartition("/")
        of_manual = summaries.setdefault(manual, {})
        names = named.setdefault(manual, [])
        if isinstance(of_manual, dict) and isinstance(names, list):
            of_manual[name] = _cut(tool.summary)
            names.append(name)
    if _size(summaries) <= MOST_BYTES:
        return {"tools": summaries}
    return {"tools": named if _size(named) <= MOST_BYTES_OF_NAMES else None}


def _cut(summary: str) -> str:
    if len(summary) <= MOST_LETTERS:
        return summary
    return summary[:MOST_LETTERS].rsplit(" ", 1)[0] + " …"


def _size(content: Json) -> int:
    return len(json.dumps(content, ensure_ascii=False).encode())
