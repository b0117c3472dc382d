"""The call of a tool: the request, its arguments and credentials, whatever the protocol."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from registry.source.narrowing import mapping, string
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json, Pointer

VARIABLE = re.compile(r"\$\{([A-Za-z][A-Za-z0-9_]*)\}")
"""A placeholder that a client fills in from its own configuration."""

PLACEHOLDER = re.compile(r"(?<!\$)\{([^{}]*)\}")
"""A placeholder in a URL for an argument of the call."""

COMMAND_PLACEHOLDER = re.compile(r"UTCP_ARG_(.{1,128}?)_UTCP_END")
"""The same in a command. No key of a file is longer, and a longer search has no end."""

_PROGRAMS = ("cli", "mcp")
"""Transports that start a program, unless it runs elsewhere."""


def with_values(text: str, values: Mapping[str, str]) -> str:
    """Return *text* with the values of its variables. Raises KeyError for one without a value."""
    return VARIABLE.sub(lambda found: values[found[1]], text)


class Where(StrEnum):
    """The part of a request that an argument goes to."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    BODY = "body"
    LOCAL = "local"


class Argument(NamedTuple):
    """One input of a tool, and the part of the request that it goes to."""

    name: str
    where: Where


class Auth(NamedTuple):
    """The credentials of a call, in the terms of UTCP 1.x.

    Attributes:
        kind: `api_key`, `basic`, `oauth2`, or another `auth_type` that only some clients support.
        fields: the other fields of the `auth` object, such as `api_key`, `var_name`, `location`.
        pointer: the pointer to the object in the document.
    """

    kind: str
    fields: Mapping[str, Json]
    pointer: Pointer = ()

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that a client needs, in the order of the fields."""
        texts = (value for value in self.fields.values() if isinstance(value, str))
        return tuple(dict.fromkeys(name for text in texts for name in VARIABLE.findall(text)))


@dataclass(frozen=True, slots=True)
class EnvelopeField:
    """A part of an envelope that the caller chooses, besides the tool's own arguments."""

    path: tuple[str, ...]
    schema: Mapping[str, Json]
    required: bool


@dataclass(frozen=True, slots=True)
class Envelope:
    """The fixed JSON body that some protocols wrap around a tool's arguments.

    Attributes:
        constants: the body without arguments, such as `{"request": {"tool_id": "Geo.Far@1.0.0"}}`.
        arguments_at: the path in the body of the object with the arguments.
        fields: parts that the caller fills in, such as a call id.
        reply: the JSON Schema of the whole response.
        value_at: the path in the response of the tool's own result.
    """

    constants: Mapping[str, Json]
    arguments_at: tuple[str, ...]
    fields: tuple[EnvelopeField, ...]
    reply: Mapping[str, Json]
    value_at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """The call of a tool; UTCP templates, curl commands and snippets are generated from it.

    Attributes:
        transport: a UTCP `call_template_type`: `http`, `sse`, `cli`, `mcp`, …
        method: the HTTP method in upper case, "" if the transport has none.
        url: with `{name}` for an argument; "" if the transport has none.
        content_type: of the request's body, "" for the client's default.
        headers: constant headers.
        arguments: every input and the part of the request that it goes to.
        auth: the credentials, or None.
        envelope: the body around the arguments, or None.
        options: every other field of the call template, such as `commands` of `cli`.
        unknown_keys: pointers to keys of the call that no client reads.
        pointer: the pointer to the call's own object in the document.
    """

    transport: str
    method: str = ""
    url: str = ""
    content_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[Argument, ...] = ()
    auth: Auth | None = None
    envelope: Envelope | None = None
    options: Mapping[str, Json] = field(default_factory=dict)
    unknown_keys: tuple[Pointer, ...] = ()
    pointer: Pointer = ()

    def names(self, where: Where) -> tuple[str, ...]:
        """Return the arguments that go to *where*."""
        return tuple([name for name, part in self.arguments if part is where])

    def header(self, name: str) -> str:
        """Return the value of the constant header *name*, in any case; "" if there is none."""
        wanted = name.lower()
        return next((value for key, value in self.headers.items() if key.lower() == wanted), "")

    @property
    def body_type(self) -> str:
        """The type of the body that it states, "" for the client's default; a header decides."""
        return self.header("Content-Type") or self.content_type

    @property
    def auth_fields(self) -> Mapping[str, Json]:
        """The fields of its credentials, none without credentials."""
        return self.auth.fields if self.auth else {}

    @property
    def mcp_servers(self) -> dict[str, Json]:
        """The configurations of its MCP servers by name, valid or not."""
        return mapping(mapping(self.options.get("config")).get("mcpServers"))

    @property
    def remote_servers(self) -> tuple[str, ...]:
        """The URLs of its MCP servers, if all are remote; clients start one that has a command."""
        servers = map(mapping, self.mcp_servers.values())
        found = ["command" not in server and server.get("url") for server in servers]
        return tuple(map(str, found)) if found and all(found) else ()

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every host that it reaches, that of its token server included."""
        stated = (self.url, *self.remote_servers, *self.auth_fields.values())
        urls = (each for each in stated if isinstance(each, str) and "://" in each)
        # A socket has a host, and no URL.
        socket = string(self.options.get("host")).lower()
        return tuple(dict.fromkeys(filter(None, (*map(host_of, urls), socket))))

    @property
    def starts_program(self) -> bool:
        """Whether it starts a program on the machine of the caller."""
        return self.transport in _PROGRAMS and not self.remote_servers

    @property
    def path_placeholders(self) -> tuple[str, ...]:
        """The names in braces in the URL, in order."""
        return tuple(PLACEHOLDER.findall(self.url))
