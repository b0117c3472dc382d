"""Copy the newest release of a manual to its next version, with comments and layout as they are."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from registry.catalogue.file_names import SUFFIXES
from registry.catalogue.find_manual import NoSuchReleaseError, find_newest
from registry.model import versions
from registry.source.atomic_write import create_whole
from registry.source.editing import CannotEditError, edited

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.model import Release
    from registry.source import Pointer

_OF_DOCUMENT: tuple[Pointer, ...] = (("manual_version",), ("info", "version"))
_OF_TOOL: tuple[Pointer, ...] = (("version",), ("toolkit", "version"))
_RELEASED: Pointer = ("x-registry", "released")


class CannotBumpError(Exception):
    """The next version cannot be written; the message says why and what to do."""


def bump(manuals: Path, manual_id: str, step: str, today: str) -> Path:
    """Write the version one *step* after the newest of `publisher/manual`; return its path.

    The copy differs in its version, wherever the document states it, and in `released`, which
    becomes *today* (`YYYY-MM-DD`). Raises CannotBumpError if there is nothing to copy, if the next
    version already exists, or if a version is written in a way that cannot be replaced.
    """
    try:
        newest = find_newest(manuals, manual_id)
    except NoSuchReleaseError as error:
        raise CannotBumpError(str(error)) from None
    version = versions.next_after(newest.version, step)
    suffix = PurePosixPath(newest.document.path).suffix
    path = manuals / newest.publisher / newest.manual / f"{version}{suffix}"
    for each in map(path.with_suffix, SUFFIXES):
        if each.exists():
            raise CannotBumpError(f"{each} already exists; fix or remove it")
    try:
        text = edited(newest.document, dict(_changes(newest, version, today)))
    except CannotEditError as error:
        raise CannotBumpError(str(error)) from None
    create_whole(path, text)
    return path


def _changes(release: Release, version: str, today: str) -> Iterator[tuple[Pointer, str]]:
    """Yield each place where *release* states its version or date, with the new value."""
    document = release.document
    of_tools = (tool.origin.pointer + each for tool in release.tools for each in _OF_TOOL)
    for pointer in (*_OF_DOCUMENT, *of_tools):
        if document.get(pointer) == release.version:
            yield pointer, version
    for tool in release.tools:
        name = document.get((*tool.origin.pointer, "id"))
        if isinstance(name, str) and name.endswith(f"@{release.version}"):
            yield (*tool.origin.pointer, "id"), f"{name.removesuffix(release.version)}{version}"
    if document.get(_RELEASED):
        yield _RELEASED, today
