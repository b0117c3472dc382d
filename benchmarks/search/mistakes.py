"""Typing errors as people make them, generated: one in every word of five letters or more."""

from __future__ import annotations

import hashlib
import random
import re

SHORTEST = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def misspelt(question: str) -> str:
    """Return *question* with a letter missing, added, wrong or swapped in each long word."""
    chance = random.Random(hashlib.sha256(question.encode()).digest())
    return re.sub(rf"[A-Za-z]{{{SHORTEST},}}", lambda word: _spoilt(word[0], chance), question)


def _spoilt(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    match chance.randrange(4):
        case 0:
            return word[:at] + word[at + 1 :]
        case 1:
            return word[:at] + chance.choice(_LETTERS) + word[at:]
        case 2:
            return word[:at] + chance.choice(_LETTERS) + word[at + 1 :]
        case _:
            at = min(at, len(word) - 2)
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
