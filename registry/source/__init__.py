"""Read contributed YAML and JSON files into plain data that knows its lines and columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Diagnostic, Place
from registry.source._bytes import decode
from registry.source._empty_files import (
    how_to_begin,
    is_empty,
    is_release,
    nothing_in,
)
from registry.source._json import JsonWalk
from registry.source._reading import (
    INDENT_WITH_SPACES,
    OUTLINE,
    Json,
    Mark,
    Pointer,
    Reading,
    UnreadableError,
    the_same_in,
)
from registry.source.narrowing import mapping
from registry.source.not_data import something_else

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source._yaml import YamlWalk

__all__ = [
    "INDENT_WITH_SPACES",
    "Document",
    "Json",
    "Origin",
    "Pointer",
    "how_to_begin",
    "read_document",
    "something_else",
    "the_same_in",
]


_START = re.compile(r"^(?!---[ \t]*$)[ \t]*([^\s#])", re.MULTILINE)
"""The first character that is neither space nor part of a comment or a document's start."""

_CONFLICT = re.compile(r"^<{7} ", re.MULTILINE)
_SHOWN = 40
_FIRST_KEYS = {
    "publisher.yaml": "name",
    "manual.yaml": "title",
    "rules.yaml": "levels",
    "categories": "title",
    "wishes": "title",
}
"""A first key of a file, by its name or that of its folder."""


_KEYS_OF_TOOLS = ("tool_call_template", "tool_transport", "tool_provider", "inputSchema", "id")
"""Keys that a tool has in one of the protocols and in no other list of functions."""

_KEYS_OF_CALLS = ("provider_type", "call_template_type")
_OF_CONFIGURATION = (
    "these are the calls in the configuration of a UTCP client, which names manuals, but not their "
    "tools: `registry import utcp URL` imports one of them"
)
"""Keys of the entries of such a configuration, and what to do with it."""

_KEYS_OF_MANUALS = ("utcp_version", "opentool", "tools", "functions")
_OUT_OF_LIST = "keep only the manual, without {} around it; move a second one to a file of its own"
_AS_TOOLS = (
    "write each entry as a UTCP tool: `name`, `description`, `inputs` (the schema of an object) "
    "and `tool_call_template`"
)


@dataclass(frozen=True)
class Document:
    """A contributed file that could be read: its *path*, *text* and *data*.

    *data* is the mapping at the root, made of dict, list, str, int, float, bool and None only.
    Positions are computed when the first one is asked for, by reading the text a second time; those
    in *outline*, of the root and its values, are kept from the first reading.
    """

    path: str
    text: str = field(repr=False)
    data: dict[str, Json] = field(repr=False)
    outline: Mapping[Pointer, Mark] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def _marks(self) -> dict[Pointer, Mark]:
        reading = Reading(self.path, wants_marks=True)
        _walk(self.path, self.text, reading)
        return reading.marks

    @property
    def _start(self) -> Place:
        """The position of the root. It is asked for most often and needs no second reading."""
        match = _START.search(self.text)
        at = match.start(1) if match else 0
        line = self.text.count("\n", 0, at) + 1
        return Place(self.path, line, at - self.text.rfind("\n", 0, at))

    def place(self, pointer: Pointer = ()) -> Place:
        """Return the position of the value at *pointer*, or of its nearest existing ancestor.

        For a scalar, that is the scalar itself; for a collection, its key. The line is the one
        that the author would edit.
        """
        if not pointer:
            return self._start
        mark = self._mark(pointer)
        if mark.is_scalar:
            return Place(self.path, mark.line, mark.column)
        return Place(self.path, mark.key_line, mark.key_column)

    def forget_places(self) -> None:
        """Free the memory of the positions, which may take more than the data itself.

        They are computed again when needed.
        """
        self.__dict__.pop("_marks", None)

    def key_place(self, pointer: Pointer) -> Place:
        """Return the position of the key at the end of *pointer*."""
        mark = self._mark(pointer)
        return Place(self.path, mark.key_line, mark.key_column)

    def spelling(self, pointer: Pointer) -> str:
        """Return the unquoted scalar at *pointer* as the author typed it (`1.10`), or ""."""
        mark = self._marks.get(pointer)
        return mark.text if mark else ""

    def _mark(self, pointer: Pointer) -> Mark:
        marks = self.outline if self.outline and len(pointer) < OUTLINE else self._marks
        while pointer and pointer not in marks:
            pointer = pointer[:-1]
        return marks.get(pointer, Mark(1, 1, 1, 1, "", is_scalar=False))

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


