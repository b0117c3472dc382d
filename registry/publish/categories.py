"""`/v1/categories/`: the tools of each category with tasks they solve, in files of 40 kB at most.

All tools in one file that says so much would be too much to read for a task: a quarter of a
megabyte for 700 tools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.model.files import File
from registry.publish import json_part, to_json, with_tools
from registry.publish._file_paths import CATEGORIES, link, schema_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.model import Tool
    from registry.publish import Listing, Subject
    from registry.source import Json

MOST_BYTES = 40_000
"""Of one file, which is also what hosts of agents show of an answer."""

TASKS = 2

_ROOM = 400
"""Bytes of a file beside its tools."""


class _Noted(NamedTuple):
    """The category of a manual, and its tools as JSON."""

    manual: str
    category: str
    tools: tuple[bytes, ...]


def note_categories(subject: Subject) -> _Noted:
    """Return the tools of the manual as they are listed in its category."""
    tools = subject.listed.tools if subject.listed else ()
    lines = tuple(json_part(_line(tool)) for tool in tools)
    return _Noted(subject.manual.id, subject.manual.category, lines)


def _line(tool: Tool) -> dict[str, Json]:
    return {
        "id": tool.id,
        "summary": tool.summary,
        "auth": tool.auth_kind or "none",
        "effect": tool.effect.value,
        "tasks": [each.task for each in tool.examples[:TASKS]],
    }


def list_categories(listing: Listing) -> Iterator[File]:
    """Yield the files of every category, and the list of them all."""
    by_category: dict[str, list[_Noted]] = {}
    for noted in listing.noted("categories"):
        if noted.tools:
            by_category.setdefault(noted.category or "other", []).append(noted)
    index: list[Json] = []
    for name, manuals in sorted(by_category.items()):
        pages: list[Json] = []
        for number, page in enumerate(_pages(manuals), start=1):
            path = f"{CATEGORIES.removesuffix('index.json')}{name}/{number}.json"
            data = _file(path, name, page)
            yield File(path, data)
            ids: list[Json] = [manual.manual for manual in page]
            pages.append({"path": link(CATEGORIES, path), "bytes": len(data), "manuals": ids})
        stated = listing.context.categories.get(name)
        index.append(
            {
                "name": name,
                "title": stated.title if stated else name,
                "tools": sum(len(manual.tools) for manual in manuals),
                "pages": pages,
            }
        )
    head: dict[str, Json] = {"schema": link(CATEGORIES, schema_path("categories"))}
    yield File(CATEGORIES, to_json({**head, "categories": index}))


def _file(path: str, category: str, manuals: Iterable[_Noted]) -> bytes:
    head = {"schema": link(path, schema_path("category-tools")), "category": category}
    return with_tools(head, (each for manual in manuals for each in manual.tools))


def _pages(manuals: Iterable[_Noted]) -> Iterator[list[_Noted]]:
    """Yield *manuals* in the groups that fit into a file; one that does not is cut."""
    page: list[_Noted] = []
    size = _ROOM
    for manual in manuals:
        for tool in manual.tools:
            if page and size + len(tool) + 1 > MOST_BYTES:
                yield page
                page, size = [], _ROOM
            if not page or page[-1].manual != manual.manual:
                page.append(manual._replace(tools=()))
            page[-1] = page[-1]._replace(tools=(*page[-1].tools, tool))
            size += len(tool) + 1
    if page:
        yield page
