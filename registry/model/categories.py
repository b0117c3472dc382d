"""The texts that people wrote on a category: its use, which API to take, and worked tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json


class Step(NamedTuple):
    """A call of a tool (`publisher/manual/tool`) with *arguments*, and what it *gives*.

    An argument that is a result of an earlier step is written as it came out there.
    """

    tool: str
    arguments: Mapping[str, Json]
    gives: str


class WorkedTask(NamedTuple):
    """A task that takes several calls, and the calls in their order."""

    task: str
    steps: tuple[Step, ...]


class Choice(NamedTuple):
    """A manual (`publisher/manual`) to take, and what it is the one for."""

    manual: str
    when: str


class Category(NamedTuple):
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
