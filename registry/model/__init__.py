"""The registry's data model of tools, independent of their protocols."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from registry.model import versions
from registry.model.naming import utcp_name as utcp_name_of
from registry.source import Origin
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model.facts import Facts
    from registry.model.rate_limits import Limit
    from registry.model.sources import Source
    from registry.source import Document, Json, Pointer

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""A publisher's or a manual's name: lower case, digits and single hyphens (2 to 40 characters)."""

TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""A tool's name: accepted by every LLM API and every file system."""

VARIABLE = re.compile(r"\$\{([A-Za-z][A-Za-z0-9_]*)\}")
"""A placeholder that a client fills in from its own configuration."""

PLACEHOLDER = re.compile(r"(?<!\$)\{([^{}]*)\}")
"""A placeholder in a URL for an argument of the call."""


_PROGRAMS = ("cli", "mcp")
"""Transports that start a program, unless it runs elsewhere."""


def fold_name(name: str) -> str:
    """Return *name* folded, as for clients that ignore case and join words differently."""
    return name.casefold().replace("-", "_").replace(".", "_")


class Effect(StrEnum):
    """The effect of calling a tool."""

    READ = "read"
    WRITE = "write"
    DESTRUCTIVE = "destructive"

    @classmethod
    def of_method(cls, method: str) -> Effect:
        """Return what an HTTP request with *method* is meant to do (RFC 9110, section 9.3)."""
        return {"GET": cls.READ, "DELETE": cls.DESTRUCTIVE}.get(method, cls.WRITE)


class Author(StrEnum):
    """Who wrote a manual, as far as this registry knows."""

    CONTRIBUTORS = "contributors"
    PUBLISHER = "publisher"
    REGISTRY = "registry"


class State(StrEnum):
    """The lifecycle state of a manual."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"
    ARCHIVED = "archived"
    QUARANTINED = "quarantined"


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
    """How a tool is called; UTCP templates, curl commands and snippets are generated from it.

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
        return tuple(argument.name for argument in self.arguments if argument.where is where)

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
        """The URLs of its MCP servers, if all of them are remote."""
        found = [mapping(server).get("url") for server in self.mcp_servers.values()]
        return tuple(map(str, found)) if found and all(found) else ()

    @property
    def starts_program(self) -> bool:
        """Whether it starts a program on the machine of the caller."""
        return self.transport in _PROGRAMS and not self.remote_servers

    @property
    def path_placeholders(self) -> tuple[str, ...]:
        """The names in braces in the URL, in order."""
        return tuple(PLACEHOLDER.findall(self.url))


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


@lru_cache(maxsize=2**14)
def first_sentence(text: str, limit: int = 160) -> str:
    """Return the first sentence of *text* on one line, cut at a word to *limit* characters."""
    line = " ".join(text.split())
    match = re.match(r"(.+?[.!?])(?:\s+[A-Z0-9\"'(]|$)", line)
    sentence = match.group(1) if match else line
    if len(sentence) <= limit:
        return sentence
    return sentence[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"


class SelfHosted(NamedTuple):
    """How to start the server of a manual whose tools people run themselves."""

    start: str
    note: str = ""


@dataclass(frozen=True)
class Release:
    """One version of a manual: a file that never changes once it is merged.

    Attributes:
        document: the file as it was contributed.
        source: the protocol's own document, without `x-registry`.
        registry: the `x-registry` block, {} if there is none.
        released: the date it states (`YYYY-MM-DD`), or "".
        sources: the documents of the provider that it is based on.
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
    sources: tuple[Source, ...] = ()

    @property
    def manual_id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher}/{self.manual}"


class Owner(NamedTuple):
    """A GitHub account that represents a publisher; *id* survives renames of *login*."""

    login: str
    id: int


class Upstream(NamedTuple):
    """Another registry that this one includes: its name here, and the URL of its site."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who offers the tools; without owners, the registry's maintainers wrote the manuals.

    *verified* are hosts that name the publisher, each with the date on which a maintainer checked
    it. With an *upstream*, the manuals come from there: this registry then vouches neither for
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

    @property
    def author(self) -> Author:
        """Who writes its manuals: the publisher only where accounts of theirs are named."""
        if self.upstream:
            return Author.REGISTRY
        return Author.PUBLISHER if self.owners else Author.CONTRIBUTORS

    @property
    def is_verified(self) -> bool:
        """Whether one of its hosts names this publisher and the accounts that speak for it."""
        return bool(self.verified) and not self.upstream


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a manual, the reason, since when (a date), and what replaces it."""

    state: State = State.ACTIVE
    reason: str = ""
    since: str = ""
    replaced_by: str = ""


@dataclass(frozen=True)
class Manual:
    """A manual with all its releases, oldest first, and its listing data.

    Attributes:
        asked: by the name of a tool, phrases in which people ask for it.
        coverage: the region or subject that it covers, in a few words.
        limits: how often it may be called.
        attribution: what must be shown with its data.
        non_commercial: whether only non-commercial use is allowed.
        facts: how one of its releases compares with what the provider says, None if unknown.
        cross_origin: whether pages of other sites may call it.
    """

    publisher: Publisher
    name: str
    releases: tuple[Release, ...]
    title: str = ""
    summary: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    docs: str = ""
    licence: str = ""
    terms: str = ""
    coverage: str = ""
    limits: tuple[Limit, ...] = ()
    attribution: str = ""
    non_commercial: bool = False
    cross_origin: bool = False
    status: Status = Status()
    yanked: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    origin: Origin | None = None
    facts: Facts | None = None

    @property
    def id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher.name}/{self.name}"

    @property
    def utcp_name(self) -> str:
        """The name under which UTCP clients register it; the catalogue keeps it unique."""
        return utcp_name_of(self.id)

    @property
    def is_listed(self) -> bool:
        """Whether it has a latest release and is not quarantined."""
        return self.latest is not None and self.status.state is not State.QUARANTINED

    def facts_of(self, release: Release) -> Facts | None:
        """Return how *release* compares with what the provider says, None if it is not known."""
        facts = self.facts
        return facts if facts and facts.release == release.version else None

    def predecessor_of(self, version: str) -> Release | None:
        """Return the newest release before *version* that is in use, or None."""
        by_version = {release.version: release for release in self.releases}
        older = versions.before(version, by_version, self.yanked)
        return by_version[older] if older else None

    @cached_property
    def latest(self) -> Release | None:
        """The newest release that is neither yanked nor a prerelease, or None."""
        by_version = {release.version: release for release in self.releases}
        newest = versions.resolve_version("latest", by_version, self.yanked)
        return by_version[newest] if newest else None


@dataclass(frozen=True)
class Catalogue:
    """Everything the registry publishes, sorted by name."""

    publishers: tuple[Publisher, ...]
    manuals: tuple[Manual, ...]

    @cached_property
    def listed(self) -> tuple[Manual, ...]:
        """The manuals that have a latest release and are not quarantined."""
        return tuple(manual for manual in self.manuals if manual.is_listed)

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """The tools of the latest release of every listed manual, by id."""
        tools = (tool for manual in self.listed if manual.latest for tool in manual.latest.tools)
        return tuple(sorted(tools, key=lambda tool: tool.id))

    @cached_property
    def manual_by_id(self) -> Mapping[str, Manual]:
        """The manuals by `publisher/manual`."""
        return {manual.id: manual for manual in self.manuals}
