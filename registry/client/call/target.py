"""The target of a call: a tool's published definition, read back into the call it describes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from registry.client.errors import blaming
from registry.model import (
    VARIABLE,
    Call,
    Effect,
    Variable,
)
from registry.model.read_definition import call_of
from registry.model.request import request
from registry.source.strings import strings_in
from registry.web.hosts import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.client._records import Tool
    from registry.source import Json

_LEAST_EFFECT = {
    "DELETE": Effect.DESTRUCTIVE,
    "PATCH": Effect.WRITE,
    "PUT": Effect.WRITE,
}
"""What a method does, whatever the manual says of it."""


@dataclass(frozen=True, slots=True)
class Target:
    """A tool that can be called.

    Attributes:
        id: `publisher/manual/tool`.
        call: how it is called.
        inputs: JSON Schema of its arguments.
        effect: what a call does: what the manual states, or more where its method says so.
        variables: what a caller must have, by the names that the manual gives.
        example: arguments with which it works, or None.
    """

    id: str
    call: Call
    inputs: dict[str, Any]
    effect: Effect
    variables: tuple[Variable, ...]
    example: Mapping[str, Json] | None = None

    @classmethod
    def of(cls, tool_id: str, definition: Mapping[str, Any]) -> Target:
        """Return the tool that *definition*, the one in its record, defines.

        Raises LookupError, TypeError, ValueError and AttributeError for what is no definition.
        """
        call = call_of(definition["call"])
        # What cannot be sent is no call; better here than when it is asked for.
        request(call, {})
        stated = Effect(definition["effect"])
        least = _LEAST_EFFECT.get(call.method, Effect.READ)
        order = tuple(Effect)
        examples = definition.get("examples") or ()
        return cls(
            tool_id,
            call,
            dict(definition["inputs"]),
            max(stated, least, key=order.index),
            tuple(Variable(**each) for each in definition.get("variables", ())),
            dict(examples[0]["arguments"]) if examples else None,
        )

    @classmethod
    def of_tool(cls, tool: Tool) -> Target:
        """Return *tool*, as a registry handed it out. Raises DamagedFileError."""
        with blaming(f"tools/{tool.id}.json"):
            return cls.of(tool.id, tool.definition)

    @property
    def manual_id(self) -> str:
        """`publisher/manual`."""
        return self.id.rpartition("/")[0]

    @property
    def is_program(self) -> bool:
        """Whether a call starts a program on this machine."""
        return self.call.starts_program

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every host that a call reaches, that of its token server included."""
        return self.call.hosts

    @property
    def is_on_this_machine(self) -> bool:
        """Whether its manual says that its server runs on the machine of the caller."""
        return any(map(is_loopback, self.hosts))

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of all variables in it, those that the manual does not describe included."""
        named = [each.name for each in self.variables]
        return tuple(dict.fromkeys((*named, *_variables_in(self.call))))


def _variables_in(call: Call) -> Iterator[str]:
    """Yield the names of the variables anywhere in *call*."""
    parts: Json = [call.url, dict(call.headers), dict(call.auth_fields), dict(call.options)]
    for text in strings_in(parts):
        yield from VARIABLE.findall(text)
