"""The protocols a manual may be written in; adding one is adding a folder beside this file.

A protocol is a package `registry/protocols/<name>/` that offers what `Protocol` below lists.
It imports the model and the source, never a rule, an artefact or another protocol.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from registry.discover import modules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

    from registry.diagnostics import Diagnostic
    from registry.model import Release, Tool
    from registry.source import Document, Json, Pointer


X_REGISTRY = "x-registry"
"""The one key of a release that belongs to the registry, not to the protocol."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way of writing a protocol: its *id*, the *name* people know, and the text it follows."""

    id: str
    name: str
    specification: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A release before its tools are read: what a protocol gets to work on.

    *registry* is the validated `x-registry` block; *document* is the file, whose data still
    holds it.
    """

    publisher: str
    manual: str
    version: str
    dialect: str
    document: Document
    registry: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a protocol made of a draft; *tools* are usable even where there are *problems*.

    *own_version* is the pointer to the version the document states for itself, None without one;
    *notices* are sentences about the whole manual (an upgrade, something left out).
    """

    tools: tuple[Tool, ...]
    problems: tuple[Diagnostic, ...] = ()
    title: str = ""
    summary: str = ""
    own_version: Pointer | None = None
    notices: tuple[str, ...] = ()


class ManualProtocol(Protocol):
    """What the package of a protocol offers."""

    NAME: str
    """The id used in `x-registry.protocol`, in file names and URLs, such as `utcp`."""

    TITLE: str
    """The name people know, such as `UTCP`."""

    DIALECTS: tuple[Dialect, ...]

    REGISTRY_KEYS: Mapping[str, Json]
    """Keys of `x-registry` that only this protocol needs, each with its JSON Schema; often {}."""

    SHAPES: Mapping[str, Json]
    """By dialect, a JSON Schema that tells its documents from others: for editors, which know no
    `recognise`. The first that fits counts."""

    def recognise(self, data: Mapping[str, Json]) -> str | None:
        """Return the id of the dialect whose shape *data* has, or None. Look at shape only.

        Shapes of different protocols exclude each other; a broken manual is still recognised by
        what identifies it, so that its problems can be explained.
        """
        ...

    def schema(self, dialect: str) -> Mapping[str, Json]:
        """Return the JSON Schema of a whole document in *dialect*; it refers to itself alone.

        Its keys stand in the order in which a document is best read, which `registry fmt` keeps.
        """
        ...

    def problems(self, document: Document, dialect: str) -> Iterator[Diagnostic]:
        """Yield what the schemas of *dialect* find wrong. Ignores the key `x-registry`."""
        ...

    def read(self, draft: Draft) -> Reading:
        """Normalise the tools of a draft.

        Must not raise, whatever the document holds: what is unusable is skipped, since `problems`
        has already explained it.
        """
        ...

    def listing(self, release: Release) -> Iterator[tuple[str, Json]]:
        """Yield the release in the protocol's own form, as (path, data) pairs, for its clients.

        *path* is relative to the folder of the manual, such as `tools`. A protocol whose native
        form is published elsewhere (UTCP) yields nothing.
        """
        ...

    def native_call(self, tool: Tool, arguments: Mapping[str, Json]) -> NativeCall | None:
        """Return the request that calls *tool* with *arguments* without any client library.

        None where the transport is not plain HTTP.
        """
        ...


@dataclass(frozen=True, slots=True)
class NativeCall:
    """An HTTP request: secrets stand as `${VAR}` in *headers*, *url* and *user*.

    A text as *body* is sent as it is, anything else as JSON; None is no body. *user* is the
    `name:password` of HTTP basic authentication, or "".
    """

    method: str
    url: str
    headers: Mapping[str, str]
    body: Json
    user: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A protocol that recognised a document, and the dialect it saw."""

    protocol: ManualProtocol
    dialect: str


@cache
def protocols() -> Mapping[str, ManualProtocol]:
    """Return every protocol by name."""
    found = cast("tuple[ManualProtocol, ...]", _packages())
    return {protocol.NAME: protocol for protocol in found}


def _packages() -> tuple[ModuleType, ...]:
    return modules(sys.modules[__name__])


def matches(data: Mapping[str, Json]) -> tuple[Match, ...]:
    """Return every protocol whose shape *data* has; exactly one means that it is recognised."""
    found = ((each, each.recognise(data)) for each in protocols().values())
    return tuple(Match(protocol, dialect) for protocol, dialect in found if dialect)


def recognised(data: Mapping[str, Json]) -> Match | None:
    """Return the protocol and dialect that *data* states, or else shows; None for none or two."""
    stated = data.get(X_REGISTRY)
    stated = stated if isinstance(stated, dict) else {}
    protocol = protocols().get(str(stated.get("protocol")))
    found = matches(data)
    if protocol:
        found = tuple(each for each in found if each.protocol is protocol) or (
            Match(protocol, protocol.DIALECTS[0].id),
        )
    if len(found) != 1:
        return None
    known = {dialect.id for dialect in found[0].protocol.DIALECTS}
    dialect = str(stated.get("dialect"))
    return Match(found[0].protocol, dialect) if dialect in known else found[0]
