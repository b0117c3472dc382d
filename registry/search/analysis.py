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

_NEEDS_NO = (
    r"(?:(?:that |which )?"
    r"(?:(?:does not|doesn't|do not|don't) (?:need|require)|needs? no|requires? no)"
    r"|with no|without|no need for|no)(?: having| creating)?(?: an?| any)?"
)
_REQUIRED = r"(?: needed| required| necessary)?"

ASIDES = (
    r"(?<![^ ,(])(?:keyless(?![^ ,.;:!?)])|"
    rf"{_NEEDS_NO}(?: api| access)?[ -]?"
    rf"(?:keys?|auth|authentication|registering|registration|sign(?:ing)?[ -]?up){_REQUIRED}"
    r"(?![^ ,.;:!?)])|"
    rf"{_NEEDS_NO} (?:account|credentials?|credit card|log(?:ging)?[ -]?in|token){_REQUIRED}"
    r"(?! *[^ ,.;:!?)]))"
)
"""What a question says of the way to a tool, such as `without an API key`: no tool does it.

An account or a login is one only at the end: `without an account manager` says something else.
"""

_PRAISED = r"(?:(?:an?|any|best|cheap|free|good|http|json|rest(?:ful)?|simple|some|the)[ -])*"
_TOOLS = r"(?:apis?|mcp(?:[ -]servers?)?|tool)"
_OF_WHICH_LANGUAGE = (
    r"(?: (?:(?:for|in|with) )?(?:curl|free|java|javascript|js|json|node|php|python|typescript))*"
)

TOOL_WORDS = (
    rf"(?<![^ ,(]){_PRAISED}{_TOOLS}{_OF_WHICH_LANGUAGE}"
    r"(?:(?! *[^ ,.;:!?)])|(?= +(?:for|no|with|without)(?![A-Za-z0-9])))|"
    r"(?<![^ ,(])(?:best|cheap|free|good|simple) "
    rf"(?=(?:[^ ,.;:!?)]+ ){{1,4}}{_TOOLS}{_OF_WHICH_LANGUAGE}(?! *[^ ,.;:!?)]))"
)
"""What a question calls the tool, and how good it shall be: `free weather API`.

An API that something else is said of stays: `rotate the API keys`.
"""

_GREETING = r"(?:(?:hi|hey|hello)(?: there)?[,!.]? )?"
_WISH = (
    r"please |(?:can|could|would) you |(?:i|we|the user) (?:need|want|would like|have)s? to |"
    r"i'd like to |help me |let's "
)
_PLEASE = rf"{_GREETING}(?:{_WISH}|(?:now|then|next|first|also),? )*"
"""What people and programs say before what they want: `could you please`."""

_HOW = r"how (?:do|can|could|should|to)(?: i| we| you)? |is it possible to "
_USED = r"(?:(?:do|can|could|should) i use |i can use )?"

_TOOL = (
    rf"(?:{_HOW}|"
    r"(?:(?:find|get|give|look|search|show|i|need|use|is|are|do|what|what's|which|an?|any)"
    r"(?: [a-z]+){0,4} )?"
    r"(?:api|app|command|endpoint|function|integration|mcp|mcp server|tool|way)s? "
    rf"{_USED}"
    r"(?:to|for|can|that|which|that can|which can|(?:that |which )?lets? (?:me|us)) )"
)
"""What they say before it where they ask for the tool: `find a tool to` delete a branch."""

OPENINGS = (
    rf"{_GREETING}(?:{_WISH}|(?:now|then|next|first|also), )*"
    rf"(?:{_HOW}|"
    r"(?:(?:find|get|give|got|i|i'm|know|look|looking|need|recommend|search|show|suggest|use|want|"
    r"we|is|are|do|what|what's|which|an?|any|the)"
    r"(?: (?:am|an?|any|best|do|for|good|have|i|is|know|looking|me|need|of|out|right|some|the|"
    r"there|up|us|want|you)){0,5} )?(?:api|mcp server|tool|way)s? "
    rf"{_USED}"
    r"(?:(?:that |which )?lets? (?:me|us)|that can|which can|to|for|can|that|which) )?"
)
"""How a question opens before it says what is to be done: `which tool can`, `how do I`.

Other things that one may ask for as well, such as an app or a function, are none of it.
"""

_THEN = (
    r'(?![^"]*,? (?:and|then) (?:then )?'
    r"(?:archive|cancel|change|close|complete|delete|edit|mark|move|remove|rename|reopen|resolve|"
    r"tick|trash|update) )"
)
"""No second step that changes what the first one found: `find the task and delete it`."""

READS = (
    rf"{_PLEASE}(?:{_TOOL})?(?!{_TOOL}){_THEN}"
    r"(?:"
    r"(?:check|compare|count|fetch|find|get(?! rid)|give me|know|list|look|lookup|read|search|see|"
    r"show|tell me|view)(?:e?s)?|"
    r"are|did|does|had|has|how (?:far|long|many|much|often|old)|is|was|were|what|when|where|"
    r"which|who|whose|why|"
    r"(?:open|(?!embed )[a-z]+[a-df-z]ed) (?:[a-z]+ )?[a-z]+[a-hj-rtv-z]s|"
    r"(?<!that )(?<!which )[a-z]{3,}[a-hj-rtv-z]s)(?![A-Za-z0-9])"
)
"""What a question begins with by which nothing is to be changed: `where is my order`.

The last of it are plurals: nobody tells a program `paintings`, though `paint` asks for a change.
Before them are plurals of a kind: `open issues`, `closed pull requests`.
"""

ACTS = (
    rf"{_PLEASE}"
    r"("
    r"comment|commit|email|file|flag|label|log|message|note|rate|record|request|review|star|text|"
    r"thank) (?:"
    r"(?:an?|all|every|it|my|on|our|that|the|this|your)(?![A-Za-z0-9])|"
    r'(?!(?:at|by|for|from|in|of|to|with) )[^"]*[0-9])'
)
"""What it begins with by which something is to be done with a word that is a noun as well, in the
first group: `label issue 5`, but not `label of a drug`."""

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

_ASIDES = re.compile(ASIDES, re.ASCII | re.IGNORECASE)
_TOOL_WORDS = re.compile(TOOL_WORDS, re.ASCII | re.IGNORECASE)
_OPENINGS = re.compile(OPENINGS, re.ASCII | re.IGNORECASE)
_READS = re.compile(READS, re.ASCII | re.IGNORECASE)
_ACTS = re.compile(ACTS, re.ASCII | re.IGNORECASE)
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


def without_asides(sentence: str) -> str:
    """Return *sentence* without what matches `ASIDES`, in any case."""
    return _ASIDES.sub(" ", sentence)


def without_tool_words(sentence: str) -> str:
    """Return *sentence* without what matches `TOOL_WORDS`, in any case."""
    return _TOOL_WORDS.sub(" ", sentence)


def without_opening(sentence: str) -> str:
    """Return *sentence* without what `OPENINGS` matches at its beginning, in any case."""
    opening = _OPENINGS.match(sentence)
    return sentence[opening.end() :] if opening else sentence


def is_to_read(sentence: str) -> bool:
    """Return whether *sentence* begins with words by which nothing is to be changed."""
    return _READS.match(sentence) is not None


def first_act(sentence: str) -> str:
    """Return the word, a noun otherwise, that *sentence* asks to do as its first one, or ""."""
    found = _ACTS.match(sentence)
    return found[1].lower() if found else ""


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
