"""Read the YAML files that people write beside `manuals/`, one folder for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry import source
from registry.catalogue.file_schemas import file_schema
from registry.catalogue.shown_paths import sibling_prefix
from registry.source.limits import MAX_BYTES

if TYPE_CHECKING:
    from pathlib import Path

    from registry.diagnostics import Diagnostic


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
    start = sibling_prefix(manuals)
    for path in _files(manuals, folder):
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        document, wrong = source.read_document(f"{start}{folder}/{path.name}", data)
        if document is not None:
            wrong += tuple(file_schema(kind).problems(document))
        problems += wrong
        if document is not None and not wrong:
            found[path.stem] = cast("dict[str, Any]", document.data)
    return found, tuple(problems)


def _files(manuals: Path, folder: str) -> list[Path]:
    found = (manuals.absolute().parent / folder).glob("*.yaml")
    return sorted(path for path in found if not path.is_symlink())
