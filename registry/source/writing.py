"""Write JSON-shaped data as readable YAML that the strict reader accepts.

Block style, two spaces, keys in the order of the mapping; long strings are folded, and short
lists of scalars are written on one line. What might be read as something else is quoted.
Comments keep their places.
"""

from __future__ import annotations

import json
import re
import textwrap
from types import MappingProxyType
from typing import TYPE_CHECKING

from registry.source.comments import Remarks
from registry.source.scalars import AmbiguousScalarError, UnsafeNumberError, resolve_scalar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source._reading import Json, Pointer

WIDTH = 100

_PLAIN = re.compile(r"[\w/$(^+.](?!.*(?:: | #)).*(?<![: ])", re.DOTALL)
_VERSION = re.compile(r"[0-9.]+")
"""A string in any case, but people expect quotes around it, as `1.0` would need them."""

_BOOLEAN = re.compile(r"[yYnN]")
"""A string for this reader, but true or false for some of YAML 1.1."""

_IN_FLOW = re.compile(r"[^,\[\]{}?]*")
"""A question mark is for readers that take it for the start of a key, such as that of PyYAML."""

_HIDDEN = re.compile(r"[^ -~\n]")
_COMMENT = re.compile(r"\s*(#|$)")
_NO_REMARKS = Remarks()

_MIN_FOLDED = 24
"""The fewest characters that a line must have room for if a string is to be folded."""


def write_yaml(
    data: Mapping[str, Json], remarks: Mapping[Pointer, Remarks] = MappingProxyType({})
) -> str:
    """Return *data* as one YAML document; reading it with `read_document` gives the same data.

    Mappings in a list at the top level, such as tools, are separated by blank lines. *remarks*
    are the comments by entry. Only lone surrogates and numbers that JSON cannot represent would
    be refused when the document is read.
    """
    return "\n".join(_Writer(remarks).document(data)) + "\n"


def write_json(value: Json, indent: int | None = None) -> str:
    """Return *value* as JSON that people read, in which nothing is hidden."""
    return _HIDDEN.sub(_unhidden, json.dumps(value, ensure_ascii=False, indent=indent))


def write_like(spelling: str, value: Json) -> str:
    """Return the scalar *value* as YAML, in the quotes that *spelling* has, if it fits in them."""
    if not isinstance(value, str):
        return _scalar(value)
    if spelling.startswith("'") and value.isprintable():
        return "'{}'".format(value.replace("'", "''"))
    if spelling.startswith('"'):
        return _quoted(value)
    is_version = bool(_VERSION.fullmatch(spelling) and _VERSION.fullmatch(value))
    return value if is_version and _reads_as_text(value) else _scalar(value, in_flow=True)


class _Writer:
    """Yields lines, each entry with its comments."""

    def __init__(self, remarks: Mapping[Pointer, Remarks]) -> None:
        self._remarks = remarks
        self._above = {pointer[:end] for pointer in remarks for end in range(len(pointer))}

    def document(self, data: Mapping[str, Json]) -> Iterator[str]:
        yield from self._at(()).before
        yield from self._mapping(data, (), 0) if data else ["{}"]
        yield from self._at(()).after

    def _at(self, pointer: Pointer) -> Remarks:
        return self._remarks.get(pointer, _NO_REMARKS)

    def _mapping(self, value: Mapping[str, Json], pointer: Pointer, indent: int) -> Iterator[str]:
        before: list[str] = []
        for number, (key, inner) in enumerate(value.items(), 1):
            inner_pointer = (*pointer, key)
            yield from _indented(before + self._at(inner_pointer).before, indent)
            yield from self._entry(key, inner, inner_pointer, indent)
            before = self._at(inner_pointer).after
            if not pointer and _is_airy(inner) and number < len(value):
                yield ""
        yield from _indented(before, indent)

    def _entry(self, key: str, value: Json, pointer: Pointer, indent: int) -> Iterator[str]:
        head, behind = f"{' ' * indent}{_key(key)}:", self._behind(pointer)
        if isinstance(value, dict) and value:
            yield head + behind
            yield from self._mapping(value, pointer, indent + 2)
        elif isinstance(value, list) and value:
            flow = "" if pointer in self._above else _flow(value)
            if flow and len(head) + 1 + len(flow) <= WIDTH:
                yield f"{head} {flow}{behind}"
            else:
                yield head + behind
                yield from self._sequence(value, pointer, indent + 2)
        else:
            yield from _headed(f"{head} ", value, indent + 2, behind)

    def _sequence(self, value: list[Json], pointer: Pointer, indent: int) -> Iterator[str]:
        is_airy = len(pointer) == 1 and _is_airy(value)
        before: list[str] = []
        for number, inner in enumerate(value):
            inner_pointer = (*pointer, number)
            if is_airy and number:
                yield ""
            yield from _indented(before + self._at(inner_pointer).before, indent)
            yield from self._item(inner, inner_pointer, indent)
            before = self._at(inner_pointer).after
        yield from _indented(before, indent)

    def _item(self, value: Json, pointer: Pointer, indent: int) -> Iterator[str]:
        dash = f"{' ' * indent}- "
        if not isinstance(value, dict | list) or not value:
            yield from _headed(dash, value, indent + 2, self._behind(pointer))
            return
        lines = list(
            self._mapping(value, pointer, indent + 2)
            if isinstance(value, dict)
            else self._sequence(value, pointer, indent + 2)
        )
        # No comment may come between the dash and the first entry.
        first = next(at for at, line in enumerate(lines) if not _COMMENT.match(line))
        behind = self._at(pointer).behind
        yield from _indented([behind] if behind else [], indent)
        yield from _indented([line.strip() for line in lines[:first]], indent)
        yield dash + lines[first][indent + 2 :]
        yield from lines[first + 1 :]

    def _behind(self, pointer: Pointer) -> str:
        behind = self._at(pointer).behind
        return f"  {behind}" if behind else ""


