"""Refuse YAML that has no error, but that other readers read differently, or not at all."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from registry.source.scalars import (
    AmbiguousScalarError,
    UnsafeNumberError,
    resolve_scalar,
    shown_number,
)

if TYPE_CHECKING:
    from registry.source._reading import Reading

Event: TypeAlias = Any
"""One of `yaml.events`: their classes carry no useful annotations."""

_CORE_TAGS = "tag:yaml.org,2002:"
_NEAR = 100
_NO_VALUE = re.compile(r"\s*[,}]")
_REST = re.compile(r" |[.!?]$|^[0-9]{3}$")
"""What is a sentence or the end of a number rather than a key without a value."""

_PARTED = re.compile(r"\b[0-9]{1,3}(?:,[0-9]{3})+\b")
_DATE = re.compile(r"[0-9]{4}-[0-9]")
_POINT = re.compile(r"[-+]\.[0-9]+$")
_AMBIGUOUS = "ambiguous-scalar"
_SHOWN = 5


_IN_PLACE = {
    **dict.fromkeys(
        ("!file", "!import", "!include", "!load", "!ref", "!reference"),
        "write in its place what it refers to: a manual is one file",
    ),
    **dict.fromkeys(
        ("!env", "!secret", "!vault"),
        'write a variable in its place, such as "${API_KEY}": only callers have its value',
    ),
}
"""By tag of other programs, in lower case, what to write in place of the tag and its value."""


class Position(Protocol):
    """A place in a file, as libyaml says it: all three are counted from 0."""

    index: int
    line: int
    column: int


class YamlRefusals:
    """Reports to *reading* what is refused of the YAML in *text*: each method one kind of it."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text = text
        self._reading = reading
        self._ambiguous: list[str] = []

    def alias(self, event: Event) -> None:
        """Report an alias."""
        self._report(
            event.start_mark,
            "yaml-alias",
            f"the alias *{event.anchor} is not accepted",
            "write out the value where it is needed, or quote text that begins with `*`",
        )

    def decoration(self, event: Event) -> None:
        """Report the anchor and the tag of *event*, if it has them."""
        if event.anchor:
            self._report(
                event.start_mark,
                "yaml-alias",
                f"the anchor &{event.anchor} is not accepted",
                "remove it, and write out the value where it is needed; "
                "quote text that begins with `&`",
            )
        if event.tag:
            self._report(
                event.start_mark,
                "yaml-tag",
                f"the tag {event.tag.replace(_CORE_TAGS, '!!')} is not accepted",
                _hint_on_tag(event.tag),
            )

    def ambiguous(self, text: str, at: Position) -> None:
        """Report the plain scalar *text* that readers of YAML do not agree on."""
        self._ambiguous.append(text)
        self._report(
            at,
            _AMBIGUOUS,
            f"{text} without quotes means different things to different YAML readers",
            _unambiguous(text),
        )

    def ambiguous_list(self, first: int) -> None:
        """Make one problem of those from number *first* on, which are of one list of scalars.

        All have to be ambiguous; their author forgot the quotes of a list, not of each word.
        """
        problems = self._reading.problems
        joined = problems[first:]
        if {each.rule for each in joined} != {_AMBIGUOUS}:
            return
        words = self._ambiguous[-len(joined) :]
        more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
        quoted = (f'"{word}"' for word in words[:_SHOWN])
        problems[first:] = [
            joined[0]._replace(
                message=f"{', '.join(words[:_SHOWN])}{more} without quotes mean different things "
                "to different YAML readers",
                hint=f"quote each: {', '.join(quoted)}{more}",
            )
        ]

    def unsafe_number(self, text: str, at: Position) -> None:
        """Report the number *text* that is not the same number in every language."""
        shown = shown_number(text)
        quoted = f': "{text}"' if shown == text else ""
        self._report(
            at,
            "unsafe-number",
            f"JSON readers cannot represent the number {shown} exactly",
            f"quote it where a string is allowed{quoted}; as a limit in a schema, remove it",
        )

    def question_mark(self, text: str, at: Position) -> None:
        """Report a plain *text* in brackets: its `?` begins a key in YAML 1.1, wherever it is."""
        self._report(
            at,
            "invalid-yaml",
            f"{text[:40]!r} has a `?`, with which a key begins in braces or brackets for some YAML "
            "readers",
            "put quotes around it",
        )

    def plain_key(self, key: str, at: Position, *, in_brackets: bool) -> None:
        """Report a *key* without quotes that is no string, or not the same one for every reader."""
        if _REST.search(key) and self.cut_off(key, at):
            return
        if in_brackets and "?" in key:
            self.question_mark(key, at)
        if key == "<<":
            self._report(
                at,
                "yaml-alias",
                "the merge key `<<` is not accepted",
                "write out the merged keys",
            )
            return
        try:
            value = resolve_scalar(key)
        except AmbiguousScalarError:
            self._report(
                at,
                _AMBIGUOUS,
                f"the key {key} without quotes means different things to different YAML readers",
                f'quote it: "{key}":',
            )
            return
        except UnsafeNumberError:
            value = 0
        if not isinstance(value, str):
            self._report(
                at,
                "unusable-key",
                f"the key {key or '(empty)'} is not a string",
                f'quote it: "{key}":',
            )

    def cut_off(self, key: str, at: Position) -> bool:
        """Report *key* and return True if it has no value, and a comma is before or behind it.

        A word that is the only one in braces is rather a placeholder without quotes.
        """
        before = self._text[max(0, at.index - _NEAR) : at.index].rstrip()[-1:]
        behind = _NO_VALUE.match(self._text, at.index + len(key))
        if not (behind and (before == "," or (before == "{" and behind[0].endswith(",")))):
            return False
        number = self._number_around(at.index)
        is_curly = bool(key) and unicodedata.category(key[-1]) in {"Pi", "Pf"}
        quotes = f"plain quotes, not `{key[-1]}`," if is_curly else "quotes"
        self._report(
            at,
            "unusable-key",
            f"the comma before {key[:40]!r} ends the value in braces"
            if before == ","
            else f"the key {key[:40]!r} in braces has no value",
            f"write the number without commas: {number}"
            if number
            else f"put {quotes} around the whole value, or a colon and a value behind the key",
        )
        return True

    def _number_around(self, at: int) -> str:
        """Return the number whose digits are parted by commas, one of them before *at*, or ""."""
        near = max(0, at - _NEAR)
        for found in _PARTED.finditer(self._text[near : at + _NEAR]):
            if found.start() < at - near < found.end():
                return found[0].replace(",", "")
        return ""

    def _report(self, at: Position, rule: str, message: str, hint: str) -> None:
        self._reading.report(at.line + 1, at.column + 1, rule, message, hint)


def _unambiguous(text: str) -> str:
    """Return what to write instead of the ambiguous scalar *text*."""
    quote = f'quote it: "{text}"'
    if text.isalpha():
        return f"write true or false, or {quote}"
    if _POINT.match(text):
        return f"write {text.replace('.', '0.', 1)}, or {quote}"
    return quote if _DATE.match(text) or text in "=-" else f"write a plain decimal, or {quote}"


def _hint_on_tag(tag: str) -> str:
    return _IN_PLACE.get(
        tag.lower(),
        "remove it: a manual contains only what JSON can represent; quote text that begins with "
        "`!`",
    )
