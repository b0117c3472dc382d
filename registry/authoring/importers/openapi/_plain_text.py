"""Descriptions without HTML, Markdown and hidden characters, shortened at the end of a sentence."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from registry.source.narrowing import string

if TYPE_CHECKING:
    from registry.source import Json

_MAX_READ = 20_000
"""The number of characters of a description that are read."""

_ELEMENTS = (
    r"a|abbr|address|article|aside|b|blockquote|body|br|button|caption|center|"
    r"cite|code|col|colgroup|dd|del|details|div|dl|dt|em|fieldset|figure|font|"
    r"footer|form|h1|h2|h3|h4|h5|h6|head|header|hr|html|i|iframe|img|input|"
    r"ins|kbd|label|legend|li|link|main|mark|meta|nav|note|ol|option|p|pre|q|"
    r"s|samp|script|section|select|small|span|strike|strong|style|sub|summary|sup|"
    r"svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|xml"
)
_TAG = re.compile(rf"</?(?:{_ELEMENTS})\b[^<>]*>|<!--", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,20});")
_ANGLES = re.compile(r"<([^<>]{1,60})>")
_UNSEEN = frozenset({"style", "script", "head", "iframe", "svg", "table"})
_INLINE = frozenset(
    {"a", "abbr", "b", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "samp"}
    | {"small", "span", "strong", "u"}
)

# Counted, or without ends of lines, or what never ends is read again from each of its characters.
_BLANK = r"[^\S\n]"
_MARKDOWN = (
    (re.compile(r"```.*?(?:```|\Z)", re.DOTALL), " "),
    (re.compile(rf"^{_BLANK}*(?:\||:?-{{3,}}|={{3,}}).*$", re.MULTILINE), " "),
    (re.compile(r"!\[([^\]]{0,300})\]\([^)]{0,2000}\)"), r"\1"),
    (re.compile(r"\[([^\]]{1,300})\]\((?:[^()]|\([^()]{0,300}\)){0,2000}\)"), r"\1"),
    (re.compile(r"\[([^\]]{1,300})\]\[[^\]]{0,300}\]"), r"\1"),
    (re.compile(r"^\s{0,3}#{1,6}\s+(.*?)[.:]?\s*#*\s*$", re.MULTILINE), r"\1."),
    (re.compile(rf"^{_BLANK}*(?:[-*+•]|\d+[.)])\s+", re.MULTILINE), "; "),
    (re.compile(rf"^{_BLANK}*>\s?", re.MULTILINE), ""),
    (re.compile(r"(\*\*\*|\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![\w*])"), r"\2"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!|<>-])"), r"\1"),
)
_PUNCTUATION = re.compile(r" +([.,;:!?](?=\s|$))|([.:;,!?])(?: ?;)+(?=\s|$)")
"""A space before a punctuation mark, or a `;` made here after another mark."""

_SENTENCE_END = re.compile(r"(?<=[.!?。])[\"')\]]?\s+(?=[A-Z0-9\"'(`\[]|[^\x00-\x7f])")


@lru_cache(maxsize=20_000)
def plain_text(source: str) -> str:
    """Return *source* as plain text on one line."""
    words = source[:_MAX_READ]
    if _TAG.search(words):
        words = _without_html(words)
    elif _ENTITY.search(words):
        words = _with_characters(words)
    for pattern, replacement in _MARKDOWN:
        words = pattern.sub(replacement, words)
    # The remaining angle brackets are placeholders and must not look like markup.
    words = _ANGLES.sub(r"{\1}", words)
    words = unicodedata.normalize("NFC", "".join(map(_visible_character, words)))
    return _PUNCTUATION.sub(r"\1\2", " ".join(words.split())).lstrip("; ")


def _visible_character(char: str) -> str:
    """Return *char*; " " for a separator, "" for an invisible character."""
    if char.isascii():
        return char if char >= " " and char != "\x7f" else " "
    kind = unicodedata.category(char)
    if kind in ("Zs", "Zl", "Zp", "Cc"):
        return " "
    return "" if kind[0] == "C" else char


def shortened(source: str, limit: int) -> tuple[str, bool]:
    """Return the first sentences of *source*, at most *limit* characters, and whether that cut it.

    A single sentence that is too long is cut after a word and ends in an ellipsis.
    """
    if len(source) <= limit:
        return source, False
    ends = [found.start() for found in _SENTENCE_END.finditer(source, 0, limit + 1)]
    if ends and ends[-1] >= limit // 4:
        return source[: ends[-1]].rstrip(), True
    return source[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:([{") + "…", True


def brief(value: Json, limit: int) -> str:
    """Return the string *value* as plain text, shortened to *limit*; "" for anything else."""
    return shortened(plain_text(string(value)), limit)[0]


class _Reader(HTMLParser):
    """Keeps the text that a browser would show, except tables."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the base class's
        self._tag(tag, 1)

    def handle_endtag(self, tag: str) -> None:
        self._tag(tag, -1)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.words.append(data)

    def _tag(self, tag: str, change: int) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen + change)
        if tag == "code":
            self.words.append("`")
        elif tag == "li" and change > 0:
            self.words.append("; ")
        elif tag not in _INLINE:
            self.words.append("\n")


def _without_html(words: str) -> str:
    # A placeholder such as <id> is not an element, and the parser would drop it.
    reader = _Reader()
    reader.feed(_ANGLES.sub(lambda found: found[0] if _TAG.match(found[0]) else found[1], words))
    reader.close()
    return "".join(reader.words).replace("``", "")


def _with_characters(words: str) -> str:
    reader = _Reader()
    reader.feed(words.replace("<", "&lt;"))
    reader.close()
    return "".join(reader.words)
