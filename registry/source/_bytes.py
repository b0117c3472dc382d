"""Decode bytes: only UTF-8, of limited size, with line ends that all readers agree on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source._reading import Reading

_BYTE_ORDER_MARKS = (
    (b"\xff\xfe", "is written in UTF-16 or UTF-32"),
    (b"\xfe\xff", "is written in UTF-16"),
    (b"\xef\xbb\xbf", "starts with a byte order mark"),
)
_PACKED = "commit the file that is in it"
_PICTURED = "write what it says as plain UTF-8 text"
_NO_TEXT = (
    (b"%PDF-", "a PDF document", _PICTURED),
    (b"PK\x03\x04", "a ZIP archive or an office document", _PACKED),
    (b"\x1f\x8b", "compressed with gzip", _PACKED),
    (b"\x89PNG", "an image", _PICTURED),
    (b"\xff\xd8\xff", "an image", _PICTURED),
)
_MAYBE_ODD = "\r\x85\u2028\u2029"
_ODD_LINE_BREAK = re.compile("[\r\x85\u2028\u2029](?!(?<=\r)\n)")
"""Begins with a set of characters, which is searched for many times faster than one of two."""


def decode(data: bytes, reading: Reading) -> str | None:
    """Return the text in *data*, or None if it cannot be decoded; problems go to *reading*."""
    for at, rule, message, hint in _refusals(data, reading.limits.size):
        reading.report(*_place(data[:at]), rule, message, hint)
        return None
    return _with_plain_lines(data.decode("utf-8"), reading)


def _refusals(data: bytes, limit: int) -> Iterator[tuple[int, str, str, str]]:
    """Yield why *data* cannot be read, each reason with the offset of the offending byte."""
    if len(data) > limit:
        size = f"more than {limit:,} bytes"
        yield 0, "oversized-file", f"the file has {size}", "split the manual into several"
    for start, what, hint in _NO_TEXT:
        if data.startswith(start):
            yield 0, "non-utf8-bytes", f"the file is {what}, not text", hint
    for mark, what in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            yield 0, "non-utf8-bytes", f"the file {what}", "save it as UTF-8 without a BOM"
    if (at := data.find(0)) >= 0:
        yield at, "non-utf8-bytes", "the file contains a NUL byte", "save it as plain UTF-8 text"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the byte 0x{data[error.start]:02X} here is not UTF-8"
        yield error.start, "non-utf8-bytes", message, "save the file as UTF-8"


def _place(before: bytes) -> tuple[int, int]:
    """Return line and column, from 1, of what follows *before*."""
    lines = before.decode("utf-8", "replace").split("\n")
    return len(lines), len(lines[-1]) + 1


def _with_plain_lines(text: str, reading: Reading) -> str:
    """Return *text* with plain line ends; report characters that end a line for some readers only.

    Otherwise every line number after the first of them would be wrong for some readers.
    """
    may_be_odd = any(each in text for each in _MAYBE_ODD)
    odd = _ODD_LINE_BREAK.search(text) if may_be_odd else None
    if odd is None:
        return text
    before = text[: odd.start()]
    reading.report(
        before.count("\n") + 1,
        len(before) - before.rfind("\n"),
        "unusual-line-separator",
        f"the character U+{ord(odd.group()):04X} here ends a line for some readers only",
        "use a plain line feed, or a space"
        if "\n" in text
        else "save the file with line feeds (LF)",
    )
    return _ODD_LINE_BREAK.sub(lambda found: "\n" if found.group() == "\r" else " ", text)
