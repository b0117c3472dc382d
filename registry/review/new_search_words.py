"""Find the tags and phrases of a pull request by which searches newly lead to its tools."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.review.new_demands import word_parts

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from registry.model import Catalogue, Release, Tool

_WORD = re.compile(r"[^\W_]+")

_MOST_UNSAID = 3
"""Tags of a new tool whose words it does not say: more look like a search for attention."""


def phrases(proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield a sentence for each tool of a merged manual that gets phrases to be found by."""
    phrases_by_manual = {each.id: each.asked for each in merged.manuals}
    for manual in proposed.manuals:
        if (before := phrases_by_manual.get(manual.id)) is None:
            continue
        for tool, asked in manual.asked.items():
            if new := [each for each in asked if each not in before.get(tool, ())]:
                yield f"{manual.id}/{tool} is to be found by {', '.join(map(repr, new))}"


def tags(proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield a sentence for each tool or merged manual that gets tags for what it does not say.

    A tag counts as much in a search as a name, and can lead it to a tool that does something else.
    """
    merged_by_id = merged.manual_by_id
    for manual in proposed.manuals:
        if (before := merged_by_id.get(manual.id)) is None:
            continue
        versions = {each.version for each in before.releases}
        old = {tool.name for each in before.releases for tool in each.tools}
        used = {*before.tags, *(tag for each in before.releases for tag in _tags_of(each))}
        tools = [tool for each in manual.releases for tool in each.tools]
        words = f"{manual.id} {manual.title} {manual.summary} {' '.join(map(_tool_words, tools))}"
        yield from _unsaid(manual.id, manual.tags, used, words, 0)
        new = (each for each in manual.releases if each.version not in versions)
        for tool in (tool for release in new for tool in release.tools):
            most = 0 if tool.name in old else _MOST_UNSAID
            yield from _unsaid(tool.id, tool.tags, used, f"{manual.id} {_tool_words(tool)}", most)


def _unsaid(
    name: str, tags: Iterable[str], used: Container[str], words: str, most: int
) -> Iterator[str]:
    """Yield a sentence if more than *most* of *tags* are not *used*, and say other than *words*."""
    said_words = {*word_parts(words), *_WORD.findall(words.lower())}
    unsaid = [
        each
        for each in tags
        if each not in used and not said_words.issuperset(_WORD.findall(each.lower()))
    ]
    if len(unsaid) > most:
        yield f"{name} is to be found by the tags {', '.join(map(repr, unsaid))}"


def _tags_of(release: Release) -> Iterator[str]:
    return (tag for tool in release.tools for tag in tool.tags)


def _tool_words(tool: Tool) -> str:
    return f"{tool.name} {tool.description} {' '.join(tool.properties)}"
