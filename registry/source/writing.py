"""Write JSON-shaped data as YAML that is pleasant to read and that the strict reader takes back.

Block style, two spaces, keys in the order of the mapping; long texts are folded, short lists of
scalars stand on one line. What might be read as something else is quoted.
"""

from __future__ import annotations

import json
import re
import textwrap
from typing import TYPE_CHECKING

from registry.source.scalars import AmbiguousScalarError, UnsafeNumberError, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source._reading import Json

WIDTH = 100

_PLAIN = re.compile(r"[\w/$(^+.](?!.*(?:: | #)).*(?<![: ])", re.DOTALL)
_VERSION = re.compile(r"[0-9.]+")
"""Text, but people are used to quotes around it, as `1.0` would need them."""

_IN_FLOW = re.compile(r"[^,\[\]{}]*")
_MIN_FOLDED = 24
"""Characters a line must hold for a text to be folded there."""


def write_yaml(data: Mapping[str, Json]) -> str:
    """Return *data* as one YAML document that `registry.source.read` reads as the same data.

    Mappings in a list at the top, such as tools, are set apart by blank lines. Halves of characters
    and numbers that JSON cannot carry are the only things that the reader would refuse again.
    """
    lines: list[str] = []
    was_airy = False
    for key, value in data.items():
        is_airy = isinstance(value, list) and any(isinstance(each, dict) and each for each in value)
        if was_airy:
            lines.append("")
        entry = list(_entry(key, value, 0))
        if is_airy:
            starts = [at for at, line in enumerate(entry) if line.startswith("  - ")]
            for at in reversed(starts[1:]):
                entry.insert(at, "")
        lines += entry
        was_airy = is_airy
    return "\n".join(lines or ["{}"]) + "\n"


def _entry(key: str, value: Json, indent: int) -> Iterator[str]:
    head = f"{' ' * indent}{_key(key)}:"
    if isinstance(value, dict) and value:
        yield head
        yield from _mapping(value, indent + 2)
    elif isinstance(value, list) and value:
        line = f"{head} {flow}" if (flow := _flow(value)) else ""
        if line and len(line) <= WIDTH:
            yield line
        else:
            yield head
            yield from _sequence(value, indent + 2)
    else:
        yield from _headed(f"{head} ", value, indent + 2)


def _mapping(value: dict[str, Json], indent: int) -> Iterator[str]:
    for key, inner in value.items():
        yield from _entry(key, inner, indent)


def _sequence(value: list[Json], indent: int) -> Iterator[str]:
    dash = f"{' ' * indent}- "
    for inner in value:
        if isinstance(inner, dict | list) and inner:
            block = _mapping if isinstance(inner, dict) else _sequence
            first, *rest = block(inner, indent + 2)  # type: ignore[arg-type]
            yield dash + first[indent + 2 :]
            yield from rest
        else:
            yield from _headed(dash, inner, indent + 2)


def _headed(head: str, value: Json, indent: int) -> Iterator[str]:
    """Yield *head* with a scalar or an empty collection behind it, below it where it is long."""
    text = _scalar(value)
    width = WIDTH - indent
    if isinstance(value, str) and len(head) + len(text) > WIDTH and _is_foldable(value, width):
        yield f"{head}>-"
        yield from (" " * indent + line for line in _folded(value, width))
    elif isinstance(value, str) and "\n" in value and _is_literal(value):
        yield f"{head}|-"
        yield from (" " * indent + line if line else "" for line in value.split("\n"))
    else:
        yield head + text


def _is_foldable(text: str, width: int) -> bool:
    """Tell whether the lines of a folded *text* join to the same text again."""
    return (
        " " in text
        and width >= _MIN_FOLDED
        and text.isprintable()
        and text == " ".join(text.split(" ")).strip()
    )


def _folded(text: str, width: int) -> list[str]:
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    # Only a line break between two words is a space again.
    return lines if " ".join(lines) == text else [text]


def _is_literal(text: str) -> bool:
    lines = text.split("\n")
    return (
        bool(lines[0].strip() and lines[-1])
        and all(line.isprintable() and line == line.rstrip() for line in lines)
        and not lines[0].startswith(" ")
    )


def _flow(values: list[Json]) -> str:
    """Return a list of scalars on one line, or "" where it holds collections."""
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
        # The strict reader wants a point in every number that is not whole.
        return re.sub(r"^(-?\d+)e", r"\1.0e", repr(value))
    return json.dumps(value)


def _is_plain(text: str) -> bool:
    """Tell whether *text* without quotes is the same text to every reader."""
    if not text.isprintable() or not _PLAIN.fullmatch(text) or _VERSION.fullmatch(text):
        return False
    try:
        return resolve(text) == text
    except (AmbiguousScalarError, UnsafeNumberError):
        return False


def _quoted(text: str) -> str:
    return re.sub(r"[^ -~]", _escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    char = found[0]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"  # noqa: PLR2004
