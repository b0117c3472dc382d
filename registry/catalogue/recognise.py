"""Recognise the protocol and dialect of a release, as it states them or by its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import protocols, source
from registry.diagnostics import Diagnostic, did_you_mean
from registry.protocols import X_REGISTRY, Match
from registry.source.narrowing import array

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.protocols import ManualProtocol
    from registry.source import Document, Json

_MOST_KEYS = 5
"""Keys of a document that a message names."""


def recognise(document: Document, registry: Mapping[str, Json]) -> Match | Diagnostic:
    """Return the dialect of *document*, or why it has none.

    *registry* has the valid keys of its `x-registry`.
    """
    wanted, dialect = registry.get("protocol"), registry.get("dialect")
    if isinstance(wanted, str):
        return _stated_match(document, wanted, dialect)
    matches = protocols.matches(document.data)
    if len(matches) == 1:
        return _with_dialect(document, matches[0], dialect)
    return _ambiguous(document, matches) if matches else _unknown_protocol(document)


def _stated_match(document: Document, name: str, dialect: Json) -> Match | Diagnostic:
    by_name = protocols.protocols()
    if name not in by_name:
        return Diagnostic(
            document.place((X_REGISTRY, "protocol")),
            "unknown-protocol",
            f"there is no protocol {name!r}",
            f"{did_you_mean(name, by_name)} known protocols: {', '.join(by_name)}".lstrip(),
        )
    protocol = by_name[name]
    shape = protocol.recognise(document.data)
    matches = () if shape else protocols.matches(document.data)
    if len(matches) == 1:
        meant = matches[0].protocol
        return Diagnostic(
            document.place((X_REGISTRY, "protocol")),
            "unknown-protocol",
            f"the file says that it is {protocol.TITLE}, but has the keys of {meant.TITLE}",
            f"write `protocol: {meant.NAME}`, or remove the line",
        )
    return _with_dialect(document, Match(protocol, shape or protocol.DIALECTS[0].id), dialect)


def _with_dialect(document: Document, match: Match, stated: Json) -> Match | Diagnostic:
    if not isinstance(stated, str):
        return match
    dialects = [dialect.id for dialect in match.protocol.DIALECTS]
    if stated in dialects:
        return Match(match.protocol, stated)
    return Diagnostic(
        document.place((X_REGISTRY, "dialect")),
        "unknown-dialect",
        f"{match.protocol.TITLE} has no dialect {stated!r}",
        f"write one of {', '.join(dialects)}, or remove the line",
    )


def _ambiguous(document: Document, matches: tuple[Match, ...]) -> Diagnostic:
    names = " and ".join(match.protocol.TITLE for match in matches)
    message = f"the document matches both {names}"
    return Diagnostic(document.place(), "ambiguous-protocol", message, _hint_to_name())


def _unknown_protocol(document: Document) -> Diagnostic:
    if problem := _wrapped_manual(document) or _in_another_case(document):
        return problem
    keys = ", ".join(list(map(repr, document.data))[:_MOST_KEYS]) or "none"
    return Diagnostic(
        document.place(),
        "unknown-protocol",
        f"the document matches no known protocol (its keys: {keys})",
        _hint_to_name() if _has_tools(document) else source.how_to_begin(document.path),
    )


def _wrapped_manual(document: Document) -> Diagnostic | None:
    """Return the problem that a manual is below a key at the top of *document*, if it is."""
    for key, value in document.data.items():
        if key != X_REGISTRY and isinstance(value, dict) and protocols.matches(value):
            path, manual = _innermost(key, value)
            return Diagnostic(
                document.key_place((key,)),
                "unknown-protocol",
                f"the manual is inside {key!r}, where no client looks for it",
                f"keep only the value of `{path}`: start the file with `{next(iter(manual))}:`",
            )
    return None


def _innermost(path: str, manual: Mapping[str, Json]) -> tuple[str, Mapping[str, Json]]:
    """Return the keys that lead to the manual in *manual*, which is at *path*, and the manual."""
    for key, value in manual.items():
        if isinstance(value, dict) and protocols.matches(value):
            return _innermost(f"{path}.{key}", value)
    return path, manual


def _in_another_case(document: Document) -> Diagnostic | None:
    """Return the problem that keys of *document* only differ in case from those of a manual."""
    written = {key.lower(): key for key in document.data}
    for needed in filter(None, map(_needed_keys, protocols.protocols().values())):
        other = next((key for key in sorted(needed) if written.get(key, key) != key), "")
        if other and written.keys() >= needed:
            return Diagnostic(
                document.key_place((written[other],)),
                "unknown-protocol",
                f"the key {written[other]!r} is `{other}` in another case",
                f"write it as `{other}`, and all other keys as the protocol has them, too",
            )
    return None


def _needed_keys(protocol: ManualProtocol) -> frozenset[str]:
    """Return the keys that a manual of *protocol* has at the top in all dialects."""
    return frozenset(map(str, array(protocol.schema(protocol.DIALECTS[0].id).get("required"))))


def _has_tools(document: Document) -> bool:
    """Return whether *document* has a key below which a protocol has its tools."""
    return not document.data.keys().isdisjoint(("tools", "functions", X_REGISTRY))


def _hint_to_name() -> str:
    known = ", ".join(protocols.protocols())
    return f"check the top-level keys, or add `protocol:` to `x-registry`, with one of {known}"
