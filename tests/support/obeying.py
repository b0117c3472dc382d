"""Do what a hint says, to the letter, where it says exactly what to do."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.source import read_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.diagnostics import Diagnostic
    from registry.source import Document, Json, Pointer


class Spot(NamedTuple):
    """Where to change something: the *key* in what contains it, and whether its name is wrong."""

    parent: Any
    key: Any
    is_name: bool

    def write(self, snippet: str) -> None:
        """Put *snippet* there: a value, or the whole line of the key."""
        value: Any = typed(snippet)
        is_line = isinstance(value, dict) and self.key in value
        self.parent[self.key] = value[self.key] if is_line else value

    def rename(self, name: str) -> None:
        """Write *name* in place of the key, or of the value that is a name."""
        if not self.is_name:
            self.parent[self.key] = name
            return
        entries = list(self.parent.items())
        self.parent.clear()
        self.parent.update((name if key == self.key else key, value) for key, value in entries)

    def rename_in(self, key: str, name: str) -> None:
        """Call *key* in the mapping there *name*, or there itself."""
        is_inside = key != self.key
        Spot(self.parent[self.key] if is_inside else self.parent, key, is_name=True).rename(name)

    def remove(self, *_: str) -> None:
        """Remove the key with its value, or the entry."""
        del self.parent[self.key]

    def move(self, name: str) -> None:
        """Move the key with its value into the mapping *name* beside it."""
        # The key may be there without a value, as where indentation is lost.
        self.parent[name] = {**(self.parent.get(name) or {}), self.key: self.parent.pop(self.key)}

    def add(self, line: str, below: str = "") -> None:
        """Add *line* to the mapping there or, in the whole file, to the one *below* a key."""
        mapping = self.parent[self.key]
        (mapping.setdefault(below, {}) if below else mapping).update(typed(line))


_FORMS: dict[str, Callable[..., None]] = {
    r"(?:did you mean|rename it to) [`']([^`'{}]+)[`'](?:\?.*)?": Spot.rename,
    r"(?:write .*, or )?quote it: (\".*?\")": Spot.write,
    r"remove the quotes: (.*)": Spot.write,
    r"write `([^` ]+|\w+: [^`]+)`(?: instead|[:;] .*)?": Spot.write,
    r"write '([^']+)' here.*": Spot.write,
    r"write (https://[^\s,]+|true|false|null)(?:,? .*)?": Spot.write,
    r"remove (?:it|the line|the key|the header|the variable|`\w+`)(?:[:;,] .*)?": Spot.remove,
    r"move it into `([^`]+)`": Spot.move,
    # The call of a tool decides which version of UTCP the whole file is.
    r"add `((?!tool_call_template)[\w$-]+: [^`]+)`": Spot.add,
    r"rename `([^`]+)` to `([^`]+)`": Spot.rename_in,
}
"""Hints that leave nothing to decide, and what to do."""

_TO_A_KEY = re.compile(r"add `([\w$-]+: [^`]+)`(?: or `[^`]+`)? to `([^`]+)`.*", re.DOTALL)
"""The same for those that name the place in the file."""


def obeyed(document: Document, problem: Diagnostic) -> dict[str, Json] | None:
    """Return the data of *document* after its author did what the hint of *problem* says.

    None where the hint leaves something to decide, or the problem is not about a value.
    """
    data: dict[str, dict[str, Json]] = {"": copy.deepcopy(document.data)}
    if found := _TO_A_KEY.fullmatch(problem.hint):
        Spot(data, "", is_name=False).add(*found.groups())
        return data[""]
    for form, act in _FORMS.items():
        found = re.fullmatch(form, problem.hint, re.DOTALL)
        pointer, is_name = _about(document, problem) if found else (None, False)
        if found and pointer is not None:
            *steps, key = ("", *pointer)
            parent: Any = data
            for step in steps:
                parent = parent[step]
            act(Spot(parent, key, is_name), *found.groups())
            return data[""]
    return None


def typed(snippet: str) -> Json:
    """Return what *snippet* means where it is typed as a value or as a line; fail if it cannot."""
    for lines in (f"{snippet}\n", f"typed: {snippet}\n"):
        document, problems = read_document("1.0.0.yaml", lines.encode())
        if document and not problems:
            return document.data.get("typed", document.data)
    raise AssertionError(f"this cannot be typed: {snippet}")


def _about(document: Document, problem: Diagnostic) -> tuple[Pointer | None, bool]:
    """Return the pointer to what *problem* is about, and whether it is about the name of a key.

    None where that is no value.
    """
    if problem.message.startswith("the file has no "):
        return (), False
    at_place: list[Pointer] = []
    words = set(re.findall(r"'[^']*'|`[^`]*`", problem.message))
    for pointer in _pointers(document.data):
        if problem.place in (document.place(pointer), document.key_place(pointer)):
            value, key = document.get(pointer), pointer[-1]
            if isinstance(value, str) and repr(value) in problem.message:
                return pointer, False
            if isinstance(key, str) and {repr(key), f"`{key}`"} & words:
                return pointer, True
            if isinstance(value, dict) and repr(value.get("name", value.get("id"))) in words:
                return pointer, False
            if problem.message.find(f"{key}`") > 0 or f"[{key}]`" in problem.message:
                at_place.append(pointer)
    return (at_place[-1] if at_place else None), False


def _pointers(value: Json, pointer: Pointer = ()) -> Iterator[Pointer]:
    if pointer:
        yield pointer
    entries: Any = value.items() if isinstance(value, dict) else ()
    for step, inner in enumerate(value) if isinstance(value, list) else entries:
        yield from _pointers(inner, (*pointer, step))
