"""Small entries of manuals and tools for lists, in place of the whole manuals.

A manual with some tools takes a megabyte of memory, its entry a few kilobytes. Code that lists,
counts or compares all manuals works on entries, so that no process must keep all manuals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from registry.model import State
from registry.model.facts import Counts
from registry.model.naming import utcp_name as utcp_name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Author, Effect, Publisher, Status, Tool

_NONE = Counts()


@dataclass(frozen=True)
class ToolEntry:
    """The data of a tool for lists; attributes have the same names as in `Tool`.

    *is_offered* says whether `/utcp` can contain it. *author* is who wrote its manual. *counts* are
    of the facts that a program compared; *is_looked_up* says whether a person did. *state* is that
    of its manual.
    """

    publisher: str
    manual: str
    name: str
    protocol: str
    summary: str
    tags: tuple[str, ...]
    transport: str
    method: str
    auth_kind: str
    effect: Effect
    effect_is_stated: bool
    has_examples: bool
    has_outputs: bool
    is_offered: bool
    author: Author
    counts: Counts = _NONE
    is_looked_up: bool = False
    state: State = State.ACTIVE

    @property
    def id(self) -> str:
        """`publisher/manual/tool`."""
        return f"{self.publisher}/{self.manual}/{self.name}"

    @property
    def manual_id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher}/{self.manual}"

    @classmethod
    def of(cls, tool: Tool, author: Author, state: State, *, is_offered: bool) -> ToolEntry:
        """Return the entry of *tool*."""
        return cls(
            publisher=tool.publisher,
            manual=tool.manual,
            name=tool.name,
            protocol=tool.protocol,
            summary=tool.summary,
            tags=tool.tags,
            transport=tool.transport,
            method=tool.method,
            auth_kind=tool.auth_kind,
            effect=tool.effect,
            effect_is_stated=tool.effect_is_stated,
            has_examples=bool(tool.examples),
            has_outputs=bool(tool.outputs),
            is_offered=is_offered,
            author=author,
            state=state,
        )


class ManualEntry(NamedTuple):
    """The data of a manual for lists; attributes have the same names as in `Manual`.

    Attributes:
        publisher: its publisher, without the origin.
        version, released, protocol, dialect: those of its latest release, "" without one.
        coverage, limits: what it covers, and how often it may be called, in words.
        tools: those of its latest release, () if it is not listed.
    """

    publisher: Publisher
    name: str
    title: str
    summary: str
    category: str
    tags: tuple[str, ...]
    status: Status
    version: str = ""
    released: str = ""
    protocol: str = ""
    dialect: str = ""
    coverage: str = ""
    limits: tuple[str, ...] = ()
    tools: tuple[ToolEntry, ...] = ()

    @property
    def id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher.name}/{self.name}"

    @property
    def utcp_name(self) -> str:
        """The name under which UTCP clients register it."""
        return utcp_name_of(self.id)

    @property
    def is_listed(self) -> bool:
        """Whether it has a latest release and is not quarantined."""
        return bool(self.version) and self.status.state is not State.QUARANTINED


@dataclass(frozen=True)
class Entries:
    """The entries of a catalogue, sorted by name like its manuals, and its publishers."""

    publishers: tuple[Publisher, ...]
    manuals: tuple[ManualEntry, ...]

    @cached_property
    def listed(self) -> tuple[ManualEntry, ...]:
        """The manuals that have a latest release and are not quarantined."""
        return tuple(manual for manual in self.manuals if manual.is_listed)

    @cached_property
    def tools(self) -> tuple[ToolEntry, ...]:
        """The tools of the latest release of every listed manual, by id."""
        tools = (tool for manual in self.listed for tool in manual.tools)
        return tuple(sorted(tools, key=lambda tool: tool.id))

    @cached_property
    def manual_by_id(self) -> Mapping[str, ManualEntry]:
        """The manuals by `publisher/manual`."""
        return {manual.id: manual for manual in self.manuals}
