"""Format manual files: order of keys, block style, folded strings, with comments kept.

The data never changes: a file that would not be read back as the same data with the same comments
is left alone, and so is a file that was merged as a release.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from registry import protocols, source
from registry.authoring.key_order import with_ordered_keys
from registry.catalogue import file_schemas
from registry.catalogue.file_names import SUFFIXES
from registry.catalogue.foreign_files import foreign_release
from registry.changes import git
from registry.changes.proposal import release_file
from registry.changes.tree_difference import TreeDifference, compare_with_commit
from registry.source.atomic_write import write_whole
from registry.source.editing import rewritten
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Document, Json


@dataclass(frozen=True, slots=True)
class Choice:
    """The files to format, and the named files that were merged as releases and are left alone."""

    files: tuple[Path, ...]
    released: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class FormatResult:
    """The result of formatting one file.

    Attributes:
        path: the file.
        text: its new content; None if it is already formatted or must not change.
        problems: why it cannot be read.
        is_unformattable: whether formatting would change its data or comments.
    """

    path: Path
    text: str | None = None
    problems: tuple[Diagnostic, ...] = ()
    is_unformattable: bool = False

    @property
    def is_done(self) -> bool:
        """Whether the file is formatted or has a new `text`."""
        return not self.problems and not self.is_unformattable

    def write(self) -> None:
        """Write the new text to the file. Raises OSError."""
        if self.text is not None:
            write_whole(self.path, self.text)


def choose(manuals: Path, named: Iterable[Path], base: str | None) -> Choice:
    """Return the files to format: those *named*, also in folders, or else all that changed.

    Each is there once, even if it is named twice, such as by its folder, too.

    Changed files differ from the commit *base*, and released ones are in it. By default that is
    every main branch of a remote, else what was committed last; without a commit, no file counts as
    released. Raises git.UnusableBaseError if git cannot compare with it.
    """
    differences = _differences(manuals, base)
    if not differences:
        return Choice(tuple(dict.fromkeys(_files(named or (manuals,)))), ())
    root = manuals.resolve()
    released = {
        root / path for each in differences for path in each.committed if release_file(path)
    }
    changed = sorted(set.intersection(*map(_changed_paths, differences)))
    wanted = dict.fromkeys(_files(named or [manuals / path for path in changed]))
    return Choice(
        tuple(path for path in wanted if path.resolve() not in released),
        tuple(path for path in named if path.resolve() in released),
    )


def _differences(manuals: Path, base: str | None) -> list[TreeDifference]:
    if base is not None:
        return [compare_with_commit(manuals, base)]
    try:
        bases = git.main_branches(manuals) or ("HEAD",)
        return [compare_with_commit(manuals, each) for each in bases]
    except git.MissingBaseError:
        return []


def _changed_paths(difference: TreeDifference) -> set[str]:
    return {each.path for each in difference.inside if each.after}


def _files(named: Iterable[Path]) -> Iterator[Path]:
    """Yield the regular files at and below *named*, without following symbolic links."""
    for path in named:
        found = sorted(path.rglob("*")) if path.is_dir() and not path.is_symlink() else [path]
        for each in found:
            if each.suffix in SUFFIXES and each.is_file() and not each.is_symlink():
                yield each


def format_file(path: Path) -> FormatResult:
    """Return the result of formatting the file at *path*, unwritten. Raises OSError."""
    data = read_plain(path)
    document, problems = source.read_document(path.as_posix(), data)
    if other := foreign_release(path.as_posix(), data, document):
        return FormatResult(path, problems=(other,))
    if document is None or problems:
        return FormatResult(path, problems=problems)
    text = formatted(document)
    if text is None:
        return FormatResult(path, is_unformattable=True)
    return FormatResult(path, text if text.encode() != data else None)


def formatted(document: Document) -> str | None:
    """Return the formatted text of *document*, None where formatting would lose something."""
    schema = _schema(document)
    data = with_ordered_keys(document.data, schema) if schema else document.data
    return rewritten(document, data)


def _schema(document: Document) -> Mapping[str, Json] | None:
    """Return the schema that orders the keys, by the file's name or else by its content."""
    kind = Path(document.path).stem
    if kind in ("publisher", "manual"):
        return file_schemas.file_schema(kind).document
    match = protocols.recognised(document.data)
    return file_schemas.release_schema(match) if match else None