def _indented(lines: list[str], indent: int) -> Iterator[str]:
    return (" " * indent + line if line else "" for line in lines)


def _is_airy(value: Json) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) and each for each in value)


def _headed(head: str, value: Json, indent: int, behind: str) -> Iterator[str]:
    """Yield *head* followed by a scalar or an empty collection, on lines below if it is long."""
    text = _scalar(value)
    is_long = isinstance(value, str) and len(head) + len(text) > WIDTH
    block = _block(value, WIDTH - indent, is_long) if isinstance(value, str) else None
    if block is None:
        yield head + text + behind
        return
    indicator, lines = block
    yield head + indicator + behind
    yield from _indented(lines, indent)


def _block(text: str, width: int, is_long: bool) -> tuple[str, list[str]] | None:  # noqa: FBT001
    """Return how *text* is written below its key, or None if it fits beside the key."""
    body = text.removesuffix("\n")
    end = "" if body != text else "-"
    lines = body.split("\n")
    if "\n" in text and _is_literal(lines) and max(map(len, lines)) <= width:
        return f"|{end}", lines
    if ("\n" in text or is_long) and _is_foldable(lines, width):
        return f">{end}", [each for line in lines for each in ("", *_folded_lines(line, width))][1:]
    if "\n" in text and _is_literal(lines):
        return f"|{end}", lines
    return None


def _is_foldable(lines: list[str], width: int) -> bool:
    """Return whether folding *lines* and joining them again gives the same text."""
    return (
        any(" " in line for line in lines)
        and width >= _MIN_FOLDED
        and bool(lines[0] and lines[-1])
        and all(line.isprintable() and line == line.strip() for line in lines)
    )


def _folded_lines(text: str, width: int) -> list[str]:
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    # Only a line break between two words is a space again.
    return lines if " ".join(lines) == text else [text]


def _is_literal(lines: list[str]) -> bool:
    return (
        bool(lines[0].strip() and lines[-1])
        and all(line.isprintable() and line == line.rstrip() for line in lines)
        and not lines[0].startswith(" ")
    )


def _flow(values: list[Json]) -> str:
    """Return a list of scalars on one line, or "" if it contains collections."""
    if any(isinstance(each, dict | list) for each in values):
        return ""
    return f"[{', '.join(_scalar(each, in_flow=True) for each in values)}]"


def _key(key: str) -> str:
    return key if _is_plain(key) and "\n" not in key else _quoted(key)


def _scalar(value: Json, *, in_flow: bool = False) -> str:
    if isinstance(value, str):
        is_plain = _is_plain(value) and (not in_flow or _IN_FLOW.fullmatch(value))
        return value if is_plain else _quoted(value)
    if isinstance(value, float):
        # The strict reader requires a decimal point in every float.
        return re.sub(r"^(-?\d+)e", r"\1.0e", repr(value))
    return json.dumps(value)


def _is_plain(text: str) -> bool:
    """Return whether every reader reads *text* without quotes as the same string."""
    return (
        text.isprintable()
        and bool(_PLAIN.fullmatch(text))
        and not _VERSION.fullmatch(text)
        and not _BOOLEAN.fullmatch(text)
        and _reads_as_text(text)
    )


def _reads_as_text(text: str) -> bool:
    try:
        return resolve_scalar(text) == text
    except (AmbiguousScalarError, UnsafeNumberError):
        return False


def _quoted(text: str) -> str:
    return re.sub(r"[^ -~]", _escaped, json.dumps(text, ensure_ascii=False))


def _unhidden(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def _escaped(found: re.Match[str]) -> str:
    char = found[0]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"  # noqa: PLR2004
