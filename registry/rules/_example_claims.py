"""Find statements in the task of an example that can be compared with its arguments."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Example, Tool
    from registry.source import Json

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[-._/:][A-Za-z0-9]+)*")
_SHORTEST_ID = 4
_YEARS = range(1900, 2101)
_LIKE_A_YEAR = re.compile(r"\d{4}")

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_MONTH = "|".join(_MONTHS)
_ANY_CASE = re.IGNORECASE | re.ASCII
"""Not of Unicode, to which U+017F is an `s`, too: no table of words has it."""

_DAY_FIRST = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH}),? (\d{{4}})\b", _ANY_CASE
)
_MONTH_FIRST = re.compile(rf"\b({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b", _ANY_CASE)
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")

_NOW = re.compile(
    r"\b(today|tonight|yesterday|tomorrow|last night|right now|at the moment"
    r"|this (?:morning|afternoon|evening|week)|last week|next week)\b",
    re.IGNORECASE,
)
_NEAR = timedelta(days=45)
"""Days between a release and what its author called yesterday or next week."""

_EPOCH = re.compile(r"\b(?:unix|epoch|posix|since 1970)\b", re.IGNORECASE)
_EARLIEST, _LATEST = 631_152_000, 4_102_444_800
"""The years 1990 and 2100 as seconds since 1970."""

_WORDS = (
    *("two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve"),
)
_NUMBERS = {word: number for number, word in enumerate(_WORDS, start=2)}
_NUMBERS |= {"fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100}
_NUMBER = rf"(\d{{1,4}}|{'|'.join(_NUMBERS)})"
_RANKS = (
    "newest|latest|last|first|best|top|nearest|closest|largest|biggest|smallest|most recent"
    "|strongest|highest|lowest|oldest|longest|cheapest|next"
)
_OF_TIME = r"(?!\s*(?:second|minute|hour|day|night|week|month|year|decade|centur|quarter|season))"
_COUNTED = re.compile(
    rf"\b(?:{_RANKS}) {_NUMBER}\b(?![.:%/-]?\d){_OF_TIME}|\b{_NUMBER} (?:{_RANKS})\b{_OF_TIME}",
    _ANY_CASE,
)
_COUNT = re.compile(
    r"(?:max|page|result)?_?(?:limit|count|rows|size|results|n)|(?:hits_?)?per_?page|top|max",
    re.IGNORECASE,
)
"""Inputs for the number of results."""


def identifiers(example: Example) -> Iterator[tuple[str, str]]:
    """Yield each name with digits in the task for which the arguments have a different one.

    `us7000lsze` in the task and `us6000jllz` in the arguments have the same format and differ.
    """
    in_task = set(_identifiers(example.task))
    in_arguments = {each for text in argument_texts(example) for each in _identifiers(text)}
    all_arguments = " ".join(argument_texts(example)).casefold()
    for form in sorted({_form(each) for each in in_task}):
        ours = sorted(each for each in in_task if _form(each) == form)
        theirs = sorted(each for each in in_arguments if _form(each) == form)
        if theirs and not any(each.casefold() in all_arguments for each in ours):
            yield ours[0], theirs[0]


def _identifiers(text: str) -> Iterator[str]:
    for token in _TOKEN.findall(text):
        has_digit = any(map(str.isdigit, token))
        if (
            has_digit
            and len(token) >= _SHORTEST_ID
            and (not token.isdigit() or not _LIKE_A_YEAR.fullmatch(token) or int(token) in _YEARS)
        ):
            yield token


def _form(identifier: str) -> str:
    """Return the format of *identifier*, its digits and letters replaced: `a9999a`."""
    digits = re.sub(r"\d", "9", identifier)
    return re.sub(r"[A-Za-z]+", "a", digits)


def days(tool: Tool, example: Example) -> Iterator[tuple[str, str]]:
    """Yield each date in the task that is not in the arguments, with one that is."""
    said, sent = dict(_days(example.task)), _sent_days(tool, example)
    if said and sent and not any(min(sent) <= day <= max(sent) for day in said.values()):
        yield next(iter(said)), min(sent).isoformat()


def _days(text: str) -> Iterator[tuple[str, date]]:
    for pattern, order in ((_ISO, (0, 1, 2)), (_DAY_FIRST, (2, 1, 0)), (_MONTH_FIRST, (2, 0, 1))):
        for match in pattern.finditer(text):
            parts = [match.groups()[index] for index in order]
            month = parts[1].lower()
            number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month)
            try:
                yield match[0], date(int(parts[0]), number, int(parts[2]))
            except ValueError:
                continue


def moments(tool: Tool, example: Example, released: str) -> Iterator[tuple[str, str]]:
    """Yield a word such as "yesterday" that the arguments are far from, with their date."""
    match = _NOW.search(example.task)
    sent = _sent_days(tool, example)
    if not match or not sent or not released:
        return
    on = date.fromisoformat(released)
    if all(abs(day - on) > _NEAR for day in sent):
        yield match[0], max(sent).isoformat()


def _sent_days(tool: Tool, example: Example) -> list[date]:
    written = (day for text in argument_texts(example) for _, day in _days(text))
    return [*written, *_epochs(tool, example.arguments)]


def _epochs(tool: Tool, arguments: Mapping[str, Json]) -> Iterator[date]:
    for name, value in arguments.items():
        description = string(mapping(tool.properties.get(name)).get("description"))
        is_moment = bool(_EPOCH.search(description))
        if is_moment and isinstance(value, int) and _EARLIEST < value < _LATEST:
            yield datetime.fromtimestamp(value, UTC).date()


def counts(example: Example) -> Iterator[tuple[str, str]]:
    """Yield "ten newest" if the one argument that counts results differs, with its value."""
    stated = {
        name: value
        for name, value in example.arguments.items()
        if _COUNT.fullmatch(name) and isinstance(value, int) and not isinstance(value, bool)
    }
    matches = list(_COUNTED.finditer(example.task))
    if len(stated) != 1 or len(matches) != 1:
        return
    ((name, value),) = stated.items()
    text = next(filter(None, matches[0].groups())).lower()
    if value != (_NUMBERS[text] if text in _NUMBERS else int(text)):
        yield matches[0][0], f"{name}: {value}"


def argument_texts(example: Example) -> Iterator[str]:
    """Yield every string among the arguments of *example*, and every number as a string."""
    return _texts(dict(example.arguments))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)
