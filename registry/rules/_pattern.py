"""A regular expression that is compiled when it is first needed."""

from __future__ import annotations

import re
from functools import cached_property


class Pattern:
    """A regular expression for strings that may match, which most manuals have none of.

    Compiling those of all rules takes longer than running them on a manual.
    """

    def __init__(self, text: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._text = text
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The expression, ready to be used."""
        return re.compile(self._text, self._flags)
