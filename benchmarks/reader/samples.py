"""The samples of `samples.txt`: what a tool should not say, and what it may."""

from __future__ import annotations

import random
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("samples.txt")
MOST = 32
"""Sentences that are made of one line: a few long lines would outweigh the rest."""

_HEAD = re.compile(r"\[(\w+) ([\w-]+) (\w\w)( held)?\]")
_CHOICE = re.compile(r"\{([^{}]*)\}")


class Sample(NamedTuple):
    """One sentence of a line, which may stand for many.

    *kind* is one of the reader's, or `plain`; *is_held* is only trained on after all trials.
    """

    kind: str
    family: str
    language: str
    is_held: bool
    text: str
    line: int


def samples() -> Iterator[Sample]:
    """Yield every sample in the order of the file."""
    kind, family, language, is_held = "", "", "", False
    for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), 1):
        if head := _HEAD.fullmatch(line):
            kind, family, language, is_held = head[1], head[2], head[3], bool(head[4])
        elif line and not line.startswith("#"):
            for text in _said(line):
                yield Sample(kind, family, language, is_held, text, number)


def _said(line: str) -> list[str]:
    """Return at most `MOST` of the sentences that *line* stands for, always the same."""
    parts = _CHOICE.split(line)
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    every = sorted({"".join(each) for each in product(*choices)})
    return sorted(random.Random(line).sample(every, min(MOST, len(every))))
