"""What is compared in `peers.py`: someone who does a part of the work, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from process_cost import Cost, cost_of

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent


@dataclass(slots=True)
class Row:
    """What something cost each time it was done among so many *tools*.

    Attributes:
        group: what is compared with what: `pages`, `check`, `question` or `command`.
        name: who does it, and what is special about it.
        seconds, worked: on the clock, and of processor.
        megabytes: of the largest process.
    """

    group: str
    name: str
    tools: int
    seconds: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    megabytes: float = 0
    is_ours: bool = False

    def add(self, cost: Cost) -> None:
        """Add what it took once."""
        if cost.code:
            raise SystemExit(f"{self.name}, {self.tools} tools: ended with {cost.code}")
        self.seconds.append(round(cost.seconds, 4))
        self.worked.append(round(cost.worked, 4))
        self.megabytes = max(self.megabytes, round(cost.megabytes))


@dataclass(frozen=True, slots=True)
class Contender:
    """One who does what a row says; *prepare* is not timed."""

    row: Row
    words: tuple[str | Path, ...]
    folder: Path
    prepare: Callable[[], None] = lambda: None

    def run(self) -> None:
        """Do it once, and add what it took."""
        self.prepare()
        self.row.add(cost_of(self.words, self.folder, PYTHONPATH=str(ROOT)))
