"""Read `categories/<category>.yaml` beside `manuals/`: what people wrote of each category.

A registry with such files has no other categories; one without them takes any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry import source
from registry.catalogue.beside_manuals import names_beside, read_beside
from registry.diagnostics import Diagnostic, Severity, did_you_mean
from registry.model.categories import Category, Choice, Step, WorkedTask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from registry.catalogue.tree import Tree
    from registry.model.entries import Entries

FOLDER = "categories"


def read_categories(manuals: Path) -> tuple[dict[str, Category], tuple[Diagnostic, ...]]:
    """Return the categories beside the folder *manuals* by name, and what is wrong with files."""
    found, problems = read_beside(manuals, FOLDER, "category")
    return {name: _category(name, each) for name, each in found.items()}, problems


def check_categories(tree: Tree, entries: Entries, manuals: Path) -> Iterator[Diagnostic]:
    """Report manuals of *entries* whose category has no file beside the folder *manuals*.

    Included manuals have the categories of their own registry. *tree* has the files of all.
    """
    known = names_beside(manuals, FOLDER)
    listings = {
        (publisher.name, manual.name): manual.listing
        for publisher in tree.publishers
        if known and not publisher.upstream
        for manual in publisher.manuals
    }
    for entry in entries.manuals:
        listing = listings.get((entry.publisher.name, entry.name))
        if not listing or entry.category in ("", *known):
            continue
        document, _ = source.read_document(listing.path, listing.data)
        if document is not None:
            yield Diagnostic(
                document.place(("category",)),
                "unknown-category",
                f"the registry has no category {entry.category!r}",
                f"{did_you_mean(entry.category, known)} {FOLDER}/ has {', '.join(known)}".lstrip(),
                Severity.WARNING,
            )


def _category(name: str, data: dict[str, Any]) -> Category:
    return Category(
        name=name,
        title=data["title"],
        summary=data["summary"],
        choices=tuple(Choice(**each) for each in data.get("choices", ())),
        tasks=tuple(
            WorkedTask(each["task"], _steps(each["steps"])) for each in data.get("tasks", ())
        ),
    )


def _steps(stated: Iterable[dict[str, Any]]) -> tuple[Step, ...]:
    return tuple(Step(each["tool"], each.get("arguments", {}), each["gives"]) for each in stated)
