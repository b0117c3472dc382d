"""Turn contributed text into Markdown that shows it and does nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.publish._pages.code import to_json
from registry.publish._pages.markup import public_host

if TYPE_CHECKING:
    from registry.publish._pages.schema_rows import Row
    from registry.source import Json

MAX_CHOICES = 24
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
    # Templates with a backslash in them are looked up anew in each call.
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


def code(value: Json) -> Markdown:
    """Return *value* as JSON in one line of code."""
    return code_of(to_json(value))


def address(url: str) -> Markdown:
    """Return *url* as a link if it is a plain https address, else nothing."""
    return Markdown(f"<{url}>" if public_host(url) else "")


def field(row: Row) -> Markdown:
    """Return the row of a table of fields as an entry of a nested list."""
    pad = "  " * row.depth
    if row.kind in ("more", "again"):
        return Markdown(f"{pad}- … {line(row.name)}")
    name = code_of(row.name) if row.kind in ("field", "pattern") else line(row.name)
    facts = [row.type, *row.marks, *row.limits]
    if row.pattern:
        facts.append(f"like {row.pattern}")
    told = [f"{pad}- {name} ({line('; '.join(facts))})"]
    if row.description:
        told.append(f": {line(row.description)}")
    for title, values in (
        ("One of", row.choices[:MAX_CHOICES]),
        ("Default", row.default),
        ("Such as", row.examples),
    ):
        if values:
            told.append(f" {title} {', '.join(map(code, values))}.")
    return Markdown("".join(told))


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
