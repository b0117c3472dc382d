"""What the registry knows of a tool, whatever protocol its manual was written in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from registry import versions
from registry.source import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Document, Json, Pointer

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""A publisher's or a manual's name: lower case, digits and single hyphens (2 to 40 characters)."""

TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""A tool's name: what every LLM interface and every file system accepts."""

VARIABLE = re.compile(r"\$\{([A-Za-z][A-Za-z0-9_]*)\}")
"""A placeholder that a client fills in from its own configuration."""

PLACEHOLDER = re.compile(r"(?<!\$)\{([^{}]*)\}")
"""A place in a URL that an argument of the call fills in."""


def fold(name: str) -> str:
    """Return what *name* looks like to readers that ignore case and join words differently."""
    return re.sub(r"[-.]", "_", name.casefold())


class Effect(StrEnum):
    """What calling a tool does to the world."""

    READ = "read"
    WRITE = "write"
    DESTRUCTIVE = "destructive"


class State(StrEnum):
    """Where a manual stands in its life."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"
    ARCHIVED = "archived"
    QUARANTINED = "quarantined"


class Where(StrEnum):
    """Which part of a request an argument goes to."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    BODY = "body"
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Argument:
    """One input of a tool and the part of the request that carries it."""

    name: str
    where: Where


@dataclass(frozen=True, slots=True)
class Auth:
    """How a call proves who makes it, in the words of UTCP 1.x.

    Attributes:
        kind: `api_key`, `basic`, `oauth2`, or another `auth_type` that only some clients know.
        fields: the other fields of the `auth` object, such as `api_key`, `var_name`, `location`.
        pointer: where the object stands in the document.
    """

    kind: str
    fields: Mapping[str, Json]
    pointer: Pointer = ()

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that a client must know, in the order of the fields."""
        texts = (value for value in self.fields.values() if isinstance(value, str))
        return tuple(dict.fromkeys(name for text in texts for name in VARIABLE.findall(text)))


@dataclass(frozen=True, slots=True)
class EnvelopeField:
    """A part of an envelope that the caller chooses, beside the tool's own arguments."""

    path: tuple[str, ...]
    schema: Mapping[str, Json]
    required: bool


@dataclass(frozen=True, slots=True)
class Envelope:
    """The fixed JSON body that some protocols wrap around a tool's arguments.

    Attributes:
        constants: the body without arguments, such as `{"request": {"tool_id": "Geo.Far@1.0.0"}}`.
        arguments_at: the path in the body at which the object of arguments stands.
        fields: parts that the caller fills in, such as a call id.
        reply: the JSON Schema of the whole reply.
        value_at: the path in the reply at which the tool's own result stands.
    """

    constants: Mapping[str, Json]
    arguments_at: tuple[str, ...]
    fields: tuple[EnvelopeField, ...]
    reply: Mapping[str, Json]
    value_at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """How a tool is called, described once; UTCP templates, curl lines and snippets render it.

    Attributes:
        transport: a UTCP `call_template_type`: `http`, `sse`, `cli`, `mcp`, …
        method: the HTTP method in upper case, "" where the transport has none.
        url: with `{name}` where an argument goes; "" where the transport has none.
        content_type: of the request's body, "" for the client's default.
        headers: constant headers.
        arguments: every input and where it goes.
        auth: how the caller proves who it is, or None.
        envelope: the body around the arguments, or None.
        options: every other field of the call template, such as `commands` of `cli`.
        unknown_keys: pointers to keys of the call that no client reads.
        pointer: where the call's own object stands in the document.
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
        return tuple(argument.name for argument in self.arguments if argument.where is where)

    @property
    def path_placeholders(self) -> tuple[str, ...]:
        """The names in braces in the URL, in order."""
        return tuple(PLACEHOLDER.findall(self.url))


@dataclass(frozen=True, slots=True)
class Example:
    """A task in plain words and the arguments with which a tool solves it."""

    task: str
    tool: str
    arguments: Mapping[str, Json]
    pointer: Pointer = ()


@dataclass(frozen=True, slots=True)
class Variable:
    """A value that the caller must have: what it is and where to get it."""

    name: str
    description: str = ""
    obtain: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """One callable tool, normalised.

    Attributes:
        publisher, manual, version, name: together the tool's identity.
        protocol, dialect: what its manual was written in.
        inputs: JSON Schema of the arguments, always of an object.
        outputs: JSON Schema of the result; None where the manual says that there is none.
        call: how it is called.
        effect: what a call does; `effect_is_stated` tells a statement from a guess.
        examples: tasks it solves.
        variables: what a caller needs, by the names that the author gave.
        native: the definition as its author wrote it.
        notices: sentences on what was changed or could not be carried over when reading it.
        obstacles: sentences on why a UTCP client cannot be offered it; empty for most tools.
        origin: where the definition stands.
        origins: the pointer, inside the document, of each field that does not stand under its
            normalised name; the longest matching prefix counts.
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
    def summary(self) -> str:
        """The first sentence of the description, on one line."""
        return first_sentence(self.description)

    def at(self, *steps: str | int) -> Origin:
        """Return the spot in the author's file that says the field *steps* of this tool."""
        for length in range(len(steps), 0, -1):
            found = self.origins.get(steps[:length])
            if found is not None:
                return Origin(self.origin.document, found + steps[length:])
        return self.origin.at(*steps)


