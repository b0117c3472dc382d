"""Turn the bytes of a contributed file into JSON-shaped data that knows its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from registry.diagnostics import Diagnostic, Place, Severity
from registry.source._bytes import decode
from registry.source._json import JsonWalk
from registry.source._reading import Json, Mark, Pointer, Reading, UnreadableError
from registry.source._yaml import YamlWalk

__all__ = ["Document", "Json", "Origin", "Pointer", "read"]


_START = re.compile(r"^(?!---[ \t]*$)[ \t]*([^\s#])", re.MULTILINE)
"""The first character that is neither space nor part of a comment or a document's start."""

_CONFLICT = re.compile(r"^<{7} ", re.MULTILINE)
_SHOWN = 40
_FIRST_KEYS = {"publisher.yaml": "name", "manual.yaml": "title"}


@dataclass(frozen=True)
class Document:
    """One contributed file that could be read: its *path*, *text* and *data*.

    *data* is the mapping at the root, made of dict, list, str, int, float, bool and None only.
    Positions are worked out at the first question for one, by reading the text a second time.
    """

    path: str
    text: str = field(repr=False)
    data: dict[str, Json] = field(repr=False)

    @cached_property
    def _marks(self) -> dict[Pointer, Mark]:
        reading = Reading(self.path, wants_marks=True)
        _walk(self.path, self.text, reading)
        return reading.marks

    @property
    def _start(self) -> Place:
        """Where the root stands, which needs no second reading: it is asked for most."""
        match = _START.search(self.text)
        at = match.start(1) if match else 0
        line = self.text.count("\n", 0, at) + 1
        return Place(self.path, line, at - self.text.rfind("\n", 0, at))

    def place(self, pointer: Pointer = ()) -> Place:
        """Return where the value at *pointer* stands, or its nearest ancestor that was written.

        The place of a mapping's scalar entry is the scalar, that of a collection is its key, so
        that the line shown is the one that the author would edit.
        """
        if not pointer:
            return self._start
        mark = self._mark(pointer)
        if mark.is_scalar:
            return Place(self.path, mark.line, mark.column)
        return Place(self.path, mark.key_line, mark.key_column)

    def forget_places(self) -> None:
        """Give back the memory that positions take, which may be more than the data's own.

        They are worked out anew if anybody asks again.
        """
        self.__dict__.pop("_marks", None)

    def key_place(self, pointer: Pointer) -> Place:
        """Return where the key at the end of *pointer* stands."""
        mark = self._mark(pointer)
        return Place(self.path, mark.key_line, mark.key_column)

    def spelling(self, pointer: Pointer) -> str:
        """Return the unquoted scalar at *pointer* as the author typed it (`1.10`), else ""."""
        mark = self._marks.get(pointer)
        return mark.text if mark else ""

    def _mark(self, pointer: Pointer) -> Mark:
        while pointer and pointer not in self._marks:
            pointer = pointer[:-1]
        return self._marks.get(pointer, Mark(1, 1, 1, 1, "", is_scalar=False))

    def get(self, pointer: Pointer) -> Json:
        """Return the value at *pointer*, or None where there is none."""
        value: Json = self.data
        for step in pointer:
            if isinstance(value, dict) and isinstance(step, str):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
                value = value[step]
            else:
                return None
        return value


@dataclass(frozen=True, slots=True)
class Origin:
    """A spot in a contributed document, to which a diagnostic can point."""

    document: Document
    pointer: Pointer = ()

    def at(self, *steps: str | int) -> Origin:
        """Return the spot *steps* further in."""
        return Origin(self.document, self.pointer + steps)

    @property
    def place(self) -> Place:
        """The line and column of the value here, or of its nearest written ancestor."""
        return self.document.place(self.pointer)

    @property
    def key_place(self) -> Place:
        """The line and column of the key that leads here."""
        return self.document.key_place(self.pointer)


def read(path: str, data: bytes) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Read one file; return its document and every problem found on the way.

    *path* is shown in messages, and its ending decides between JSON and YAML. The document is
    None when nothing usable could be read, and then there is at least one diagnostic. Nothing is
    raised, whatever *data* holds.
    """
    reading = Reading(path)
    text = decode(data, reading)
    if text is None:
        return None, tuple(reading.problems)
    conflict = _CONFLICT.search(text)
    if conflict and "\n>>>>>>> " in text:
        line = text.count("\n", 0, conflict.start()) + 1
        return None, (_conflict(Place(path, line)),)
    value = _walk(path, text, reading)
    if not reading.problems and not isinstance(value, dict):
        reading.problems.append(_not_a_mapping(path, value))
    if isinstance(value, dict):
        return Document(path, text, value), tuple(reading.problems)
    return None, tuple(reading.problems)


def _walk(path: str, text: str, reading: Reading) -> Json:
    walk = JsonWalk if path.endswith(".json") else YamlWalk
    try:
        return walk(text, reading).document()
    except UnreadableError:
        return None


def _conflict(place: Place) -> Diagnostic:
    return Diagnostic(
        place,
        Severity.ERROR,
        "invalid-yaml" if not place.path.endswith(".json") else "invalid-json",
        "git has left a conflict here, with both versions of the lines",
        "keep one of the two, and remove the lines with <<<<<<<, ======= and >>>>>>>",
    )


def _not_a_mapping(path: str, value: Json) -> Diagnostic:
    first = _FIRST_KEYS.get(path.rpartition("/")[2], "utcp_version")
    kind, hint = "a single value", f"start with a key such as `{first}:`"
    if isinstance(value, list):
        kind, hint = "a list", f"{hint}; tools are listed below `tools:`"
    elif isinstance(value, str):
        shown = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
        kind = f"the text {shown!r}"
    return Diagnostic(
        Place(path),
        Severity.ERROR,
        "root-not-mapping",
        f"the file holds {kind}, not a mapping of keys to values",
        hint,
    )
