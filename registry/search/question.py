"""What people type: words, `"phrases"` and filters such as `protocol:utcp`; nothing is an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.search import analysis
from registry.search.documents import FACETS, label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_LENGTH = 500
"""Characters of a question that count: whoever pastes a page does not want to wait for it."""

_PART = re.compile(
    rf'(?<!\S)(?P<facet>{"|".join(FACETS)}):(?:"(?P<quoted>[^"]*)"?|(?P<value>\S*))'
    r'|"(?P<phrase>[^"]*)"?'
    r'|(?P<words>[^\s"]+)',
    re.IGNORECASE,
)

Filters = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        words: in order, without stop words and unstemmed; any of them is enough.
        phrases: words that must be neighbours.
        filters: facets and, for each, the values of which one must hold.
    """

    words: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...] = ()
    filters: Filters = ()


def parse(text: str, narrowed: Mapping[str, str | None] | None = None) -> Question:
    """Return what *text* asks for, narrowed further to the facets in *narrowed*.

    `protocol:utcp,otc` wants one of both; each further filter must hold, too. What cannot be
    understood as a filter or a phrase is words.
    """
    words: list[str] = []
    phrases: list[tuple[str, ...]] = []
    filters = [(name, value) for name, value in (narrowed or {}).items() if value]
    for part in _PART.finditer(text[:MAX_LENGTH]):
        if part["facet"]:
            filters.append((part["facet"].lower(), part["quoted"] or part["value"] or ""))
            continue
        found = analysis.words(part["phrase"] or part["words"] or "")
        words += found
        if part["phrase"] and len(found) > 1:
            phrases.append(tuple(found))
    return Question(tuple(words), tuple(phrases), tuple(_filters(filters)))


def _filters(written: list[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in written:
        labels = tuple(found for each in value.split(",") if (found := label(each)))
        if labels:
            yield name, labels
