"""The data of a category's pages: manuals with conditions, worked tasks, Markdown pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.model.categories import Category
from registry.model.derived import derived
from registry.publish._pages.category_twins import task_group, twins

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model.categories import Choice, WorkedTask
    from registry.model.entries import Entries, ManualEntry, ToolEntry
    from registry.publish import Listing
    from registry.publish._pages.category_twins import Group, Twin
    from registry.publish._pages.facets import Value


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which conditions a manual may be used; *keyless* is the number of such tools.

    *group* is what the Markdown twin of its category says of it.
    """

    id: str
    keyless: int
    coverage: str
    limits: tuple[str, ...]
    non_commercial: bool
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A manual beside others of its category, and when to take it."""

    manual: ManualEntry
    terms: Terms
    when: str

    @property
    def writing(self) -> int:
        """How many of its tools change something."""
        return sum(tool.effect.value != "read" for tool in self.manual.tools)


def category_of(listing: Listing, value: Value) -> Category:
    """Return what people wrote of the category *value*, or what can be said without them."""
    stated = listing.context.categories.get(value.id)
    return stated or Category(value.id, value.title, f"Tools for {value.title}")


def terms_of(listing: Listing) -> dict[str, Terms]:
    """Return under which conditions each manual may be used, by its id; {} without pages."""
    return {each.id: each for each in listing.noted("pages_categories")}


def twins_of(listing: Listing, value: Value, terms: Mapping[str, Terms]) -> Iterator[Twin]:
    """Yield the Markdown pages of the category *value*; *terms* are those of `terms_of`."""
    category = category_of(listing, value)
    if not terms:
        return  # nothing but data is published
    rows = list(rows_of(listing.entries, category, terms))
    groups = [row.terms.group for row in rows if row.terms.group]
    tasks = [task_group(task) for task, _ in worked_tasks(listing.entries, category)]
    counts = (value.count, len(rows))
    base = listing.settings.base_url
    yield from twins(base, value.page, category, [*groups, *tasks], counts)


def rows_of(entries: Entries, category: Category, terms: Mapping[str, Terms]) -> Iterator[Row]:
    """Yield the manuals of *category*: those with a word on them first, in its order."""
    words = {choice.manual: choice for choice in category.choices}
    order = {name: number for number, name in enumerate(words)}
    found = [each for each in entries.listed if each.category == category.name]
    for manual in sorted(found, key=lambda each: (order.get(each.id, len(order)), each.id)):
        yield Row(manual, terms[manual.id], _when_to_choose(words.get(manual.id)))


def _when_to_choose(choice: Choice | None) -> str:
    return choice.when if choice else ""


def worked_tasks(
    entries: Entries, category: Category
) -> Iterator[tuple[WorkedTask, list[ToolEntry]]]:
    """Yield each task with the tools of its steps, if the catalogue has all of them."""
    by_id = tools_by_id(entries)
    for task in category.tasks:
        if all(step.tool in by_id for step in task.steps):
            yield task, [by_id[step.tool] for step in task.steps]


@derived
def tools_by_id(entries: Entries) -> dict[str, ToolEntry]:
    """Return the tools of *entries* by `publisher/manual/tool`."""
    return {tool.id: tool for tool in entries.tools}
