"""A string as a model may read it: with what is encoded, disguised or spelled out in it decoded."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import unquote

from registry.model.naming import part_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.rules._strings import Strings

_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_HEX = re.compile(r"(?:(?:\\x|0x|%|\b)?[0-9a-fA-F]{2}[\s:,]?){8,}")
_DIGIT = re.compile(r"\d")
_ESCAPED = re.compile(r"\\u00([0-9a-fA-F]{2})|\\x([0-9a-fA-F]{2})|\\[nrst][+*]?")
"""Characters by their numbers, and white space as strings and patterns write it."""

_LEET = re.compile(r"[0134578@$](?:(?<=[A-Za-z].)[0134578@$]{0,2}[A-Za-z]|(?<=\b.)[A-Za-z]{2})")
"""A digit between letters, or before some. Begins with what is rare: the search is fast."""

_SPACED = re.compile(r"\b(?:\w[ .\-_*]){5,}\w\b")
_WORD = re.compile(r"[a-z]+")
_NAME = re.compile(r"[A-Za-z]{20,}")

_PLUS_AND_SLASH = str.maketrans("-_", "+/")
_LETTERS = str.maketrans("0134578@$", "oleastbas")
_OTHER_LETTERS = str.maketrans("0134578@$", "oieastbas")

_COMMON = "the and you user all tool not this with any to of is that your instructions"
_ROTATED = frozenset(codecs.encode(_COMMON, "rot13").split()) - {"gb", "bs", "vf", "nyy", "nal"}
_REVERSED = frozenset(_COMMON[::-1].split()) - {"ot", "fo", "si", "ton"}
_TURNED = _ROTATED | _REVERSED

_LOOK = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u0432\u043a"
    "\u043c\u043d\u0442\u03b1\u03bf\u03bd\u03c1\u03b9\u03ba\u03c5\u03c4\u03b5\u0410\u0412\u0415"
    "\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0391\u0392\u0395\u0399\u039a\u039c"
    "\u039d\u039f\u03a1\u03a4\u03a7",
    "aeopcyxijshdqbkmhtaovpikuteABEKMHOPCTXIABEIKMNOPTX",
)
_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}
_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef]"
)

_MARKED = re.compile(r"[^\x00-#'-/:-?A-\[\]-\x7f][^\n\x00]*")
"""What all disguises but those below need: 0-9, @, $, %, &, a backslash, letters beyond ASCII.

Written by what is left out: a set of all letters beyond ASCII takes long to compile.
"""

_RUN = re.compile(rf"{_ENCODED.pattern}[^\n\x00]*")
_APART = re.compile(r"[ .\-_*]\w" * 4 + r"[ .\-_*]")
"""What all that `_SPACED` matches has in it; it is found faster, and without a loop most so."""

_LEAST_LETTERS = 0.8
"""The part of a decoded text that is letters and spaces if it is one and not just bytes."""


def may_hide(strings: Strings) -> set[str]:
    """Return those of *strings* that may have another reading than their own; most have none."""
    found = (strings.matching(each) for each in (_MARKED, _RUN, _APART))
    return strings.with_word(_TURNED).union(*found)


def readings(text: str) -> Iterator[str]:
    """Yield *text* without its disguise, then whatever else it can be decoded to."""
    plain = undisguised(text)
    yield plain
    for decode in _DECODERS:
        yield from decode(plain)


def undisguised(text: str) -> str:
    """Return *text* with entities and escapes resolved, and look-alike letters as Latin ones.

    What cannot be seen is left out, except for tag characters, which spell out letters.
    """
    if "&" in text:
        text = html.unescape(text)
    if "\\" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1] or found[2] or "20", 16)), text)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text.translate(_TAGS)))
    latin = text.translate(_LOOK)
    is_mixed = sum(map(str.isascii, filter(str.isalpha, text))) * 3 > sum(map(str.isalpha, text))
    return latin if is_mixed else text


def _from_base64(text: str) -> Iterator[str]:
    for found in _ENCODED.findall(text):
        bare = found.rstrip("=").translate(_PLUS_AND_SLASH)
        yield from _decoded_text(base64.b64decode, bare + "=" * (-len(bare) % 4))


def _from_hex(text: str) -> Iterator[str]:
    # A space is 20, and letters are 41 to 7a: what is spelled out in hex has digits.
    for found in _HEX.finditer(text) if _DIGIT.search(text) else ():
        digits = re.sub(r"\\x|0x|[%\s:,]", "", found[0])
        yield from _decoded_text(bytes.fromhex, digits)


def _decoded_text(decode: Callable[[str], bytes], encoded: str) -> Iterator[str]:
    try:
        text = decode(encoded).decode()
    except (binascii.Error, ValueError):
        return
    if sum(each.isalpha() or each == " " for each in text) >= _LEAST_LETTERS * len(text):
        yield text


def _from_percent(text: str) -> Iterator[str]:
    if text.count("%") > 1 and (found := unquote(text)) != text:
        yield found


def _from_turned(text: str) -> Iterator[str]:
    """Yield *text* by rot13, and from its end to its start, where common words show it."""
    words = _WORD.findall(text.lower())
    if _TURNED.isdisjoint(words):
        return
    if len(_ROTATED.intersection(words)) > 1:
        yield codecs.decode(text, "rot13")
    if len(_REVERSED.intersection(words)) > 1:
        yield text[::-1]


def _from_leet(text: str) -> Iterator[str]:
    if _LEET.search(text):
        yield text.translate(_LETTERS)
        yield text.translate(_OTHER_LETTERS)


def _from_spaced(text: str) -> Iterator[str]:
    if _SPACED.search(text):
        yield re.sub(r"(?<=\w)[ .\-_*](?=\w\b)", "", re.sub(r"[ .\-_*]{2,}", "\n", text)).replace(
            "\n", " "
        )


def _from_name(text: str) -> Iterator[str]:
    if _NAME.fullmatch(text):
        yield part_words(text, " ")


_DECODERS = (
    _from_name,
    _from_base64,
    _from_hex,
    _from_percent,
    _from_turned,
    _from_leet,
    _from_spaced,
)
