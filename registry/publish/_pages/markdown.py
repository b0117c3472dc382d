"""Turn contributed text into Markdown that shows it and does nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.publish._pages.markup import public_host
from registry.publish._pages.values_as_code import pretty_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from registry.publish._pages.schema_rows import Row
    from registry.source import Json

MAX_CHOICES = 24
"""Values of a field of an answer that are named; those of an argument are all named."""

MOST_OF_OUTPUT = 1_800
"""Characters on what a tool answers; the record has the rest."""

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\[]<>|*#~!"})
_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_MARK = re.compile(r"^[-+=]")
_NUMBER = re.compile(r"^(\d+)(?=[.)](?:\s|$))")
_ACTIVE = re.compile(r"^[-+=\d\s]|[\\\[\]<>|*#~!_`\s](?<! )|  ")
"""What must be looked at: anything special, and white space beyond single spaces."""

_PLAIN = re.compile(r"[A-Za-z(\"'/][A-Za-z0-9 ,.;:'\"()/%&?@$-]*")
"""What need not be looked at any closer, which most texts are."""

_BACKTICKS = re.compile(r"`+")
_RUN = re.compile(r"``+")
"""Backticks that would begin a block, or code that other single ones do not end."""


class Markdown(str):
    """Text that is Markdown already."""

    __slots__ = ()


def line(value: object) -> object:
    """Return a value of a template as one line of plain text; numbers and Markdown as they are.

    Words between single backticks stay code. Nothing else that Markdown would act on is left.
    """
    if not isinstance(value, str) or isinstance(value, Markdown):
        return value
    if _PLAIN.fullmatch(value) and "  " not in value:
        return value
    if not _ACTIVE.search(value):
        return value
    parts = _RUN.sub(_quotes, " ".join(value.split())).split("`")
    if len(parts) % 2 == 0:
        return Markdown(_at_start(_escaped("'".join(parts))))
    pieces = (_escaped(part) if n % 2 == 0 else part for n, part in enumerate(parts))
    return Markdown(_at_start("`".join(pieces)))


def _quotes(run: re.Match[str]) -> str:
    return "'" * len(run[0])


def _escaped(text: str) -> str:
    text = text.translate(_SPECIAL)
    return _UNDERSCORE.sub(_backslashed, text) if "_" in text else text


def _backslashed(match: re.Match[str]) -> str:
    # `re` parses a template with a backslash in it again in each call.
    return f"\\{match[0]}"


def _at_start(text: str) -> str:
    """Return *text*, of one line, so that it is no entry of a list and no underline of a title."""
    if _MARK.match(text):
        return f"\\{text}"
    number = _NUMBER.match(text)
    return f"{number[1]}\\{text[number.end() :]}" if number else text


def block(text: str, language: str = "") -> Markdown:
    """Return *text* as a block of code that it cannot end."""
    fence = "`" * max(3, _longest_fence(text) + 1)
    return Markdown(f"{fence}{language}\n{text.rstrip()}\n{fence}")


def code_line(value: Json) -> Markdown:
    """Return *value* as JSON in one line of code."""
    return code_of(pretty_json(value))


def address(url: str) -> Markdown:
    """Return *url* as a link if it is a plain https address, else nothing."""
    return Markdown(f"<{url}>" if public_host(url) else "")


def field(row: Row, place: str = "", most: int | None = None) -> Markdown:
    """Return the row of a table of fields as an entry of a nested list.

    *place* is the part of the request that it goes to. Of its choices, *most* are named.
    """
    pad = "  " * row.depth
    if row.kind in ("more", "again"):
        return Markdown(f"{pad}- … {line(row.name)}")
    name = code_of(row.name) if row.kind in ("field", "pattern") else line(row.name)
    notes = [*filter(None, (place,)), row.type, *row.marks, *row.limits]
    pattern = f"; matches {code_of(row.pattern)}" if row.pattern else ""
    pieces = [f"{pad}- {name} ({line('; '.join(notes))}{pattern})"]
    if row.description:
        pieces.append(f": {line(row.description)}")
    left = f" … and {len(row.choices) - most} more" if most and len(row.choices) > most else ""
    for title, values, more in (
        ("One of", row.choices[:most], left),
        ("Default", row.default, ""),
        ("Such as", row.examples, ""),
    ):
        if values:
            pieces.append(f" {title} {', '.join(map(code_line, values))}{more}.")
    return Markdown("".join(pieces))


def inputs(rows: Sequence[Row], places: Mapping[str, str]) -> Markdown:
    """Return *rows* whole, each argument with the part of the request that it goes to."""
    lines = (field(row, "" if row.depth else places.get(row.name, "")) for row in rows)
    return Markdown("\n".join(lines))


def outputs(rows: Sequence[Row]) -> Markdown:
    """Return *rows* as deep as fits into `MOST_OF_OUTPUT` characters, and say what was left out."""
    written = [(row.depth, field(row, most=MAX_CHOICES)) for row in rows]
    deepest = max((depth for depth, _ in written), default=0)
    for depth in range(deepest, -1, -1):
        texts = [text for level, text in written if level <= depth]
        if depth == 0 or sum(map(len, texts)) <= MOST_OF_OUTPUT:
            break
    size, count = 0, 0
    for count, text in enumerate(texts, start=1):  # noqa: B007 - it is read after the loop
        size += len(text)
        if size > MOST_OF_OUTPUT:
            break
    if left := len(rows) - count:
        texts = [*texts[:count], Markdown(f"- … {left} more, in the record")]
    return Markdown("\n".join(texts))


def code_of(text: str) -> Markdown:
    """Return *text* as code in a line."""
    if text.isidentifier():
        return Markdown(f"`{text}`")
    text = " ".join(text.split())
    longest = _longest_fence(text)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return Markdown(f"{fence}{pad}{text}{pad}{fence}")


def _longest_fence(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text))) if "`" in text else 0
