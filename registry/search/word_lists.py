"""The lists in `words/`: words that say little, that ask for a change, that are spelt right."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from registry.search.analysis import stem

if TYPE_CHECKING:
    from collections.abc import Iterator


@cache
def weak() -> frozenset[str]:
    """Return the weak terms, which say little about a tool."""
    return frozenset(map(stem, words_in("weak.txt")))


@cache
def changing() -> frozenset[str]:
    """Return the terms by which a question asks for a change of something."""
    return frozenset(map(stem, words_in("changing.txt")))


@cache
def deleting() -> frozenset[str]:
    """Return the terms by which a question asks for something to be deleted or ended."""
    return frozenset(map(stem, words_in("deleting.txt")))


@cache
def special() -> frozenset[str]:
    """Return the terms in the name of a tool that does something special, such as counting."""
    return frozenset(map(stem, words_in("special.txt")))


@cache
def foreign() -> frozenset[str]:
    """Return short words of other languages that are not English words."""
    return words_in("foreign.txt")


def is_weak(term: str) -> bool:
    """Return whether *term* says little; numbers do, since they are usually arguments."""
    return term in weak() or (term.isascii() and term.isdigit())


@cache
def english() -> frozenset[str]:
    """Return words that are spelt right though no tool may have them, names of products, too."""
    common = words_in("english.txt") | words_in("modern.txt")
    return common | words_in("names.txt") | products() | places()


@cache
def english_beginning(start: str) -> tuple[str, ...]:
    """Return the words that are spelt right and begin with *start*, two letters from a to z."""
    return tuple(each for each in english() if each.startswith(start))


@cache
def products() -> frozenset[str]:
    """Return names of products that are no other words: who names one wants something of it."""
    return words_in("products.txt")


@cache
def places() -> frozenset[str]:
    """Return names of countries and towns: what a tool is asked about, also in lower case."""
    return countries() | words_in("places.txt")


@cache
def countries() -> frozenset[str]:
    """Return names of countries and continents."""
    return words_in("countries.txt")


def words_in(name: str) -> frozenset[str]:
    """Return the words in the list *name*."""
    return frozenset(word for line in lines_of(name) for word in line.split())


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of the list *name* that are no comments."""
    text = resources.files("registry.search").joinpath("words", name).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))
