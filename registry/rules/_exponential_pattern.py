"""Decide whether a regular expression can match one string in exponentially many ways.

Engines that backtrack try them all before they give up. The expression is converted to an automaton
with one state per character (Glushkov's). It explodes if the same string leads from a state back to
itself in two ways, or if a loop is directly inside another.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = Pattern(
    r"(?P<group>\((?:\?:|\?<[A-Za-z]\w*>|\?P<[A-Za-z]\w*>)?)"
    r"|(?P<other>\(\?)"
    r"|(?P<end>\))"
    r"|(?P<or>\|)"
    r"|(?P<times>(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?)"
    r"|(?P<nothing>[\^$]|\\[bB])"
    r"|(?P<atom>\[\^?\]?(?:\\.|[^\]\\])*\]|\\[pP]\{\w+\}|\\u[0-9A-Fa-f]{4}|\\.|.)",
    re.DOTALL,
)
_PROPERTY = re.compile(r"\\([pP])\{\w+\}")
_CODE = re.compile(r"\\u([0-9A-Fa-f]{4})")
_ALPHABET = "".join(map(chr, range(32, 127))) + "\n\t\u00e9\u03bb\u0436\u4e00"
_MANY = 10
"""Counts from which on a repetition is treated as endless."""

_MOST_STATES = 40
_MOST_STEPS = 2_000
"""Pairs of states that are examined for one expression; a larger one is accepted."""


class _Part(NamedTuple):
    """A part of an expression: its first and last states, and whether it may be empty."""

    is_empty: bool
    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()


_NOTHING = _Part(is_empty=True)


class UnknownError(Exception):
    """The expression contains a construct that is not analysed here."""


@dataclass
class _Automaton:
    """The states of an expression, what each of them accepts, and which may follow it."""

    accepts: list[frozenset[str]] = field(default_factory=list)
    follow: list[set[int]] = field(default_factory=list)
    explodes: bool = False

    def atom(self, text: str) -> _Part:
        state = len(self.accepts)
        if state == _MOST_STATES:
            raise UnknownError
        self.accepts.append(accepted(text))
        self.follow.append(set())
        return _Part(is_empty=False, first=(state,), last=(state,))

    def sequence(self, one: _Part, other: _Part) -> _Part:
        for state in one.last:
            self.follow[state].update(other.first)
        return _Part(
            one.is_empty and other.is_empty,
            one.first + (other.first if one.is_empty else ()),
            other.last + (one.last if other.is_empty else ()),
        )

    def repeated(self, part: _Part, times: str) -> _Part:
        least, most = counts(times)
        if most >= _MANY:
            links = set(product(part.last, part.first))
            # Repeating the inner loop and repeating the outer one match the same string.
            self.explodes |= any(after in self.follow[state] for state, after in links)
            self.explodes |= part.is_empty and least >= _MANY
            for state, after in links:
                self.follow[state].add(after)
        return part._replace(is_empty=part.is_empty or least == 0)


@lru_cache(maxsize=1_000)
def accepted(atom: str) -> frozenset[str]:
    """Return the characters that *atom* accepts, of some that stand for all."""
    # Python has no classes of Unicode; most of them have letters in them.
    readable = _PROPERTY.sub(lambda found: r"\w" if found[1] == "p" else r"\W", atom)
    letters = [each for each in atom if not each.isascii()]
    letters += [chr(int(each, 16)) for each in _CODE.findall(atom)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what `[[a]` may mean in some later Python
        try:
            return frozenset(filter(re.compile(readable).fullmatch, (*_ALPHABET, *letters)))
        except re.error:
            raise UnknownError from None


def counts(times: str) -> tuple[int, float]:
    """Return the least and the greatest number of repetitions of *times*: `*`, `{2,3}`."""
    if times[0] != "{":
        return int(times[0] == "+"), 1 if times[0] == "?" else float("inf")
    least, comma, most = times.rstrip("?+")[1:-1].partition(",")
    return int(least), float(most or "inf") if comma else int(least)


def explodes(pattern: str) -> bool:
    """Return whether *pattern* takes exponential time; also False if it is too long to decide."""
    if pattern.count("(") > _MOST_STATES:
        return False
    automaton = _Automaton()
    try:
        _expression(automaton, TOKEN.compiled.finditer(pattern))
        return automaton.explodes or _has_two_ways(automaton)
    except UnknownError:
        return False


def _expression(automaton: _Automaton, tokens: Iterator[re.Match[str]]) -> _Part:
    """Read alternatives up to the end of their group."""
    alternatives: _Part | None = None
    branch, latest = _NOTHING, _NOTHING
    for token in tokens:
        kind, text = token.lastgroup, token[0]
        if kind == "times":
            latest = automaton.repeated(latest, text)
            continue
        branch, latest = automaton.sequence(branch, latest), _NOTHING
        if kind == "end":
            break
        if kind == "or":
            alternatives, branch = _either(alternatives, branch), _NOTHING
        elif kind == "group":
            latest = _expression(automaton, tokens)
        elif kind == "atom":
            latest = automaton.atom(text)
        elif kind == "other":
            raise UnknownError
    else:
        branch = automaton.sequence(branch, latest)
    return _either(alternatives, branch)


def _either(earlier: _Part | None, branch: _Part) -> _Part:
    if earlier is None:
        return branch
    return _Part(
        earlier.is_empty or branch.is_empty,
        earlier.first + branch.first,
        earlier.last + branch.last,
    )


def _has_two_ways(automaton: _Automaton) -> bool:
    """Return whether the same string leads from a state back to itself in two ways."""
    after, before = _pairs(automaton)
    for state in range(len(automaton.accepts)):
        there = _reachable_pairs(after, (state, state))
        back = _reachable_pairs(before, (state, state))
        if any(one != other for one, other in there & back):
            return True
    return False


_Pair: TypeAlias = tuple[int, int]
_Graph: TypeAlias = dict[_Pair, set[_Pair]]


def _pairs(automaton: _Automaton) -> tuple[_Graph, _Graph]:
    """Return which pairs of states follow which, for one character that both accept."""
    after: _Graph = {}
    before: _Graph = {}
    waiting = [(state, state) for state in range(len(automaton.accepts))]
    steps = 0
    while waiting:
        pair = waiting.pop()
        if pair in after:
            continue
        after[pair] = set()
        for first, second in product(automaton.follow[pair[0]], automaton.follow[pair[1]]):
            steps += 1
            if steps > _MOST_STEPS:
                raise UnknownError
            if not automaton.accepts[first].isdisjoint(automaton.accepts[second]):
                following = (min(first, second), max(first, second))
                after[pair].add(following)
                before.setdefault(following, set()).add(pair)
                waiting.append(following)
    return after, before


def _reachable_pairs(graph: _Graph, start: _Pair) -> set[_Pair]:
    reachable: set[_Pair] = set()
    waiting = [start]
    while waiting:
        for pair in graph.get(waiting.pop(), ()):
            if pair not in reachable:
                reachable.add(pair)
                waiting.append(pair)
    return reachable
