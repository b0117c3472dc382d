"""Cut text into terms, so that a question and a tool meet in the same word.

Every reader of the index must cut questions in exactly this way, whatever language it is written
in. So the whole of it is data (`STOP_WORDS`, `STEPS`) and the few lines below.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_SMALL_TALK = """
a about am an and any are as at be been but by can could d did do does e for had has have he her
his i if in is it its ll m may me might must my need not of on or our please re s she should so
some t than that the their them then there these they this those to too us ve very want was we
were will with would you your
"""

_COURTESY = "hello hey hi thank thanks thx"
_OF_ADDRESSES = "com https www"

STOP_WORDS = frozenset(f"{_SMALL_TALK} {_COURTESY} {_OF_ADDRESSES}".split())
"""Words that say nothing about a tool."""

STEPS = (
    (
        (r"^(news)$", r"\1"),
        (r"(ss|sh|ch|x|z)es$", r"\1"),
        (r"([^aeiou])ies$", r"\1y"),
        (r"([^aeious])s$", r"\1"),
        (r"([aeo])s$", r"\1"),
    ),
    (
        (r"([aeiouy].*?)([b-df-hj-km-np-rtv-y])\2(?:ing|ed)$", r"\1\2"),
        (r"([aeiouy].+)(?:ing|ed)$", r"\1"),
        (r"([aeiouy].*at)ion$", r"\1"),
        (r"([aeiouy].*[^aeiouy].*)ly$", r"\1"),
        (r"(..[^aeioum])ment$", r"\1"),
    ),
    ((r"(..)e$", r"\1"), (r"([^aeiou])y$", r"\1i")),
)
"""The steps of stemming: in each, the first pattern that matches is replaced once."""

PLURAL = r"..[^ius]s$"
"""What the end of a word in the plural looks like."""

_LAST = ("s", "dgnty", "ey")
"""By step, the letters with which all that it replaces ends: most words have another one."""

_STEPS = tuple(
    (last, tuple((re.compile(old), new) for old, new in step))
    for last, step in zip(_LAST, STEPS, strict=True)
)

_OTHER = r"\u0370-\u1cff\u2e80-\ua4cf\uac00-\ufaff\U00020000-\U0003ffff"
"""Characters of scripts other than Latin, many of which have no spaces between words."""

_RUN = re.compile(rf"(?:(?![\W_])[{_OTHER}])+|[^\W_{_OTHER}]+")
"""Letters and digits of one script without a gap: `list_issues` are two runs, `Slackを` too."""

_ASCII_RUN = re.compile(r"[^\W_]+")
"""The same in ASCII, as nearly all texts are: in half the time."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![a-z]))")
"""Between the words of `listIssues` and `HTTPServer`, but not within `PRs`."""

_PLURAL = re.compile(PLURAL)
_INITIALS = re.compile(r"([A-Z]{2,})s")
"""Several of what is known by its initials: `PRs` are found by `pr`."""

MIN_STEMMED = 4
"""Characters of the shortest word that loses an ending: `gas` and `bus` keep theirs."""

MAX_STEMMED = 60
"""Characters of the longest word that does: the patterns try every letter of it with every other.

A description may be a single word of thousands of letters.
"""


def words(text: str) -> list[str]:
    """Return the words of *text* in order: in lower case, split, without stop words and accents."""
    return [word for run in _run_in(text).findall(text) for word in _words(run)]


def _run_in(text: str) -> re.Pattern[str]:
    return _ASCII_RUN if text.isascii() else _RUN


def compounds(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each run of *text* as one word, if it is cut, and the words: `GitHub`, `git`, `hub`."""
    for run in _run_in(text).findall(text):
        yield (_word(run) if _HUMP.search(run) else "", _words(run))


def terms(text: str) -> list[str]:
    """Return the stems of the words of *text*, in order."""
    return [stem(word) for word in words(text)]


def pairs(sequence: Sequence[str]) -> Iterator[str]:
    """Yield each two neighbours in *sequence* as one term: `time zone` is found by `timezone`."""
    return (left + stem(right) for left, right in pairwise(sequence))


def places_of(wanted: Collection[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield where each word of *text* that is one of the terms *wanted* begins and ends.

    Two side by side may be one of them, as `time zone` is `timezone`, and `e-mail` is `email`.
    No two places overlap.
    """
    begin = end = marked = 0
    before = ""
    for start, part in _parts(text):
        word = _word(part)
        is_joined = text[end:start] == "-" or (
            start - end <= 1 and STOP_WORDS.isdisjoint((before, word))
        )
        end = start + len(part)
        if before and is_joined and before + stem(word) in wanted:
            yield max(begin, marked), end
            marked = end
        elif word not in STOP_WORDS and stem(word) in wanted:
            yield start, end
            marked = end
        begin, before = start, word


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield where each word of *text* begins, and the word as it is written."""
    for run in _run_in(text).finditer(text):
        start = run.start()
        for part in _HUMP.split(run.group()):
            yield start, part
            start += len(part)


@lru_cache(maxsize=100_000)
def _words(run: str) -> tuple[str, ...]:
    return tuple(word for part in _HUMP.split(run) if (word := _word(part)) not in STOP_WORDS)


def _word(part: str) -> str:
    """Return *part* as it is compared, before it loses its ending."""
    initials = _INITIALS.fullmatch(part)
    return fold(initials[1] if initials else part)


def fold(word: str) -> str:
    """Return *word* in lower case and without accents: `Zürich` is found by `zurich`."""
    if word.isascii():
        return word.lower()
    lower = word.lower().replace("ß", "ss").replace("ς", "\u03c3")
    decomposed = unicodedata.normalize("NFKD", lower)
    plain = "".join(each for each in decomposed if unicodedata.category(each) != "Mn")
    return unicodedata.normalize("NFC", plain)  # the syllables of Korean are one letter again


def is_plural(word: str) -> bool:
    """Return whether *word* has the ending of a plural, as `trials` does and `status` does not."""
    return _PLURAL.search(word) is not None


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Return *word* without its ending, so that `forecasts` and `forecasting` are one term."""
    if not MIN_STEMMED <= len(word) <= MAX_STEMMED or not word.isascii():
        return word
    for last, step in _STEPS:
        for pattern, replacement in step if word[-1] in last else ():
            word, count = pattern.subn(replacement, word, count=1)
            if count:
                break
    return word
