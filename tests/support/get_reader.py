"""A reader that has nothing but GETs: it follows `llms.txt` to the page of a tool.

It compares words, where a model understands them. Words are reduced as those of a question are,
and other words for the same thing count half.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis, synonyms
from registry.search.word_lists import is_weak

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PAGE = re.compile(r"^- \[(.*)\]\((\S+)\): .*?; (.*)$")
_TOOLS = re.compile(r"^Each tool: <(\S+)>$")


class Found(NamedTuple):
    """The page of a tool: its id, what it says, and the bytes of the two GETs that it took."""

    tool: str
    page: str
    size: int


class Option(NamedTuple):
    """Something to choose: where it leads, and what is said of it."""

    target: str
    words: frozenset[str]
    names: frozenset[str] = frozenset()


def find(files: Mapping[str, bytes], base: str, question: str) -> Found:
    """Return the page of the tool for *question*, beginning with `llms.txt` of *files*."""
    page = ranked(question, _pages(files["llms.txt"].decode()))[0]
    listing = files[page.removeprefix(base)]
    address = ranked(question, _tools(listing.decode()))[0]
    text = files[address.removeprefix(base)]
    tool = address.removeprefix(f"{base}tools/").removesuffix("/index.md")
    return Found(tool, text.decode(), len(listing) + len(text))


def routes(files: Mapping[str, bytes], base: str) -> dict[str, int]:
    """Return the ids of the tools that `llms.txt` leads to, with the bytes of the two GETs."""
    found: dict[str, int] = {}
    for page in _pages(files["llms.txt"].decode()):
        listing = files[page.target.removeprefix(base)]
        for each in _tools(listing.decode()):
            path = each.target.removeprefix(base)
            tool = path.removeprefix("tools/").removesuffix("/index.md")
            found[tool] = len(listing) + len(files[path])
    return found


def _pages(text: str) -> list[Option]:
    """Return the pages of categories, each with the words of its category."""
    found = filter(None, map(_PAGE.match, text.splitlines()))
    return [Option(match[2], _words(f"{match[1]} {match[3]}")) for match in found]


def _tools(text: str) -> list[Option]:
    """Return the tools on the page of a category, each with the words of its API's title."""
    found: list[Option] = []
    address = title = ""
    for line in text.splitlines():
        if line.startswith("## "):
            title, address = line, ""
        elif match := _TOOLS.match(line):
            address = match[1]
        elif line.startswith("Other pages"):
            address = ""
        elif line.startswith("- ") and address:
            name = re.split(r"[ :]", line[2:])[0].replace("\\", "")
            target = address.replace("NAME", name)
            found.append(Option(target, _words(f"{title} {line}"), _words(name)))
    return found


def _words(text: str) -> frozenset[str]:
    return frozenset(analysis.terms(text))


def ranked(question: str, options: Sequence[Option]) -> list[str]:
    """Return where *options* lead, those first that share most with *question*.

    Rare words count more, and those in a name once and a half.
    """
    asked = [word for word in dict.fromkeys(analysis.terms(question)) if not is_weak(word)]
    spread = Counter(word for option in options for word in option.words)

    def worth(word: str) -> float:
        return math.log(1 + len(options) / spread[word])

    def score(option: Option) -> float:
        found = 0.0
        for word in asked:
            if word in option.words:
                found += worth(word) * (1.5 if word in option.names else 1)
            else:
                near = (each for each, _ in synonyms.others().get(word, ()) if each in option.words)
                found += max(map(worth, near), default=0) / 2
        return found

    return [each.target for each in sorted(options, key=lambda each: -score(each))]
