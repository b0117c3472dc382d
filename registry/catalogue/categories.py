"""Read `categories/<category>.yaml` beside `manuals/`: what people wrote of each category."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry import source
from registry.catalogue.file_schemas import file_schema
from registry.model.categories import Category, Choice, Step, WorkedTask
from registry.source.limits import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from registry.diagnostics import Diagnostic

FOLDER = "categories"


def read_categories(manuals: Path) -> tuple[dict[str, Category], tuple[Diagnostic, ...]]:
    """Return the categories beside the folder *manuals* by name, and what is wrong with files."""
    found: dict[str, Category] = {}
    problems: list[Diagnostic] = []
    for path in sorted((manuals.absolute().parent / FOLDER).glob("*.yaml")):
        if path.is_symlink():
            continue
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        document, wrong = source.read_document(f"{FOLDER}/{path.name}", data)
        if document is not None:
            wrong += tuple(file_schema("category").problems(document))
        problems += wrong
        if document is not None and not wrong:
            found[path.stem] = _category(path.stem, cast("dict[str, Any]", document.data))
    return found, tuple(problems)


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
