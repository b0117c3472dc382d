"""Hide secrets in whatever a server sends back, however they are spelt there."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_SHORTEST = 4
"""Characters from which on a value is hidden: a shorter one is part of any text."""

_SHORTEST_CODED = 6
"""Characters of a coded spelling from which on it is hidden."""


class Mask:
    """Replaces secrets by `${NAME}`, in all spellings that programs give text.

    These are percent-encoding, once or twice and of any of the characters; escapes of JSON,
    JavaScript and HTML; base64 with either alphabet, also as a part of what was encoded; and
    hexadecimal digits.
    """

    def __init__(self, secrets: Mapping[str, str]) -> None:
        """*secrets* are values by name."""
        spellings = [
            (spelling, name)
            for name, secret in secrets.items()
            # A header is sent without the space around it, and many a server drops it elsewhere.
            for value in dict.fromkeys((secret, secret.strip()))
            if len(value) >= _SHORTEST
            for spelling in _spellings(value)
        ]
        # The longest first: a value that begins with another is not to end in a rest.
        self._patterns = [
            (re.compile(pattern), f"${{{name}}}")
            for pattern, name in sorted(spellings, key=lambda each: (-len(each[0]), each[1]))
        ]

    def __call__(self, text: str) -> str:
        """Return *text* without any of the secrets."""
        for pattern, name in self._patterns:
            text = pattern.sub(lambda _, name=name: name, text)  # type: ignore[misc]
        return text


def _spellings(value: str) -> Iterator[str]:
    """Yield a pattern for each way of writing *value*."""
    data = value.encode()
    yield _pattern(value)
    yield _hexadecimal(data)
    for code in dict.fromkeys((*_base64(data, b"+/"), *_base64(data, b"-_"))):
        if len(code) >= _SHORTEST_CODED:
            yield _pattern(code)


def _pattern(text: str) -> str:
    return "".join(f"(?:{'|'.join(_spellings_of(character))})" for character in text)


def _spellings_of(character: str) -> Iterable[str]:
    """Return patterns for one *character*, each of which begins with a letter of its own."""
    number = ord(character)
    coded = character.encode()
    yield re.escape(character)
    if character == " ":
        yield r"\+"
    # `%25` is a `%` that was encoded once more.
    yield "".join(f"%(?:25)*{_digits(f'{byte:02x}')}" for byte in coded)
    units = character.encode("utf-16-be")
    pairs = (units[index : index + 2].hex() for index in range(0, len(units), 2))
    yield "".join(rf"\\{{1,2}}u\{{?0*{_digits(pair.lstrip('0') or '0')}\}}?" for pair in pairs)
    yield "".join(rf"\\{{1,2}}x{_digits(f'{byte:02x}')}" for byte in coded)
    yield f"&#(?:0*{number}|[xX]0*{_digits(f'{number:x}')});"
    if character in _ENTITIES:
        yield f"&(?:{_ENTITIES[character]});"
    if character in _ESCAPES:
        yield r"\\{1,4}" + re.escape(_ESCAPES[character])


_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "\n": "n", "\r": "r", "\t": "t"}
_ENTITIES = {"&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos"}


def _digits(text: str) -> str:
    """Return a pattern for hexadecimal digits in either case."""
    return "".join(f"[{each}{each.upper()}]" if each.isalpha() else each for each in text)


def _hexadecimal(data: bytes) -> str:
    return r"[\s:-]?".join(_digits(f"{byte:02x}") for byte in data)


def _base64(data: bytes, alphabet: bytes) -> Iterator[str]:
    """Yield what is left of *data* in base64, whatever comes before and after it."""
    for before in range(3):
        coded = base64.b64encode(b"\0" * before + data, alphabet).decode()
        start = (8 * before + 5) // 6
        end = 8 * (before + len(data)) // 6
        yield coded[start:end]
