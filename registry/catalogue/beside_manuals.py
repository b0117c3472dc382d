"""Read the YAML files that people write beside `manuals/`, one folder for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry import source
from registry.catalogue.file_names import is_left_behind, proper_name
from registry.catalogue.file_schemas import file_schema
from registry.catalogue.shown_paths import sibling_prefix
from registry.diagnostics import Diagnostic, Place
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.source import Document


def names_beside(manuals: Path, folder: str) -> list[str]:
    """Return the names of the files in the *folder* beside *manuals*, without `.yaml`, sorted."""
    return [path.stem for path in _files(manuals, folder)]


def read_beside(
    manuals: Path, folder: str, kind: str
) -> tuple[dict[str, dict[str, Any]], tuple[Diagnostic, ...]]:
    """Return the content of each file by its name, and what is wrong with others.

    The files are in the *folder* beside *manuals* and have the schema of *kind*.
    """
    contents: dict[str, dict[str, Any]] = {}
    problems: list[Diagnostic] = []
    for name, document, unread in _read(manuals, folder):
        wrong = unread
        if document is not None:
            wrong += tuple(file_schema(kind).problems(document))
        problems += wrong
        if document is not None and not wrong:
            contents[name] = cast("dict[str, Any]", document.data)
    return contents, (*_unread(manuals, folder), *problems)


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
    return [path for path in _paths(manuals, folder) if path.suffix == ".yaml" and _is_plain(path)]


def _paths(manuals: Path, folder: str) -> list[Path]:
    """Return the paths in the *folder* beside *manuals*, sorted; none for a link to a folder."""
    at = manuals.absolute().parent / folder
    return sorted(at.iterdir()) if at.is_dir() and not at.is_symlink() else []


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _unread(manuals: Path, folder: str) -> Iterator[Diagnostic]:
    """Report what looks like a file that would be read, and is not."""
    start = sibling_prefix(manuals)
    at = manuals.absolute().parent / folder
    for path in (at, *_paths(manuals, folder)):
        shown_path = f"{start}{path.relative_to(at.parent).as_posix()}"
        is_named = path == at or path.suffix == ".yaml"
        if is_left_behind(path.name):
            continue
        if path.is_symlink() and is_named:
            what = "folder" if path == at else "file"
            yield _irregular(shown_path, f"{path.name!r} is a symbolic link", what)
        elif path.suffix == ".yaml" and not _is_plain(path):
            yield _irregular(shown_path, f"{path.name!r} is not a plain file")
        elif path != at and (name := _read_as(path.name)) != path.name:
            yield Diagnostic(
                Place(shown_path),
                "unexpected-file",
                f"{path.name!r} does not belong in {start}{folder}",
                f"rename it to {name}: only files that end in .yaml are read",
            )


def _irregular(shown: str, message: str, what: str = "file") -> Diagnostic:
    return Diagnostic(Place(shown), "irregular-file", message, f"commit the {what} itself")


def _read_as(name: str) -> str:
    """Return the name under which a file *name* would be read; *name* if it is of another kind."""
    proper = proper_name(name)
    return f"{proper.removesuffix('.json')}.yaml" if proper.endswith(".json") else proper
