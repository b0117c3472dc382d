"""How long attacks last, and what they are made of.

In the normal run each has a few seeds; `make attack` sets `ATTACK_TIMES`, which runs many more.
"""

from __future__ import annotations

import copy
import os
from random import Random
from typing import Any

from damage import GONE, ODD, paths

TIMES = int(os.environ.get("ATTACK_TIMES", "1"))

TEXTS = (
    *("<script>alert(1)</script>", "{{ 7*7 }}", "${HOME}", "`id`", "\u202e\u2066", "\0", "..", ""),
    *("x" * 5000, "\ud800", "javascript:alert(1)", "](https://evil.test)", "::set-output x=y"),
    *("../../../../etc/passwd", "https://u:p@10.0.0.5/", "\x1b[2J", "\r\nX: y", "1e999", "nan"),
)
"""Strings that mean something to a program that reads them carelessly."""


def seeds(quick: int) -> range:
    """Return *quick* seeds, or as many times more as the run is longer."""
    return range(quick * TIMES)


def seeded(*parts: object) -> Random:
    """Return dice that always fall the same way for the same *parts*."""
    return Random(" ".join(map(str, parts)))


def flipped(data: bytes, dice: Random) -> bytes:
    """Return *data* with some bytes changed, a piece gone, or one there twice."""
    made = bytearray(data)
    for _ in range(dice.randint(1, 8)):
        if not made:
            break
        at = dice.randrange(len(made))
        match dice.randrange(4):
            case 0:
                made[at] ^= 1 << dice.randrange(8)
            case 1:
                del made[at : at + dice.randint(1, 64)]
            case 2:
                made[at:at] = made[at : at + dice.randint(1, 64)]
            case _:
                made[at:at] = bytes(dice.randrange(256) for _ in range(dice.randint(1, 8)))
    return bytes(made)


def mangled(data: Any, dice: Random) -> Any:  # noqa: ANN401 - any JSON
    """Return a copy of the JSON *data* in which up to three values are gone or odd."""
    made = copy.deepcopy(data)
    for _ in range(dice.randint(1, 3)):
        places = list(paths(made)) if isinstance(made, dict | list) else []
        if not places:
            return made
        *steps, last = dice.choice(places)
        owner = made
        for step in steps:
            owner = owner[step]
        odd = dice.choice((*ODD, *TEXTS, 10**30, -1))
        if odd is GONE:
            del owner[last]
        else:
            owner[last] = copy.deepcopy(odd)
    return made
