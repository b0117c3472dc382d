"""A tool: what it does, how it is called, and what is known of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from registry.source import Origin
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model.calls import Call
    from registry.source import Json, Pointer


class Effect(StrEnum):
    """The effect of calling a tool."""

    READ = "read"
    WRITE = "write"
    DESTRUCTIVE = "destructive"

    @classmethod
    def of_method(cls, method: str) -> Effect:
        """Return what an HTTP request with *method* is meant to do (RFC 9110, section 9.3)."""
        return {"GET": cls.READ, "DELETE": cls.DESTRUCTIVE}.get(method, cls.WRITE)

    def is_graver_than(self, other: Effect) -> bool:
        """Return whether a call with this effect does more harm than one with the *other*."""
        order = list(Effect)
        return order.index(self) > order.index(other)


class Example(NamedTuple):
    """A task in plain words, and the arguments of the call that solves it."""

    task: str
    tool: str
    arguments: Mapping[str, Json]
    pointer: Pointer = ()


class ExampleOutput(NamedTuple):
    """A response of a tool documented by its provider: the *value*, and its pointer."""

    value: Json
    pointer: Pointer = ()


class Variable(NamedTuple):
    """A variable that the caller needs: what it is, and where to get it."""

    name: str
    description: str = ""
    obtain: str = ""


@dataclass(frozen=True)
class Tool:
    """One callable tool, normalised.

    Attributes:
        publisher, manual, version, name: together the tool's identity.
        protocol, dialect: those of its manual.
        inputs: JSON Schema of the arguments, always of an object.
        outputs: JSON Schema of the result; None if the manual says that there is none.
        call: how it is called.
        effect: what a call does; `effect_is_stated` is False if that is a guess.
        examples: tasks it solves.
        example_output: a response documented by the provider, or None.
        variables: what a caller needs, with the author's names.
        native: the definition as its author wrote it.
        notices: sentences on what was changed or could not be converted.
        obstacles: reasons why it cannot be offered to UTCP clients; empty for most tools.
        origin: the location of the definition.
        origins: for fields with another name in the document, their pointers there; the longest
            matching prefix counts.
    """

    publisher: str
    manual: str
    version: str
    name: str
    protocol: str
    dialect: str
    description: str
    tags: tuple[str, ...]
    inputs: dict[str, Json]
    outputs: dict[str, Json] | None
    call: Call
    native: Mapping[str, Json]
    origin: Origin
    origins: Mapping[Pointer, Pointer] = field(default_factory=dict)
    effect: Effect = Effect.READ
    effect_is_stated: bool = False
    examples: tuple[Example, ...] = ()
    example_output: ExampleOutput | None = None
    variables: tuple[Variable, ...] = ()
    average_response_size: int | None = None
    notices: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """`publisher/manual/tool`, the name of the tool in the registry."""
        return f"{self.publisher}/{self.manual}/{self.name}"

    @property
    def manual_id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher}/{self.manual}"

    @property
    def transport(self) -> str:
        """The UTCP `call_template_type` of its call."""
        return self.call.transport

    @property
    def method(self) -> str:
        """The HTTP method of its call, "" if the transport has none."""
        return self.call.method

    @property
    def properties(self) -> dict[str, Json]:
        """The schemas of its inputs by name: those that clients find."""
        return mapping(self.inputs.get("properties"))

    @property
    def auth_kind(self) -> str:
        """The kind of credentials of its call, "" for none.

        It is `variables` for a server that gets them from the environment in which it is started,
        and for a call that has them in its body.
        """
        if self.call.auth:
            return self.call.auth.kind
        return "variables" if self.variables else ""

    @property
    def summary(self) -> str:
        """The first sentence of the description, on one line."""
        return first_sentence(self.description)

    def at(self, *steps: str | int) -> Origin:
        """Return the location in the author's file of the field *steps* of this tool."""
        for length in range(len(steps), 0, -1):
            found = self.origins.get(steps[:length])
            if found is not None:
                return Origin(self.origin.document, found + steps[length:])
        return self.origin.at(*steps)

    def at_example(self, example: Example, *steps: str | int) -> Origin:
        """Return the location in the author's file of the field *steps* of an *example*."""
        return Origin(self.origin.document, (*example.pointer, *steps))


@lru_cache(maxsize=2**14)
def first_sentence(text: str, limit: int = 160) -> str:
    """Return the first sentence of *text* on one line, of at most *limit* characters.

    A longer one is cut behind its last part that fits, or else behind a word.
    """
    line = " ".join(text.split())
    match = re.match(r"(.+?[.!?])(?:\s+[A-Z0-9\"'(]|$)", line)
    sentence = match.group(1) if match else line
    if len(sentence) <= limit:
        return sentence
    words = sentence[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:")
    end = max(words.rfind(mark) for mark in (", ", "; ", ": "))
    return (words[:end] if end >= limit // 2 else words) + "…"
