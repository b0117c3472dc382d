"""The protocols that a manual can be written in; to add one, add a package to this folder.

A protocol is a package `registry/protocols/<name>/` that provides what `ManualProtocol` lists. It
imports the model and the source, but no rule, artefact or other protocol.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from registry.plugins import modules
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.model import Release, Tool
    from registry.source import Document, Json, Pointer


X_REGISTRY = "x-registry"
"""The one key of a release that belongs to the registry, not to the protocol."""


class Dialect(NamedTuple):
    """One version of a protocol: its *id*, its *name* for people, and its *specification*."""

    id: str
    name: str
    specification: str


class UnreadRelease(NamedTuple):
    """A release before its tools are read: the input of a protocol.

    *registry* is the validated `x-registry` block; *document* is the file, whose data also
    contains that block.
    """

    publisher: str
    manual: str
    version: str
    dialect: str
    document: Document
    registry: Mapping[str, Json]


class ProtocolReading(NamedTuple):
    """The result of reading a release; *tools* are usable even if there are *problems*.

    *own_version* is the pointer to the version that the document states, None without one;
    *notices* are sentences about the whole manual (an upgrade, something left out); *faulty* is as
    in `Release`. It *is_whole* if no other tool could not be read.
    """

    tools: tuple[Tool, ...]
    problems: tuple[Diagnostic, ...] = ()
    title: str = ""
    summary: str = ""
    own_version: Pointer | None = None
    notices: tuple[str, ...] = ()
    faulty: tuple[Tool, ...] = ()
    is_whole: bool = True


class ManualProtocol(Protocol):
    """The interface of a protocol's package."""

    NAME: str
    """The id used in `x-registry.protocol`, in file names and URLs, such as `utcp`."""

    TITLE: str
    """The name for people, such as `UTCP`."""

    DIALECTS: tuple[Dialect, ...]

    REGISTRY_KEYS: Mapping[str, Json]
    """Keys of `x-registry` that only this protocol needs, each with its JSON Schema; often {}."""

    SHAPES: Mapping[str, Json]
    """By dialect, a JSON Schema that only its documents match: for editors, which cannot call
    `recognise`. The first match counts."""

    def recognise(self, data: Mapping[str, Json]) -> str | None:
        """Return the id of the dialect that *data* matches, or None; only its structure counts.

        At most one protocol matches. A broken manual is still recognised by what identifies it, so
        that its problems can be explained.
        """
        ...

    def schema(self, dialect: str) -> Mapping[str, Json]:
        """Return the JSON Schema of a whole document in *dialect*; it only refers to itself.

        Its keys are in the order in which a document is best read, which `registry fmt` applies.
        """
        ...

    def problems(self, document: Document, dialect: str) -> Iterator[Diagnostic]:
        """Yield the errors of *document* under *dialect*, ignoring the key `x-registry`."""
        ...

    def read(self, draft: UnreadRelease) -> ProtocolReading:
        """Return the tools of *draft*, normalised.

        Must not raise, whatever the document contains: what is unusable is skipped, since
        `problems` explains it.
        """
        ...

    def listing(self, release: Release) -> Iterator[tuple[str, Json]]:
        """Yield *release* in the protocol's native format, for its clients: (path, data) pairs.

        *path* is relative to the folder of the manual, such as `tools`. A protocol whose native
        format is published elsewhere (UTCP) yields nothing.
        """
        ...


class Match(NamedTuple):
    """A protocol that recognised a document, and its dialect."""

    protocol: ManualProtocol
    dialect: str


@cache
def protocols() -> Mapping[str, ManualProtocol]:
    """Return every protocol by name."""
    packages = cast("tuple[ManualProtocol, ...]", modules(sys.modules[__name__]))
    return {protocol.NAME: protocol for protocol in packages}


def matches(data: Mapping[str, Json]) -> tuple[Match, ...]:
    """Return every protocol that *data* matches; it is recognised if there is exactly one."""
    found = ((each, each.recognise(data)) for each in protocols().values())
    return tuple(Match(protocol, dialect) for protocol, dialect in found if dialect)


def recognised(data: Mapping[str, Json]) -> Match | None:
    """Return the protocol and dialect that *data* states or matches; None for none or several."""
    stated = mapping(data.get(X_REGISTRY))
    protocol = protocols().get(str(stated.get("protocol")))
    matching = matches(data)
    if protocol:
        matching = tuple(each for each in matching if each.protocol is protocol) or (
            Match(protocol, protocol.DIALECTS[0].id),
        )
    if len(matching) != 1:
        return None
    dialects = {dialect.id for dialect in matching[0].protocol.DIALECTS}
    dialect = str(stated.get("dialect"))
    return Match(matching[0].protocol, dialect) if dialect in dialects else matching[0]
