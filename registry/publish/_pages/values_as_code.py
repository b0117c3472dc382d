"""Write values as source code."""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, TypeAlias

from registry.model import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from registry.source import Json

_Known: TypeAlias = "dict[tuple[int, int], str]"
"""By the identity of a mapping that outlives it, and the indent: the mapping as it is written."""

_WIDTH = 76

_UNSEEN = re.compile(
    "[\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
"""Characters that a reader does not see, or that move what is seen; code spells them out."""

_HARMLESS = re.compile(r"[A-Za-z0-9 :/?&=.,_~%+-]*")
"""What a shell does not interpret between double quotes."""


_NESTED = (dict, list)


def pretty_json(value: Json | Mapping[str, Json]) -> str:
    """Return *value* as JSON, on one line where it is short; further lines are indented."""
    return _visible_text(_code_of(value, 0, 2, _json_line))


def pretty_jsons(values: Sequence[Json | Mapping[str, Json]]) -> Iterator[str]:
    """Yield each of *values* as `pretty_json` writes it; the parts that they share, only once."""
    known: _Known = {}
    for value in values:
        yield _visible_text(_code_of(value, 0, 2, _json_line, known))


def to_python(value: Json | Mapping[str, Json], indent: int = 0) -> str:
    """Return *value* as a Python literal, on one line where it is short."""
    return _code_of(value, indent, 4, _python_line)


_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def _json_line(value: object) -> str:
    # For most values, the encoder only calls these very functions, slowly.
    if type(value) is str:
        return encode_basestring(value)
    if type(value) is bool:
        return "true" if value else "false"
    return str(value) if type(value) is int else _encode(value)


def _visible_text(text: str) -> str:
    """Return *text* with what nobody sees spelt out."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _UNSEEN.sub(_spelt_out, text)


def _spelt_out(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]


def _python_line(value: object) -> str:
    if isinstance(value, str):
        text = _visible_text(_json_line(value))
        # JSON spells characters beyond U+FFFF as two halves, which Python would not join again.
        return ascii(value) if r"\ud" in text else text
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_python_line(k)}: {_python_line(v)}' for k, v in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_python_line, value))}]"
    return repr(value)


def _code_of(
    value: object,
    indent: int,
    step: int,
    line: Callable[[object], str],
    written: _Known | None = None,
) -> str:
    """Return *value* as *line* writes it where that is short, else one entry a line.

    What is *written* is not written again.
    """
    if not value or not isinstance(value, _NESTED):
        return line(value)
    key = id(value), indent
    if written and key in written:
        return written[key]
    inner = indent + step
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [
            f"{line(k)}: {line(v) if type(v) is str else _code_of(v, inner, step, line, written)}"
            for k, v in value.items()
        ]
    else:
        opening, closing = "[]"
        parts = [_code_of(each, inner, step, line, written) for each in value]
    # What is in one line itself is so everywhere: no value is written twice.
    whole = ", ".join(parts)
    if indent + len(whole) + 2 <= _WIDTH and "\n" not in whole:
        text = f"{opening}{whole}{closing}"
    else:
        between = ",\n" + " " * inner
        text = f"{opening}\n{' ' * inner}{between.join(parts)}\n{' ' * indent}{closing}"
    if written is not None:
        written[key] = text
    return text


class StandIns(dict[str, str]):
    """The stand-ins for the values of variables, by name, until a shell word is made of them.

    It consists of characters that are not encoded in URLs, and is not in the text that is given.
    """

    def __init__(self, text: str) -> None:
        start = "variable"
        while f"{start}~" in text:
            start += "x"
        super().__init__()
        self._start = start
        self.pattern = re.compile(f"{start}~([A-Za-z0-9_]+)~")

    def __missing__(self, name: str) -> str:
        return f"{self._start}~{name}~"


def shell_word(text: str, variable: re.Pattern[str] = VARIABLE) -> str:
    """Return *text* as one word for a POSIX shell, which only fills in the variables.

    A *variable* has its name as the first group.
    """
    pieces = variable.split(text)
    if len(pieces) > 1 and all(map(_HARMLESS.fullmatch, pieces[::2])):
        return f'"{"".join(_parts(pieces, str))}"'
    return "".join(_parts(pieces, _single_quoted, '"')) or "''"


def _parts(pieces: list[str], written: Callable[[str], str], quote: str = "") -> Iterator[str]:
    """Yield *pieces*, each second of which is the name of a variable."""
    for number, piece in enumerate(pieces):
        yield f"{quote}${{{piece}}}{quote}" if number % 2 else written(piece)


def _single_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'" if text else ""
