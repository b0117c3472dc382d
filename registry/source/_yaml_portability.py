"""Find what libyaml accepts and other readers, or people, refuse or read as something else.

This is about what is between scalars, and how they are written; what they say is judged by
`scalars`. Hardly any text has any of it, and `is_suspect` says quickly which one may.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT_OR_SPACE = re.compile(r"(?:^|(?<=\s))#.*|[\t\ufeff]", re.MULTILINE)
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_IN_CURLY_QUOTES = re.compile(r"[“”„][^“”„\n]*[“”]|\u2018[^\u2018\u2019\n]*\u2019")
_CURLY_QUOTES = "“”„\u2018"
"""One of them begins what is in such quotes; most texts have none, which is seen at once."""

_KEPT_TO_THE_END = re.compile(r"[|>][1-9+]*(?:\s|$)")
"""A block of text without `-`, so that it ends with a line break."""


class Scalar(NamedTuple):
    """The place of a scalar, and its style: a quote, `|`, `>` or nothing."""

    start: int
    end: int
    style: str


class Difference(NamedTuple):
    """The offset of each place where readers differ for one reason, and what to say about it."""

    at: list[int]
    rule: str
    message: str
    hint: str


def is_suspect(text: str) -> bool:
    """Return whether *text* has a character that `differences` is about, wherever it is."""
    if "\t" in text or "\ufeff" in text or "\\/" in text or not text.endswith("\n"):
        return True
    has_curly_quotes = any(mark in text for mark in _CURLY_QUOTES)
    return has_curly_quotes and _IN_CURLY_QUOTES.search(text) is not None


def differences(text: str, scalars: list[Scalar]) -> Iterator[Difference]:
    """Yield where readers of *text* differ, which has these *scalars*."""
    spaces = list(_odd_spaces(_outlined(text, scalars)))
    if tabs := [at for at in spaces if text[at] == "\t"]:
        message = "some YAML readers refuse a tab here"
        is_json = text.lstrip().startswith("{")
        other = ", or, if this is JSON, rename the file to end in .json" if is_json else ""
        yield Difference(tabs, "invalid-yaml", message, f"replace it with spaces{other}")
    if marks := [at for at in spaces if text[at] == "\ufeff"]:
        message = "some YAML readers drop the character U+FEFF here, and others do not"
        yield Difference(marks, "unusable-key", message, "remove it")
    if slashes := list(_escaped_slashes(text, scalars)):
        message = r"some YAML readers refuse the escape sequence `\/`"
        yield Difference(slashes, "invalid-yaml", message, "write `/`")
    if curly := [each.start for each in scalars if _is_in_curly_quotes(text, each)]:
        mark = text[curly[0]]
        message = f"`{mark}` is no quote in YAML, but a part of the value"
        hint = "write plain quotes instead, or around the whole value"
        yield Difference(curly, "invalid-yaml", message, hint)
    last = scalars[-1] if scalars else Scalar(0, 0, "")
    is_open = last.end == len(text) and not text.endswith("\n")
    if is_open and _KEPT_TO_THE_END.match(text, last.start):
        message = "the text ends with a line break for some YAML readers, for others without"
        yield Difference(
            [last.end], "ambiguous-scalar", message, "end the last line with a line break"
        )


def _is_in_curly_quotes(text: str, scalar: Scalar) -> bool:
    return not scalar.style and bool(_IN_CURLY_QUOTES.fullmatch(text, scalar.start, scalar.end))


def _outlined(text: str, scalars: list[Scalar]) -> str:
    """Return *text* with letters in place of what is in quotes or a block, and of plain words."""
    parts: list[str] = []
    end = 0
    for start, stop, style in scalars:
        # The line with the indicator of a block does not belong to it.
        begin = text.find("\n", start, stop) if style in {"|", ">"} else start
        if begin >= 0:
            parts += (
                text[end:begin],
                re.sub(r"[^\n]" if style else r"[^\n\t]", "x", text[begin:stop]),
            )
            end = stop
    return "".join((*parts, text[end:]))


def _odd_spaces(outline: str) -> Iterator[int]:
    for found in _COMMENT_OR_SPACE.finditer(outline):
        if found[0][0] != "#":
            yield found.start()


def _escaped_slashes(text: str, scalars: list[Scalar]) -> Iterator[int]:
    for start, end, style in scalars:
        if style == '"':
            for found in _ESCAPE.finditer(text, start, end):
                if found[0] == r"\/":
                    yield found.start()
