"""Recognise files that contain nothing yet, and say how to begin them."""

from __future__ import annotations

import re

from registry.diagnostics import Diagnostic, Place

_NOTHING = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t\r\n]|#[^\n]*|(?:---|\.\.\.)(?=\s|$))*+(?:(?:null|~)\s*)?"
)
"""A byte order mark, spaces, comments, the marks between YAML documents, and at most one null."""

_RELEASE = re.compile(r"\d[^/]*\.(?:json|yaml)$")
_WAYS = {
    "publisher.yaml": (
        "write `name:` with the publisher's name and `homepage:` with its web page; `registry new` "
        "writes a whole publisher"
    ),
    "manual.yaml": "write `title:` with the name for people, or delete the file: nothing needs it",
}


def is_empty(data: bytes) -> bool:
    """Return whether *data*, of a YAML or JSON file, contains no value but possibly a null."""
    return bool(_NOTHING.fullmatch(data))


def is_release(path: str) -> bool:
    """Return whether the file at *path* is called as a release of a manual is."""
    return bool(_RELEASE.match(path.rpartition("/")[2]))


def nothing_in(path: str) -> Diagnostic:
    """Return the problem that the file at *path* is empty."""
    return Diagnostic(Place(path), "root-not-mapping", "the file is empty", how_to_begin(path))


def how_to_begin(path: str) -> str:
    """Return a hint: the first lines of the file at *path*, or the command that writes it."""
    name = path.rpartition("/")[2]
    if is_release(path):
        first = '{"utcp_version"' if name.endswith(".json") else "utcp_version"
        return (
            f'start with `{first}: "1.0.1"` and a list of `tools`; `registry new` writes a whole '
            "manual, and `registry import` converts what you have"
        )
    return _WAYS.get(name, "add its content, or delete it")
