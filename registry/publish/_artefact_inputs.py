"""The arguments of artefacts: a manual, or the entries of all manuals, and what all files share."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from registry import utcp_export

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from registry.model import Manual, Release, Tool
    from registry.model.categories import Category
    from registry.model.entries import Entries
    from registry.model.files import Digest
    from registry.model.kept_pickled import Sealed
    from registry.model.wishes import Wishes
    from registry.publish._similar_tools import Neighbours
    from registry.settings import Settings


@dataclass(frozen=True, slots=True)
class Context:
    """The data that all files of a site share.

    Attributes:
        settings: those of the registry.
        shell: the HTML of the theme's empty page, into which catalogue pages are placed.
        rules: how many rules there are.
        rule_counts: how often each rule was broken, by its id.
        arrived: when each manual's latest release was merged, in seconds since 1970, by the id of
            the manual; without those of which the history is not at hand.
        off: the rules that were not applied, by the id of the manual, and by "" those that are off
            for all.
        categories: what people wrote of categories, by their names.
        wishes: what people ask for that no tool does, by field.
    """

    settings: Settings
    shell: str = ""
    rules: int = 0
    rule_counts: Mapping[str, int] = field(default_factory=dict)
    off: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    categories: Mapping[str, Category] = field(default_factory=dict)
    arrived: Mapping[str, int] = field(default_factory=dict)
    wishes: tuple[Wishes, ...] = ()

    def rules_off(self, manual: str) -> tuple[str, ...]:
        """Return the rules that were not applied to the manual with the id *manual*, by name."""
        return tuple(sorted({*self.off.get("", ()), *self.off.get(manual, ())}))


@dataclass(frozen=True)
class Subject:
    """One manual, with all that its files are made of.

    Attributes:
        alike: tools of other manuals that are like each of its tools, by the tool's name.
        files: the digests of what was made of the manual already; pages and notes see all data.
    """

    manual: Manual
    context: Context
    alike: Neighbours = field(default_factory=dict)
    files: Mapping[str, Digest] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The settings of the registry."""
        return self.context.settings

    @cached_property
    def listed(self) -> Release | None:
        """The latest release, None while the manual is not listed."""
        return self.manual.latest if self.manual.is_listed else None

    def obstacles(self, tool: Tool) -> tuple[str, ...]:
        """Return why *tool* is not in `/utcp`; () for those that may be there."""
        return utcp_export.offer_obstacles(self.manual, tool)


class Notes:
    """The notes of one artefact on all manuals, of which those of one batch are open at a time."""

    def __init__(self, batches: Sequence[Sealed[tuple[Any, ...]]]) -> None:
        """Keep what was noted on the manuals of each of *batches*, in their order."""
        self._batches = batches

    def __iter__(self) -> Iterator[Any]:
        """Yield the note on each manual."""
        return chain.from_iterable(each.open() for each in self._batches)

    def take(self) -> Iterator[Any]:
        """Yield the note on each manual, and let it go."""
        return chain.from_iterable(each.take() for each in self._batches)


@dataclass(frozen=True)
class Listing:
    """The whole catalogue, with all that its lists are made of.

    Attributes:
        entries: those of all manuals, and all publishers.
        notes: by artefact, what it noted on each manual, in the order of `entries.manuals`.
    """

    context: Context
    entries: Entries
    notes: Mapping[str, Notes] = field(default_factory=dict)

    def noted(self, artefact: str) -> Iterable[Any]:
        """Return the notes of *artefact*; () where there are no manuals.

        They are opened one after another, each time again: of many manuals they are large.
        """
        return self.notes.get(artefact, ())

    def taken(self, artefact: str) -> Iterable[Any]:
        """Return the notes of *artefact*, which are let go: nobody can ask for them again."""
        notes = self.notes.get(artefact)
        return notes.take() if notes else ()

    @property
    def settings(self) -> Settings:
        """The settings of the registry."""
        return self.context.settings
