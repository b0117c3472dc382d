"""What people wrote of a category: what it is good for, which API to take, and worked tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json


@dataclass(frozen=True, slots=True)
class Step:
    """A call of a tool (`publisher/manual/tool`) with *arguments*, and what it *gives*.

    An argument that is a result of an earlier step is written as it came out there.
    """

    tool: str
    arguments: Mapping[str, Json]
    gives: str


@dataclass(frozen=True, slots=True)
class WorkedTask:
    """A task that takes several calls, and the calls in their order."""

    task: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A manual (`publisher/manual`) to take, and what it is the one for."""

    manual: str
    when: str


@dataclass(frozen=True, slots=True)
class Category:
    """A category of manuals.

    Attributes:
        name: its id, as manuals state it.
        title: what people call it.
        summary: what can be done with its tools.
        choices: which manual to take for what.
        tasks: worked tasks.
    """

    name: str
    title: str
    summary: str
    choices: tuple[Choice, ...] = ()
    tasks: tuple[WorkedTask, ...] = ()
