"""Read API Blueprints (format 1A) as OpenAPI 3.0, so that they are compared in the same way."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from registry.authoring.source_comparison._blueprint_outline import Entry, sections
from registry.authoring.source_comparison._mson import said, schema_of, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.authoring.source_comparison._blueprint_outline import Section
    from registry.source import Json

_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*FORMAT:[ \t]*1A\b")
_HOST = re.compile(r"^HOST:[ \t]*(\S+)", re.MULTILINE)
_METHOD = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
_ACTION = re.compile(rf"(?:[^\[]*\[)?\s*({_METHOD})(?:\s+(/[^\]\s]*))?\s*\]?")
_RESOURCE = re.compile(r"([^\[]*)\[(/[^\]]*)\]|()(/\S*)")
_STRUCTURE = re.compile(r"([^(]*?)\s*(?:\(([^)]*)\))?")
_QUERY = re.compile(r"\{[?&][^{}]*\}")
_EXPANDED = re.compile(r"\{[+#]")
_MEDIA = re.compile(r"\(([^()\s;/]+/[^()\s;]+)")
_OK = re.compile(r"response\s+(\d{3})", re.IGNORECASE)


def is_blueprint(content: bytes) -> bool:
    """Return whether *content* says that it is an API Blueprint."""
    return bool(_START.match(content[:1000]))


def openapi_of(text: str) -> dict[str, Json]:
    """Return the API Blueprint *text* as an OpenAPI document.

    Read are hosts, paths, methods, parameters, the attributes of requests and replies, named
    structures, and the bodies that are shown.
    """
    reading = _Reading()
    for section in sections(text):
        reading.add(section)
    host = _HOST.search(text[:5_000])
    return {
        "openapi": "3.0.3",
        "info": {"title": "", "version": ""},
        "servers": [{"url": host[1]}] if host else [],
        "paths": reading.paths,
        "components": {"schemas": reading.schemas},
    }


@dataclass(slots=True)
class _Reading:
    """The data read so far, and the resource and the part that the next section belongs to."""

    paths: dict[str, Any] = field(default_factory=dict)
    schemas: dict[str, Any] = field(default_factory=dict)
    path: str = ""
    shared: list[Entry] = field(default_factory=list)
    is_structures: bool = False

    def add(self, section: Section) -> None:
        title = section.title
        if title.lower() == "data structures":
            self.is_structures = True
        elif action := _ACTION.fullmatch(title):
            self._action(action[1].lower(), action[2] or self.path, section.top)
        elif resource := _RESOURCE.fullmatch(title):
            self._resource((resource[1] or "").strip(), resource[2] or resource[4], section.top)
        elif title.lower().startswith("group "):
            self.is_structures = False
        elif self.is_structures and (named := _STRUCTURE.fullmatch(title)):
            self.schemas[named[1].strip("` ")] = schema_of(section.top, named[2] or "object")

    def _resource(self, name: str, path: str, top: Entry) -> None:
        self.is_structures = False
        self.path, self.shared = path, [*top.labelled("parameters")]
        for attributes in top.labelled("attributes"):
            # A resource with attributes is a named structure as well.
            self.schemas[name] = schema_of(attributes, said(attributes).type or "object")

    def _action(self, method: str, template: str, top: Entry) -> None:
        self.is_structures = False
        path = _EXPANDED.sub("{", _QUERY.sub("", template))
        requests = [*top.labelled("request")]
        shared = [each for listed in self.shared for each in listed.entries]
        if template != self.path:
            # An address of its own has no parameters but those in it.
            shared = [each for each in shared if said(each).name in _names(template)]
        own = [*top.labelled("parameters")]
        own += [inner for each in requests for inner in each.labelled("parameters")]
        stated = [*shared, *(each for listed in own for each in listed.entries)]
        operation: dict[str, Any] = {
            "parameters": [*_parameters(stated, path)],
            "responses": _responses(top.labelled("response")),
        }
        if of_all := [*top.labelled("attributes")]:
            requests.insert(0, Entry("Request", top.indent, entries=of_all))
        if body := _content(requests):
            operation["requestBody"] = {"content": body}
        self.paths.setdefault(path or "/", {})[method] = operation


def _names(template: str) -> set[str]:
    """Return the names in the braces of *template*."""
    return set(re.findall(r"[\w.~%-]+", " ".join(re.findall(r"\{([^{}]*)\}", template))))


def _parameters(entries: Iterable[Entry], path: str) -> Iterator[Json]:
    """Yield the parameters in *entries*; the last word on each name counts."""
    found = {said(each).name: each for each in entries}
    for name, entry in found.items():
        about = said(entry)
        schema = schema_of(entry)
        if values := [said(each).name for each in _choices(entry)]:
            schema["enum"] = [value(each, schema) for each in values]
        yield {
            "name": name,
            "in": "path" if f"{{{name}}}" in path else "query",
            # What says neither is required (API Blueprint, section "URI parameters").
            "required": "optional" not in about.flags,
            "description": about.words,
            "schema": schema,
        }


def _choices(entry: Entry) -> Iterator[Entry]:
    yield from (inner for each in entry.labelled("members", "values") for inner in each.entries)


def _responses(entries: Iterable[Entry]) -> dict[str, Json]:
    by_status: dict[str, list[Entry]] = {}
    for each in entries:
        status = _OK.match(each.text)
        by_status.setdefault(status[1] if status else "200", []).append(each)
    return {
        status: {"description": "", "content": _content(listed)}
        for status, listed in by_status.items()
    }


def _content(payloads: Iterable[Entry]) -> dict[str, Json]:
    """Return by media type what *payloads* say: their schemas, and the bodies that are shown."""
    by_media: dict[str, dict[str, list[Json]]] = {}
    for payload in payloads:
        media = _MEDIA.search(payload.text)
        about = by_media.setdefault(media[1] if media else "application/json", {})
        for each in payload.labelled("attributes"):
            about.setdefault("schemas", []).append(schema_of(each, said(each).type or "object"))
        about.setdefault("bodies", []).extend(_bodies(payload))
    return {name: found for name, about in by_media.items() if (found := _media(**about))}


def _media(schemas: Sequence[Json] = (), bodies: Sequence[Json] = ()) -> dict[str, Json]:
    media: dict[str, Json] = {}
    if schemas:
        media["schema"] = schemas[0] if len(schemas) == 1 else {"anyOf": [*schemas]}
    if bodies:
        media["examples"] = {str(at): {"value": body} for at, body in enumerate(bodies, 1)}
    return media


def _bodies(payload: Entry) -> Iterator[Json]:
    """Yield the JSON that is shown as the body of *payload*."""
    lines = next((each.lines for each in payload.labelled("body")), payload.lines)
    with contextlib.suppress(ValueError):
        yield json.loads("\n".join(lines))
