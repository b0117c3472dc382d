"""A manual with its releases, and the catalogue of all manuals."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from registry.model import versions
from registry.model.naming import utcp_name as utcp_name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model.facts import Facts
    from registry.model.publishers import Publisher
    from registry.model.rate_limits import Limit
    from registry.model.sources import Source
    from registry.model.tools import Tool
    from registry.source import Document, Json, Origin


class State(StrEnum):
    """The lifecycle state of a manual."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"
    ARCHIVED = "archived"
    QUARANTINED = "quarantined"


class SelfHosted(NamedTuple):
    """Instructions to start the server of a manual whose tools people run themselves."""

    start: str
    note: str = ""


@dataclass(frozen=True)
class Release:
    """One version of a manual: a file that never changes once it is merged.

    Attributes:
        document: the file as it was contributed.
        source: the protocol's own document, without `x-registry`.
        registry: the `x-registry` block, {} if there is none.
        released: the date it states (`YYYY-MM-DD`), or "".
        sources: the documents of the provider that it is based on.
        faulty: tools with errors, read without what is wrong; the transport of a wrong call is "".
            Only rules may look at them, through `read_tools`: they are not what was written.
        is_whole: whether *tools* are all that were written; False if others have errors.
    """

    publisher: str
    manual: str
    version: str
    protocol: str
    dialect: str
    document: Document
    source: Mapping[str, Json]
    registry: Mapping[str, Json]
    tools: tuple[Tool, ...]
    title: str = ""
    summary: str = ""
    released: str = ""
    self_hosted: SelfHosted | None = None
    notices: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    faulty: tuple[Tool, ...] = ()
    is_whole: bool = True

    @property
    def manual_id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher}/{self.manual}"

    @cached_property
    def read_tools(self) -> tuple[Tool, ...]:
        """The tools, the faulty ones too, in the order of the file: for rules only."""
        return tuple(sorted((*self.tools, *self.faulty), key=lambda tool: tool.origin.pointer))

    @cached_property
    def tool_by_name(self) -> Mapping[str, Tool]:
        """The tools by name, in their order."""
        return {tool.name: tool for tool in self.tools}


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a manual, the reason, since when (a date), and what replaces it."""

    state: State = State.ACTIVE
    reason: str = ""
    since: str = ""
    replaced_by: str = ""


@dataclass(frozen=True)
class Manual:
    """A manual with all its releases, oldest first, and its listing data.

    Attributes:
        asked: by the name of a tool, phrases in which people ask for it.
        coverage: the region or subject that it covers, in a few words.
        limits: how often it may be called.
        attribution: what must be shown with its data.
        non_commercial: whether only non-commercial use is allowed.
        facts: how one of its releases compares with what the provider says, None if unknown.
        cross_origin: whether pages of other sites may call it.
    """

    publisher: Publisher
    name: str
    releases: tuple[Release, ...]
    title: str = ""
    summary: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    docs: str = ""
    licence: str = ""
    terms: str = ""
    coverage: str = ""
    limits: tuple[Limit, ...] = ()
    attribution: str = ""
    non_commercial: bool = False
    cross_origin: bool = False
    status: Status = Status()
    yanked: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    origin: Origin | None = None
    facts: Facts | None = None

    @property
    def id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher.name}/{self.name}"

    @property
    def utcp_name(self) -> str:
        """The name under which UTCP clients register it; the catalogue keeps it unique."""
        return utcp_name_of(self.id)

    @property
    def is_listed(self) -> bool:
        """Whether it has a latest release and is not quarantined."""
        return self.latest is not None and self.status.state is not State.QUARANTINED

    def facts_of(self, release: Release) -> Facts | None:
        """Return how *release* compares with what the provider says, None if it is not known."""
        facts = self.facts
        return facts if facts and facts.release == release.version else None

    def predecessor_of(self, version: str) -> Release | None:
        """Return the newest release before *version* that is in use, or None."""
        older = versions.before(version, tuple(self.release_by_version), self.yanked)
        return self.release_by_version[older] if older else None

    @cached_property
    def release_by_version(self) -> Mapping[str, Release]:
        """The releases by version, oldest first."""
        return {release.version: release for release in self.releases}

    @cached_property
    def latest(self) -> Release | None:
        """The newest release that is neither yanked nor a prerelease, or None."""
        newest = versions.newest_in_use(self.release_by_version, self.yanked)
        return self.release_by_version[newest] if newest else None


@dataclass(frozen=True)
class Catalogue:
    """Everything the registry publishes, sorted by name."""

    publishers: tuple[Publisher, ...]
    manuals: tuple[Manual, ...]

    @cached_property
    def listed(self) -> tuple[Manual, ...]:
        """The manuals that have a latest release and are not quarantined."""
        return tuple(manual for manual in self.manuals if manual.is_listed)

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """The tools of the latest release of every listed manual, by id."""
        tools = (tool for manual in self.listed if manual.latest for tool in manual.latest.tools)
        return tuple(sorted(tools, key=lambda tool: tool.id))

    @cached_property
    def publisher_by_name(self) -> Mapping[str, Publisher]:
        """The publishers by name."""
        return {publisher.name: publisher for publisher in self.publishers}

    @cached_property
    def manual_by_id(self) -> Mapping[str, Manual]:
        """The manuals by `publisher/manual`."""
        return {manual.id: manual for manual in self.manuals}
