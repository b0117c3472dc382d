"""Names of tools, made from what people call their requests."""

from __future__ import annotations

import re
import unicodedata

_NUMBERING = re.compile(r"^\W*(?:step\s+)?\d+(?:\.\d+)*\s*[.):-]+\s*|^[\W_]+", re.IGNORECASE)
_ADDED = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")
_REQUEST = re.compile(
    r"(?:(?:GET|POST|PUT|PATCH|DELETE|DEL|HEAD)\s+)?(?:https?://|\{\{|/)\S*", re.IGNORECASE
)
"""A name that is only the request itself."""

_NO_NAME = re.compile(
    r"(?:curl|example|my|new|sample|test|the|untitled)?[ _-]?"
    r"(?:call|command|curl|example|get|post|put|patch|delete|request|response|usage)?\d*:?",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"a", "an", "the"})
_ONE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_MOST_WORDS = 8
_MAX_NAME = 50
_MAX_READ = 300


def summary_of(name: str) -> str:
    """Return what *name* says of a request, or "" if that is only its method and path."""
    said = _ADDED.sub("", _NUMBERING.sub("", name[:_MAX_READ].strip())).rstrip(":")
    return "" if _REQUEST.fullmatch(said) or _NO_NAME.fullmatch(said) else said


def operation_id(name: str, method: str) -> str:
    """Return the name of a tool for a request called *name*, or "" if its path says more."""
    summary = summary_of(name)
    if _ONE_WORD.fullmatch(summary) and (summary != summary.title() and summary != summary.upper()):
        return summary
    # In other scripts, and where it is a sentence, the path gives the better name.
    plain = unicodedata.normalize("NFKD", summary)
    letters = [each for each in plain if each.isalpha()]
    if not letters or sum(map(str.isascii, letters)) < len(letters) * 0.9:
        return ""
    every = re.findall(r"[a-z0-9]+", re.sub(r"['\u2019]|[^\x00-\x7f]", "", plain.lower()))
    words = [each for each in every if each not in _ARTICLES]
    joined = "_".join(words)
    if len(words) > _MOST_WORDS or len(joined) > _MAX_NAME or not joined[:1].isalpha():
        return ""
    return "" if joined == method.lower() else joined
