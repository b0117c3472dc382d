"""Read the YAML files that people write beside `manuals/`, one folder for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry import source
from registry.catalogue.file_schemas import file_schema
from registry.catalogue.shown_paths import sibling_prefix
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.source import Document


def names_beside(manuals: Path, folder: str) -> list[str]:
    """Return the names of the files in the *folder* beside *manuals*, without `.yaml`, sorted."""
    return [path.stem for path in _files(manuals, folder)]


def read_beside(
    manuals: Path, folder: str, kind: str
) -> tuple[dict[str, dict[str, Any]], tuple[Diagnostic, ...]]:
    """Return the content of each file by its name, and what is wrong with the others.

    The files are in the *folder* beside *manuals* and have the schema of *kind*.
    """
    found: dict[str, dict[str, Any]] = {}
    problems: list[Diagnostic] = []
    for name, document, unread in _read(manuals, folder):
        wrong = unread
        if document is not None:
            wrong += tuple(file_schema(kind).problems(document))
        problems += wrong
        if document is not None and not wrong:
            found[name] = cast("dict[str, Any]", document.data)
    return found, tuple(problems)


def documents_beside(manuals: Path, folder: str) -> list[Document]:
    """Return the files that can be read, in the *folder* beside *manuals*, whatever they say."""
    return [document for _, document, _ in _read(manuals, folder) if document is not None]


def _read(
    manuals: Path, folder: str
) -> Iterator[tuple[str, Document | None, tuple[Diagnostic, ...]]]:
    start = sibling_prefix(manuals)
    for path in _files(manuals, folder):
        shown = f"{start}{folder}/{path.name}"
        yield path.stem, *source.read_document(shown, read_plain(path))


def _files(manuals: Path, folder: str) -> list[Path]:
    found = (manuals.absolute().parent / folder).glob("*.yaml")
    return sorted(path for path in found if not path.is_symlink())
