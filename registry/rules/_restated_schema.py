"""Find what the description of a value repeats of its schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_NUMBER = r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_END = r"`?(?=\s*(?:$|[.;)(\n]|,(?!\d)|(?:if|when|and|unless|inclusive|per page)\b))"
"""What follows a number that has no unit."""

_NEED = re.compile(
    r"\W{0,2}(required|mandatory|optional)(?:[.;)\]]|$)|.*\((required|mandatory)\)[.\s]*$",
    re.IGNORECASE | re.DOTALL,
)
_SOMETIMES = Pattern(
    r"\b(?:unless|(?:required|mandatory|optional)\W{1,3}(?:if|when|for|only|in)|output only"
    r"|read-only)\b",
    re.IGNORECASE,
)

_DEFAULT = Pattern(
    rf"\bdefault(?:s to|s| is| value is|:)?[ :][`'\"]?(?:({_NUMBER})"
    rf"(?:(?= (?:results?|items?|records?|entries|rows)\b)|['\"]?{_END})|([a-z]\w*)\b)",
    re.IGNORECASE,
)

_UNITS = {
    "integer": _END,
    "number": _END,
    "string": r"`?[ -]char(?:acter)?s?\b",
    "array": r"`? (?:items|entries|elements|values)\b",
}
_LIMIT = (
    r"\b(?:between|from|range(?: of)?|values?):? `?(?P<low>{number})`?(?: and | to | ?[-\u2013] ?)"
    r"`?(?P<high>{number}){end}"
    r"|\b(?:at least|min(?:imum)?(?: value| length)?(?: is| of|:)?) `?(?P<least>{number}){end}"
    r"|\b(?:at most|up to|no more than|max(?:imum)?(?: value| length)?(?: is| of|:)?"
    r"|(?:can|may|must) ?not exceed) `?(?P<most>{number}){end}"
)
_LIMITS = {
    kind: Pattern(_LIMIT.format(number=_NUMBER, end=end), re.IGNORECASE)
    for kind, end in _UNITS.items()
}

_DAY = re.compile(r"\bYYYY-MM-DD\b", re.IGNORECASE)
_CLOCK = Pattern(
    r"hh\b|hour|\d:\d|\bT\d|timestamp|YYYY-MM-DD'?T|\btime\b(?! (?:zone|period|range))",
    re.IGNORECASE,
)
_MOMENT = Pattern(
    r"\b(?:unix|utc|creation) timestamp\b|\bdate(?: and |[-/ ]?)time\b|\ba time\b"
    r"|^(?:the )?(?:(?:start|end) )?time (?:of|at)\b|YYYY-MM-DD[T ]'?hh",
    re.IGNORECASE,
)

_CODE = re.compile(r"`([\w-]+)`")
_NEAR = 80
_VALUE_OF_ANOTHER = re.compile(r"`[^`]+` (?:is|was|are|=|equals)(?: set)?(?: to)? $")


class Limits(NamedTuple):
    """The least and the most that a description allows; each may be said several times."""

    least: frozenset[float]
    most: frozenset[float]


def need(text: str) -> bool | None:
    """Return whether *text* calls its value required or optional, or None if neither."""
    match = _NEED.match(text)
    if not match or _SOMETIMES.compiled.search(text):
        return None
    return (match[1] or match[2]).lower() != "optional"


def defaults(text: str) -> list[str]:
    """Return what *text* says the default is: numbers without commas, words as they are."""
    return [(found[1] or found[2]).replace(",", "") for found in _DEFAULT.compiled.finditer(text)]


def limits(text: str, kind: str) -> Limits:
    """Return the limits that *text* states for a value of the type *kind*."""
    least: set[float] = set()
    most: set[float] = set()
    for match in _LIMITS[kind].compiled.finditer(text) if kind in _LIMITS else ():
        for group, limit in (("low", least), ("least", least), ("high", most), ("most", most)):
            if match[group]:
                limit.add(float(match[group].replace(",", "")))
    return Limits(frozenset(least), frozenset(most))


def date_format(text: str) -> str:
    """Return the `format` of the values that *text* speaks of, or ""."""
    if _DAY.search(text) and not _CLOCK.compiled.search(text):
        return "date"
    return "date-time" if _MOMENT.compiled.search(text) and "full-date" not in text else ""


def folded(names: Iterable[str]) -> dict[str, str]:
    """Return *names* by what `spelled_otherwise` compares: without case and separators.

    A minus or an underline at the start counts.
    """
    return {_fold(name): name for name in names}


def spelled_otherwise(text: str, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each word between backticks in *text* that is one of *known* in another spelling."""
    for match in _CODE.finditer(text) if known else ():
        word = match[1]
        meant = known.get(_fold(word), word)
        before = text[max(match.start() - _NEAR, 0) : match.start()]
        if meant != word and not _VALUE_OF_ANOTHER.search(before):
            yield word, meant


def _fold(name: str) -> str:
    return (name[:1] + re.sub(r"[_-]", "", name[1:])).casefold()
