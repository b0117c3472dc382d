"""Read `categories/<category>.yaml` beside `manuals/`: what people wrote of each category.

A registry with such files has no other categories; one without them takes any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry import source
from registry.catalogue.beside_manuals import names_beside, read_beside
from registry.catalogue.file_schemas import file_schema
from registry.diagnostics import Diagnostic, Place, Severity, did_you_mean
from registry.model.categories import Category, Choice, Step, WorkedTask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from registry.catalogue.tree import ManualFolder, SourceFile, Tree
    from registry.model.entries import Entries

CATEGORIES_FOLDER = "categories"


def read_categories(manuals: Path) -> tuple[dict[str, Category], tuple[Diagnostic, ...]]:
    """Return the categories beside the folder *manuals* by name, and what is wrong with files."""
    found, problems = read_beside(manuals, CATEGORIES_FOLDER, "category")
    return {name: _category(name, each) for name, each in found.items()}, problems


def check_categories(tree: Tree, entries: Entries, manuals: Path) -> Iterator[Diagnostic]:
    """Report manuals of *entries* that no category with a file beside the folder *manuals* lists.

    Included manuals have the categories of their own registry. *tree* has the files of all.
    """
    categories = names_beside(manuals, CATEGORIES_FOLDER)
    folders = {
        (publisher.name, manual.name): manual
        for publisher in tree.publishers
        if categories and not publisher.upstream
        for manual in publisher.manuals
    }
    for entry in entries.manuals:
        folder = folders.get((entry.publisher.name, entry.name))
        if folder is None or entry.category in categories:
            continue
        if not entry.category:
            if entry.is_listed and _is_sound(folder.listing):
                yield _missing_category(entry.id, folder, categories)
        elif folder.listing:
            document, _ = source.read_document(folder.listing.path, folder.listing.data)
            if document is not None:
                hint = did_you_mean(entry.category, categories)
                hint += f" {CATEGORIES_FOLDER}/ has {', '.join(categories)}"
                yield Diagnostic(
                    document.place(("category",)),
                    "unknown-category",
                    f"the registry has no category {entry.category!r}",
                    hint.lstrip(),
                    Severity.WARNING,
                )


def _is_sound(listing: SourceFile | None) -> bool:
    """Return whether there is no *listing*, or one without errors, which hide its category."""
    if listing is None:
        return True
    document, _ = source.read_document(listing.path, listing.data)
    return document is not None and file_schema("manual").accepts(document.data)


def _missing_category(manual: str, folder: ManualFolder, categories: Collection[str]) -> Diagnostic:
    """Return the problem at the listing, or at the newest release if there is no such file."""
    file = folder.listing or folder.releases[-1][1]
    return Diagnostic(
        Place(file.path),
        "missing-category",
        f"{manual} has no category",
        f"write one of these as `category` in manual.yaml: {', '.join(categories)}",
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
