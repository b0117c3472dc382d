"""Count what an engine that backtracks tries on one character, written over and over.

Five repetitions one after the other, such as `a*a*a*a*a*`, are not exponential and can take hours
all the same, and so can counted ones inside each other, such as `(a{1,9}){1,9}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from registry.rules._exponential_pattern import TOKEN, UnknownError, accepted, counts

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_LENGTH = 60
"""Characters of the string that is tried."""

_MOST_WAYS = 5_000_000
"""In how many ways places are reached by five repetitions of the same; four take a second."""

_MOST_VISITS = 2_000
"""Parts that are visited for one expression; a larger one is accepted."""

_LEAST_REPEATED = 2
_DEEPEST = 30


class _Repeated(NamedTuple):
    part: _Part
    least: int
    most: float


_Part: TypeAlias = "str | _Repeated | list[list[_Part]]"
"""An atom, a repetition, or alternatives, each of which is a sequence."""

_Ways: TypeAlias = list[int]
"""In how many ways a place is reached after none, one, two … characters."""


def is_slow(pattern: str) -> bool:
    """Return whether *pattern* takes very long on one character; also False if undecided."""
    if sum(map(pattern.count, "*+?{")) < _LEAST_REPEATED:
        return False
    atoms: dict[str, frozenset[str]] = {}
    try:
        tree = _alternatives(TOKEN.compiled.finditer(pattern), atoms, 0)
        search = _Search()
        return any(search.is_slow(tree, each) for each in _overlapping_atoms(atoms))
    except UnknownError:
        return False


def _overlapping_atoms(atoms: dict[str, frozenset[str]]) -> list[frozenset[str]]:
    """Return which of *atoms* accept the same character, the largest such sets only."""
    alphabet: set[str] = set().union(*atoms.values())
    found = {frozenset(text for text, each in atoms.items() if char in each) for char in alphabet}
    return [each for each in found if not any(each < other for other in found)]


def _alternatives(
    tokens: Iterator[re.Match[str]], atoms: dict[str, frozenset[str]], depth: int
) -> list[list[_Part]]:
    """Return the alternatives up to the end of their group; *atoms* gets what is in them."""
    if depth > _DEEPEST:
        raise UnknownError
    alternatives: list[list[_Part]] = [[]]
    for token in tokens:
        kind, text = token.lastgroup, token[0]
        if kind == "end":
            break
        if kind == "or":
            alternatives.append([])
        elif kind == "group":
            alternatives[-1].append(_alternatives(tokens, atoms, depth + 1))
        elif kind == "times" and alternatives[-1]:
            alternatives[-1].append(_Repeated(alternatives[-1].pop(), *counts(text)))
        elif kind == "atom":
            atoms[text] = accepted(text)
            alternatives[-1].append(text)
        elif kind == "other":
            raise UnknownError
    return alternatives


class _TooManyError(Exception):
    """Places are reached in more ways than an engine tries in a second."""


class _Search:
    """Visits the parts of an expression as an engine does, for all ways to a part at once."""

    def __init__(self) -> None:
        self._visits = 0

    def is_slow(self, tree: _Part, taken: frozenset[str]) -> bool:
        """Return whether one character that the atoms *taken* accept makes *tree* slow.

        Raises UnknownError where that takes too long to decide.
        """
        self._taken = taken
        self._ways = 0
        try:
            self._visit(tree, [1, *[0] * _LENGTH])
        except _TooManyError:
            return True
        return False

    def _visit(self, part: _Part, ways: _Ways, *, in_loop: bool = False) -> _Ways:
        """Return in how many ways the end of *part* is reached if its start is by *ways*."""
        self._ways += sum(ways)
        self._visits += 1
        if self._ways > _MOST_WAYS:
            raise _TooManyError
        if self._visits > _MOST_VISITS:
            raise UnknownError
        if isinstance(part, str):
            return [0, *ways[:-1]] if part in self._taken else [0] * len(ways)
        if isinstance(part, _Repeated):
            return self._repeat(part, ways)
        ends = [self._follow(each, ways, in_loop=in_loop) for each in part]
        return [sum(each) for each in zip(*ends, strict=True)]

    def _follow(self, parts: list[_Part], ways: _Ways, *, in_loop: bool) -> _Ways:
        for part in parts:
            if not any(ways):
                if in_loop:
                    break
                # Other characters, once, lead to what comes next.
                ways = [1, *[0] * _LENGTH]
            ways = self._visit(part, ways, in_loop=in_loop)
        return ways

    def _repeat(self, repeated: _Repeated, ways: _Ways) -> _Ways:
        ways = self._follow([repeated.part] * min(repeated.least, _LENGTH + 1), ways, in_loop=True)
        # What takes no character is not repeated.
        idle = self._visit(repeated.part, [1], in_loop=True)[0]
        total = ways
        for _ in range(int(min(repeated.most - repeated.least, _LENGTH + 1))):
            ends = self._visit(repeated.part, ways, in_loop=True)
            ways = [end - idle * way for end, way in zip(ends, ways, strict=True)]
            if not any(ways):
                break
            total = [one + other for one, other in zip(total, ways, strict=True)]
        return total