class Origin(NamedTuple):
    """A location in a contributed document that a diagnostic can point to."""

    document: Document
    pointer: Pointer = ()

    def at(self, *steps: str | int) -> Origin:
        """Return the location *steps* deeper."""
        return Origin(self.document, self.pointer + steps)

    @property
    def place(self) -> Place:
        """The line and column of the value here, or of its nearest existing ancestor."""
        return self.document.place(self.pointer)

    @property
    def key_place(self) -> Place:
        """The line and column of the key that leads here."""
        return self.document.key_place(self.pointer)


def read_document(path: str, data: bytes) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Return the document in *data*, the content of one file, and every problem found in it.

    *path* is shown in messages, and its suffix decides between JSON and YAML. The document is
    None when nothing usable could be read; there is then at least one problem. Never raises,
    whatever *data* contains.
    """
    reading = Reading(path)
    if is_empty(data):
        return None, (nothing_in(path),)
    text = decode(data, reading)
    if text is None:
        return None, tuple(reading.problems)
    # Texts are searched for plain words first: to look at each line takes ten times as long.
    conflict = _CONFLICT.search(text) if "\n>>>>>>> " in text else None
    if conflict:
        line = text.count("\n", 0, conflict.start()) + 1
        return None, (_conflict(Place(path, line)),)
    if other := something_else(path, text):
        return None, (other,)
    value = _walk(path, text, reading)
    if not reading.problems and not isinstance(value, dict):
        reading.problems.append(_not_a_mapping(path, value))
    if isinstance(value, dict):
        return Document(path, text, value, reading.marks), tuple(reading.problems)
    return None, tuple(reading.problems)


def _walk(path: str, text: str, reading: Reading) -> Json:
    try:
        return _walker(path)(text, reading).document()
    except UnreadableError:
        return None


def _walker(path: str) -> type[JsonWalk | YamlWalk]:
    if path.endswith(".json"):
        return JsonWalk
    # What is published is JSON, and its readers need no YAML installed.
    from registry.source._yaml import YamlWalk  # noqa: PLC0415

    return YamlWalk


def _conflict(place: Place) -> Diagnostic:
    return Diagnostic(
        place,
        "invalid-yaml" if not place.path.endswith(".json") else "invalid-json",
        "the file contains an unresolved git merge conflict",
        "keep one version, and remove the lines with <<<<<<<, ======= and >>>>>>>",
    )


def _not_a_mapping(path: str, value: Json) -> Diagnostic:
    folder, _, name = path.rpartition("/")
    first = _FIRST_KEYS.get(name) or _FIRST_KEYS.get(folder.rpartition("/")[2])
    kind, hint = "a single value", f"start with a key such as `{first}:`"
    if is_release(path):
        hint = "start with a key such as `utcp_version:`; tools go below `tools:`"
        if isinstance(value, list):
            keys = {key for each in value for key in mapping(each)}
            around = "`[` and `]`" if name.endswith(".json") else "`- ` and the indentation"
            is_manual = not keys.isdisjoint(_KEYS_OF_MANUALS)
            hint = _OUT_OF_LIST.format(around) if is_manual else _below_tools(keys)
        elif isinstance(value, str) and value.lstrip().startswith("{"):
            hint = "remove the quotes around it, and the backslashes in it: it is JSON"
    elif not first:
        hint = "start with a key, a colon and its value"
    elif isinstance(value, list) and folder.endswith("wishes"):
        hint = "start with `title:` and `wishes:`, and keep the list below `wishes`"
    if isinstance(value, list):
        kind = "a list"
    elif isinstance(value, str):
        shown = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
        kind = f"the string {shown!r}"
    return Diagnostic(
        Place(path),
        "root-not-mapping",
        f"the file contains {kind}, not a mapping of keys to values",
        hint,
    )


def _below_tools(keys: set[str]) -> str:
    """Return what to do with a list of tools that have *keys*."""
    if not keys.isdisjoint(_KEYS_OF_CALLS):
        return _OF_CONFIGURATION
    is_other = keys.isdisjoint(_KEYS_OF_TOOLS)
    version = '`utcp_version: "1.0.1"` and ' if is_other or "tool_call_template" in keys else ""
    hint = f"start with {version}`tools:`, and keep the list below `tools`"
    return f"{hint}; {_AS_TOOLS}" if is_other else hint