@lru_cache(maxsize=2**14)
def first_sentence(text: str, limit: int = 160) -> str:
    """Return the first sentence of *text* on one line, cut at a word to *limit* characters."""
    line = " ".join(text.split())
    match = re.match(r"(.+?[.!?])(?:\s+[A-Z0-9\"'(]|$)", line)
    sentence = match.group(1) if match else line
    if len(sentence) <= limit:
        return sentence
    return sentence[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"


@dataclass(frozen=True, slots=True)
class SelfHosted:
    """How to start the server of a manual whose tools people run themselves."""

    start: str
    note: str = ""


@dataclass(frozen=True)
class Release:
    """One version of a manual: a file that never changes once it is merged.

    Attributes:
        document: the file as it was contributed.
        source: the protocol's own document, without `x-registry`.
        registry: the `x-registry` block, {} where there is none.
        released: the date it states (`YYYY-MM-DD`), or "".
    """

    publisher: str
    manual: str
    version: str
    protocol: str
    dialect: str
    document: Document
    source: Mapping[str, Json]
    registry: Mapping[str, Json]
    tools: tuple[Tool, ...]
    title: str = ""
    summary: str = ""
    released: str = ""
    self_hosted: SelfHosted | None = None
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Owner:
    """A GitHub account that speaks for a publisher; *id* survives renames of *login*."""

    login: str
    id: int


@dataclass(frozen=True, slots=True)
class Upstream:
    """Another registry that this one includes: what it is called here, and where its site is."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who offers the tools; without owners, the registry's maintainers wrote the manuals.

    *verified* are hosts that name the publisher, each with the day on which a maintainer saw it.
    The manuals come from *upstream*, where there is one: this registry then vouches neither for
    owners nor for hosts, and has none.
    """

    name: str
    title: str
    homepage: str = ""
    summary: str = ""
    hosts: tuple[str, ...] = ()
    owners: tuple[Owner, ...] = ()
    contacts: tuple[str, ...] = ()
    verified: Mapping[str, str] = field(default_factory=dict, hash=False)
    origin: Origin | None = None
    upstream: Upstream | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """Where a manual stands, why, since when (a date), and what replaces it."""

    state: State = State.ACTIVE
    reason: str = ""
    since: str = ""
    replaced_by: str = ""


@dataclass(frozen=True)
class Manual:
    """A manual with all its releases, oldest first, and the listing data beside them."""

    publisher: Publisher
    name: str
    releases: tuple[Release, ...]
    title: str = ""
    summary: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    docs: str = ""
    licence: str = ""
    terms: str = ""
    status: Status = Status()
    yanked: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    origin: Origin | None = None

    @property
    def id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher.name}/{self.name}"

    @property
    def utcp_name(self) -> str:
        """The name under which UTCP clients register it; the catalogue keeps it unique."""
        return f"{self.publisher.name}_{self.name}".replace("-", "_")

    @cached_property
    def latest(self) -> Release | None:
        """The newest release that is neither yanked nor a prerelease, or None."""
        by_version = {release.version: release for release in self.releases}
        newest = versions.resolve("latest", by_version, self.yanked)
        return by_version[newest] if newest else None


@dataclass(frozen=True)
class Catalogue:
    """Everything the registry publishes, sorted by name."""

    publishers: tuple[Publisher, ...]
    manuals: tuple[Manual, ...]

    @cached_property
    def listed(self) -> tuple[Manual, ...]:
        """The manuals that have a latest release and are not quarantined."""
        return tuple(
            manual
            for manual in self.manuals
            if manual.latest and manual.status.state is not State.QUARANTINED
        )

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """The tools of the latest release of every listed manual, by id."""
        tools = (tool for manual in self.listed if manual.latest for tool in manual.latest.tools)
        return tuple(sorted(tools, key=lambda tool: tool.id))

    @cached_property
    def manual_by_id(self) -> Mapping[str, Manual]:
        """The manuals by `publisher/manual`."""
        return {manual.id: manual for manual in self.manuals}
