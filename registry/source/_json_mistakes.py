"""Find the mistakes in JSON that people make who think of another language.

The reader stops at the first mistake. If it is one of these, the others are looked for in the rest
of the text, so that one reading names all of them.
"""

from __future__ import annotations

import re

_COMMENT = "remove the comment"
_QUOTE = "write double quotes"
_CURLY = 'write plain double quotes: "'
_TRAILING = "remove the comma before it"
_BARE_KEY = "put the key in double quotes"
_FENCE = "remove the lines with three backticks, which belong to Markdown"
_LEFT_OUT = "write what it stands for, or remove it"
_NULL = "write null, or remove the key"
_INNER_QUOTE = 'write \\" for a quotation mark inside a string'

_BEGINS_WITH = {
    "'": _QUOTE,
    **dict.fromkeys(("//", "/*", "#"), _COMMENT),
    **dict.fromkeys("“”„‟", _CURLY),
    "True": "write true",
    "False": "write false",
    "None": "write null",
    "undefined": _NULL,
    "```": _FENCE,
    **dict.fromkeys(("...", "…"), _LEFT_OUT),
}
"""How other languages write what JSON has or lacks, and what to do."""

MEANINGS = {
    _COMMENT: "JSON has no comments",
    _QUOTE: "a string in JSON is between double quotes",
    _CURLY: "a string in JSON is between plain quotes",
    _TRAILING: "JSON has no comma before a closing bracket",
    _BARE_KEY: "a key in JSON is a string",
    "write true": "JSON has no word `True`",
    "write false": "JSON has no word `False`",
    "write null": "JSON has no word `None`",
    _NULL: "JSON has no word `undefined`",
    _FENCE: "this line belongs to Markdown, which the file was copied from",
    _LEFT_OUT: "something is left out here",
}
"""By what to do: what is wrong, for the mistakes that are found without reading."""

_BEGINNINGS = '"{[-0123456789'

# Each alternative consumes all that another one could start in, so nothing is searched twice.
_COMMENTS = r"//[^\n]*+|\#[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?"
_TOKEN = re.compile(
    rf"""
    "(?:[^"\\\n]|\\.)*+"?
    | (?P<comment>{_COMMENTS})
    | (?P<quote>'(?:[^'\\\n]|\\.)*+'?)
    | (?P<curly>[“”„‟][^“”„‟\n]*+[“”„‟]?)
    | ,(?=(?:[ \t\r\n]++|{_COMMENTS})*+(?P<trailing>[\]}}]))
    | (?P<key>[A-Za-z_$][\w$]*+(?=[ ]*+:))
    | (?P<word>[A-Za-z_$][\w$]*+)
    | (?P<left_out>\.\.\.|…)
    """,
    re.VERBOSE,
)
_HINTS = {
    "comment": _COMMENT,
    "quote": _QUOTE,
    "curly": _CURLY,
    "trailing": _TRAILING,
    "key": _BARE_KEY,
    "left_out": _LEFT_OUT,
}


def find_slip(text: str, at: int, wanted: str) -> str:
    """Return what to do about *text* at the offset *at*, where *wanted* was expected, or ""."""
    ahead = text[at : at + 12]
    if ahead[0] in "]}" and text[:at].rstrip().endswith(","):
        return _TRAILING
    if ahead[0] == "," and wanted != "`:`":
        return "remove the comma"
    if wanted == "`,`" and text[at - 1] == '"' and ahead[0].isalnum():
        return _INNER_QUOTE
    if wanted == "`,`" and ahead[0] in _BEGINNINGS:
        return "put a comma before it"
    if wanted == "a double-quoted key" and ahead[0].isidentifier():
        return _BARE_KEY
    return next((hint for start, hint in _BEGINS_WITH.items() if ahead.startswith(start)), "")


def slips_behind(text: str, at: int) -> dict[str, list[int]]:
    """Return, by what to do, the offsets in *text* from *at* on where it is to be done."""
    by_hint: dict[str, list[int]] = {}
    for match in _TOKEN.finditer(text, at):
        kind = match.lastgroup
        hint = _BEGINS_WITH.get(match[0], "") if kind == "word" else _HINTS.get(kind or "", "")
        if hint:
            by_hint.setdefault(hint, []).append(match.start(kind or 0))
    return by_hint
