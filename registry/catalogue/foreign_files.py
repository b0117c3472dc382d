"""Report a file of `manuals/` that is in another format, and nothing else about it.

It has to be converted first: how it is named, indented and quoted does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import protocols, source
from registry.catalogue.lost_indentation import check_indentation
from registry.catalogue.not_a_manual import format_in_text, other_format
from registry.diagnostics import Diagnostic, Place
from registry.protocols import X_REGISTRY
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from registry.catalogue.not_a_manual import OtherFormat
    from registry.source import Document

_DATA = (".json", ".yaml", ".yml")


def foreign_release(path: str, data: bytes, document: Document | None) -> Diagnostic | None:
    """Return the problem that the release at *path* is in another format; None if it is not.

    *document* is what was read of *data*, its content; None if nothing could be read.
    """
    if document is None:
        return _in_text(path, data)
    is_ours = "protocol" in mapping(document.data.get(X_REGISTRY))
    if is_ours or protocols.matches(document.data):
        return None
    other = other_format(document.data)
    # A part of a tool beside a list of tools is that tool's, and lost its indentation.
    if other is None or any(check_indentation(document)):
        return None
    return _problem(document.key_place((other.key,)), other)


def foreign_file(path: str, data: bytes) -> Diagnostic | None:
    """Return the problem that *data*, of a file at *path*, is in another format; None if it is not.

    Its name is not that of a release.
    """
    # A page beside the files of a manual is only to be removed.
    if path.lower().endswith(".md"):
        return None
    if other := source.something_else(path, data.decode(errors="replace")):
        return other
    document = source.read_document(path, data)[0] if path.lower().endswith(_DATA) else None
    return foreign_release(path, data, document)


def is_manual(path: str, data: bytes, *, otherwise: bool) -> bool:
    """Return whether *data*, of a file at *path* with any name, has the shape of a manual.

    What cannot be read has any shape: it is *otherwise*.
    """
    document = source.read_document(path, data)[0]
    return bool(protocols.matches(document.data)) if document else otherwise


def _in_text(path: str, data: bytes) -> Diagnostic | None:
    text = data.decode("utf-8-sig", errors="replace")
    found = format_in_text(text)
    if found is None:
        return None
    other, at = found
    before = text[:at]
    place = Place(path, before.count("\n") + 1, at - before.rfind("\n"))
    return _problem(place, other)


def _problem(place: Place, other: OtherFormat) -> Diagnostic:
    hint = other.hint_for(place.path)
    if hint != other.hint:
        hint += "; then remove this file"
    message = f"the file is {other.name}, not a manual"
    return Diagnostic(place, "unknown-protocol", message, hint)
