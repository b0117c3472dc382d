"""What the name and the description of a tool say about its effect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.model import Tool

_LAST_WORD = r"(?:(?<=[_.-])|(?<=[a-z0-9])(?=[A-Z]))"


class EffectWords:
    """Verbs of one kind of effect, in the places where they say what a tool does.

    `remove` and `drop` are none of them: they may be about a copy.
    """

    def __init__(self, first: str, last: str, told: str) -> None:
        """Each is a list of verbs with `|`: how names begin, how names end, how descriptions do."""
        self._first = re.compile(rf"(?i:{first})(?![a-z])")
        self._last = re.compile(rf"{_LAST_WORD}(?i:{last})$")
        self._told = re.compile(rf"(?:{told})s?\b")

    def said_of(self, tool: Tool) -> str:
        """Return where *tool* has one of the verbs, as the end of a sentence, else ""."""
        if verb := self._first.match(tool.name):
            return f"its name begins with {verb[0]!r}"
        if verb := self._last.search(tool.name):
            return f"its name ends with {verb[0]!r}"
        if verb := self._told.match(tool.description):
            return f"its description begins with {verb[0]!r}"
        return ""
