"""The one layout of a manual's files: order of keys, block style, folded texts; comments stay.

It changes how a file looks and never what it says: what would not be read back as the same data,
with the same comments, is left as it is. Nor is a file touched that was merged as a release.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from registry import forms, history, protocols, source
from registry.load import SUFFIXES
from registry.order import in_order
from registry.proposal import release_file
from registry.source.comments import comments
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Document, Json, Pointer
    from registry.source.comments import Remarks

BASES = ("origin/main", "HEAD")
"""What files are compared with unless told: the first of them that git knows."""

_HIDDEN = re.compile(r"[^ -~\n]")


@dataclass(frozen=True, slots=True)
class Choice:
    """The files to lay out, and those that were named though they were merged as releases."""

    files: tuple[Path, ...]
    released: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of one file.

    Attributes:
        path: of the file.
        text: how it should look, None where it looks so already or must stay as it is.
        problems: why it cannot be read.
        is_fixed: whether it would not be read back as the same.
    """

    path: Path
    text: str | None = None
    problems: tuple[Diagnostic, ...] = ()
    is_fixed: bool = False

    @property
    def is_done(self) -> bool:
        """Whether the file could be laid out."""
        return not self.problems and not self.is_fixed

    def write(self) -> None:
        """Put the file's new text into its place; raise OSError."""
        if self.text is not None:
            self.path.write_bytes(self.text.encode())


def choose(manuals: Path, named: Iterable[Path], base: str | None) -> Choice:
    """Return which files to lay out: those *named*, in folders, too, or else all that are changed.

    Changed is what differs from the commit *base*, and released what it holds. Without a base, it
    is the first of `BASES`; where git knows none of them, nothing is released. Raises
    history.UnusableBaseError for a base that git does not know.
    """
    difference = _difference(manuals, base)
    if difference is None:
        return Choice(tuple(_files(named or (manuals,))), ())
    root = manuals.resolve()
    released = {root / path for path in difference.merged if release_file(path)}
    changed = [root / each.path for each in difference.inside if each.after]
    wanted = list(_files(named or [manuals / each.relative_to(root) for each in changed]))
    return Choice(
        tuple(path for path in wanted if path.resolve() not in released),
        tuple(path for path in named if path.resolve() in released),
    )


def _difference(manuals: Path, base: str | None) -> history.Difference | None:
    if base is not None:
        return history.compare(manuals, base)
    for known in BASES:
        try:
            return history.compare(manuals, known)
        except history.UnusableBaseError:
            continue
    return None


def _files(named: Iterable[Path]) -> Iterator[Path]:
    """Yield the plain files at and below *named*; what is behind a link is somebody else's."""
    for path in named:
        found = sorted(path.rglob("*")) if path.is_dir() and not path.is_symlink() else [path]
        for each in found:
            if each.suffix in SUFFIXES and each.is_file() and not each.is_symlink():
                yield each


def lay_out(path: Path) -> Outcome:
    """Return how the file at *path* should look; raise OSError where it cannot be read."""
    data = path.read_bytes()
    document, problems = source.read(path.as_posix(), data)
    if document is None or problems:
        return Outcome(path, problems=problems)
    text = laid_out(document)
    if not _says_the_same(document, text):
        return Outcome(path, is_fixed=True)
    return Outcome(path, text if text.encode() != data else None)


def laid_out(document: Document) -> str:
    """Return the text of *document* in the one layout."""
    schema = _schema(document)
    data = in_order(document.data, schema) if schema else document.data
    if document.path.endswith(".json"):
        return write_json(data)
    return write_yaml(data, _comments(document))


def write_json(data: Mapping[str, Json]) -> str:
    """Return *data* as JSON that people read, in which nothing is hidden."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return _HIDDEN.sub(_shown, text) + "\n"


def _shown(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def _schema(document: Document) -> Mapping[str, Json] | None:
    """Return the schema whose order holds, by the file's name or else by what is in it."""
    kind = Path(document.path).stem
    if kind in ("publisher", "manual"):
        return forms.form(kind).document
    match = protocols.recognised(document.data)
    return forms.release(match) if match else None


def _comments(document: Document) -> Mapping[Pointer, Remarks]:
    return {} if document.path.endswith(".json") else comments(document.text)


def _says_the_same(document: Document, text: str) -> bool:
    written, problems = source.read(document.path, text.encode())
    return (
        written is not None
        and not problems
        and json.dumps(written.data, sort_keys=True) == json.dumps(document.data, sort_keys=True)
        and _words(written) == _words(document)
    )


def _words(document: Document) -> list[str]:
    """Return the comments of *document*, whatever they stand at."""
    found = _comments(document).values()
    lines = [line for each in found for line in (*each.before, each.behind, *each.after)]
    return sorted(filter(None, lines))
