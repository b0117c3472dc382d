"""The rate limits of a manual's tools."""

from __future__ import annotations

from typing import NamedTuple


class Limit(NamedTuple):
    """A limit of *requests* in a second, an hour, …; 0 if there is only a *note*."""

    requests: int = 0
    per: str = ""
    note: str = ""

    def __str__(self) -> str:
        """Return it as people say it: "600 a minute, with a key"."""
        article = "an" if self.per == "hour" else "a"
        rate = f"{self.requests:,} {article} {self.per}" if self.requests else ""
        return ", ".join(filter(None, (rate, self.note)))
