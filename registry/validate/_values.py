"""Name a value and its type in a sentence."""

from __future__ import annotations

import json
import re
from datetime import date
from functools import reduce
from typing import TYPE_CHECKING, Any

from registry.source.narrowing import mapping, strings

if TYPE_CHECKING:
    from registry.source import Json, Pointer

YES: tuple[Json, ...] = (True, "yes", "true")
NO: tuple[Json, ...] = (False, "no", "false")
"""What people write for `required` in a property; `yes` without quotes is a string here."""

TYPE_WORDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "a boolean",
    "null": "null",
}
"""By type of JSON Schema, its name in sentences for people who write YAML."""

JSON_TYPE_WORDS = {**TYPE_WORDS, "object": "an object", "array": "an array"}
"""The same for those who send JSON."""

_SHOWN = 58
"""Characters of a value that a sentence quotes."""


def short(value: Json) -> str:
    """Return *value* as JSON or, for a string, in quotes, shortened for a sentence."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…")
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


_PLACE = re.compile(r"(?:https?://)?([A-Za-z\d.-]{1,253})(?::\d{1,5})?(?:/\S{0,200})?")
"""A URL, with or without its scheme, and its host."""
_PAGE = re.compile(r"[a-z\d-]+(?:\.[a-z\d-]+)+(?:/\S{0,200})?")
_LINK = re.compile(r"(?:<|\[[^\]]{0,200}\]\()(https://[^\s<>()]{1,2000})[>)]")
"""A URL in angle brackets, as in mails, or behind its words, as in Markdown."""
_MAIL = re.compile(r"[^\s@:]{1,64}@[^\s@:]{1,200}")

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_YEAR, _MONTH, _DAY = r"(?P<year>20\d\d)", r"(?P<month>\d\d?)", r"(?P<day>\d\d?)"
_LATE_DAY = r"(?P<day>1[3-9]|2\d|3[01])"
_NAME, _ORDINAL = r"(?P<month>[a-z]{3,9})", r"(?P<day>\d\d?)(?:st|nd|rd|th)?"
_DAYS = tuple(
    re.compile(form)
    for form in (
        rf"{_YEAR}-{_MONTH}-{_DAY}(?:[t ].*)?",
        rf"{_YEAR}[/.]{_MONTH}[/.]{_DAY}",
        rf"{_DAY}\. ?{_MONTH}\. ?{_YEAR}",
        rf"{_MONTH}/{_LATE_DAY}/{_YEAR}",
        rf"{_LATE_DAY}/{_MONTH}/{_YEAR}",
        rf"{_NAME}\.? {_ORDINAL},? {_YEAR}",
        rf"{_ORDINAL}\.? {_NAME}\.?,? {_YEAR}",
    )
)
"""How people write a day, in lower case; a day up to 12 between slashes may be the month."""


def fitted(text: str, pattern: str) -> str:
    """Return *text* in a spelling that fits *pattern*, "" if there is none.

    It is in lower case, the host of a URL, the URL of a link, or what lacks `https://` or `mailto:`
    with that.
    """
    link = _LINK.fullmatch(text)
    place = _PLACE.fullmatch(text)
    spellings = (
        text.lower(),
        place[1].lower() if place else "",
        link[1] if link else "",
        f"https://{text}" if _PAGE.fullmatch(text) else "",
        f"mailto:{text}" if _MAIL.fullmatch(text) else "",
    )
    return next((each for each in spellings if each and re.search(pattern, each)), "")


def dated(text: str) -> str:
    """Return the day that *text* names, as ISO 8601; "" if it names none, or one of two.

    `01/02/2026` is another day in America than elsewhere.
    """
    said = text.strip().lower()
    found = next(filter(None, (form.fullmatch(said) for form in _DAYS)), None)
    if not found:
        return ""
    month = found["month"]
    number = _MONTHS.get(month[:3], 0) if month.isalpha() else int(month)
    try:
        return date(int(found["year"]), number, int(found["day"])).isoformat()
    except ValueError:
        return ""


def needed(pointer: Pointer, data: Any) -> str:  # noqa: ANN401 - the pointer leads through it
    """Return the names to list in place of the `required` at *pointer* of *data*, as JSON.

    They are what is listed already, and what says of itself that it is required; else `"name"`.
    """
    is_of_property = pointer[-3:-2] == ("properties",)
    steps = pointer[: -3 if is_of_property else -1]
    holder = mapping(reduce(lambda at, step: at[step], steps, data))
    names = strings(holder.get("required"))
    for name, schema in mapping(holder.get("properties")).items():
        if not is_of_property or mapping(schema).get("required") in YES:
            names.append(name)
    listed = dict.fromkeys(names or ["name"])
    return ", ".join(json.dumps(each, ensure_ascii=False) for each in listed)
