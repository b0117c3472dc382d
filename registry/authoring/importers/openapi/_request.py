"""Build the request of one operation: inputs, URL, headers, credentials."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from registry.authoring.importers.openapi._notes import LeftOutError
from registry.model.request import WITH_BODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.authoring.importers.openapi._notes import Notes
    from registry.source import Json

_PLACE = re.compile(r"\{([^{}]*)\}")
_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_KEPT = "/:@!&'()*+,;=-._~%?"
"""Characters that are not escaped in a URL. $ is not one of them: clients read it as a variable."""

_INPUT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")


@dataclass(slots=True)
class ToolRequest:
    """The parts of a call template, filled in from parameters, body and credentials.

    Attributes:
        url: the full URL, with a placeholder `{name}` for each input in it.
        properties, required: the inputs.
        header_fields: the inputs that are headers.
        headers: constant headers.
        query: constant parameters.
        body: the name of the input that is the body, or "".
        content_type: the type of the body, "" for JSON.
        auth: the `auth` object, or None.
    """

    url: str
    notes: Notes
    properties: dict[str, Json] = field(default_factory=dict)
    required: list[str] = field(default_factory=list)
    header_fields: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    query: list[tuple[str, str]] = field(default_factory=list)
    body: str = ""
    content_type: str = ""
    auth: dict[str, Json] | None = None

    def add(self, name: str, schema: Json, *, required: bool) -> None:
        """Add an input. The caller has checked that *name* is free."""
        self.properties[name] = schema
        if required:
            self.required.append(name)

    def template(self, method: str) -> dict[str, Json]:
        """Return the call template, with its keys in the order of manuals."""
        template: dict[str, Json] = {"call_template_type": "http", "http_method": method}
        template["url"] = self._full_url()
        if self.content_type:
            template["content_type"] = self.content_type
        if self.headers:
            template["headers"] = dict(self.headers)
        if self.body:
            template["body_field"] = self.body
        elif "body" in self.properties or (method in WITH_BODY and self._sends_a_query()):
            # By default, clients send an input of this name as the body; beside a POST, people
            # take every input for a part of it, and the rule `post-without-body` asks.
            template["body_field"] = ""
        if self.header_fields:
            template["header_fields"] = list(self.header_fields)
        if self.auth:
            template["auth"] = self.auth
        return template

    def _sends_a_query(self) -> bool:
        return bool(self.properties.keys() - {*self.header_fields, *places(self.url)})

    def _full_url(self) -> str:
        pairs = "&".join(f"{quote(name, safe='[]')}={value}" for name, value in self.query)
        if not pairs:
            return self.url
        return f"{self.url}{'&' if '?' in self.url else '?'}{pairs}"


def places(path: str) -> list[str]:
    """Return the names in braces in *path*, in order."""
    return list(dict.fromkeys(_PLACE.findall(path)))


def without_fragment(path: str, notes: Notes) -> str:
    """Return *path* without the `#…` that some documents use to distinguish operations."""
    bare, mark, fragment = path.partition("#")
    if mark:
        notes.add("dropped-fragment", f"#{fragment} in the path is never sent to a server")
    return bare


def without_query(path: str, described: set[str]) -> str:
    """Return *path* without the pairs `name={name}` of its query whose names are in *described*.

    As part of the path they would all be required.
    """
    base, mark, query = path.partition("?")
    pairs = [
        pair
        for pair in query.split("&")
        if not (pair.partition("=")[0] in described and "{" in pair.partition("=")[2])
    ]
    return base + (f"?{'&'.join(pairs)}" if mark and any(pairs) else "")


def joined_url(server: str, path: str, notes: Notes, fill: Callable[[str], str]) -> str:
    """Return the URL of *path* on *server*; *fill* returns the replacement of a name in braces.

    Raises LeftOutError for an ambiguous path.
    """
    literal = _PLACE.sub("", path)
    if "{" in literal or "}" in literal or "\\" in literal:
        raise LeftOutError("malformed-path", f"{path!r} has braces or backslashes out of place")
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", path):
        raise LeftOutError("malformed-path", f"{path!r} is a whole URL")
    if re.search(r"(?:^|/)(?:\.|%2[eE]){2}(?:/|$)", literal):
        raise LeftOutError("malformed-path", f"{path!r} leads upwards")
    pieces = _PLACE.split(f"/{path.lstrip('/')}" if path else "")
    # Odd pieces were in braces.
    url = "".join(
        fill(piece) if index % 2 else escaped(piece) for index, piece in enumerate(pieces)
    )
    if escaped(literal) != literal:
        notes.add("escaped-url", f"{literal!r} is percent-encoded")
    return escaped(server) + url


def escaped(literal: str) -> str:
    """Return *literal* with the characters encoded that have a meaning in URLs or for clients."""
    scheme, mark, rest = literal.partition("://")
    text = rest if mark else literal
    encoded = quote(_BROKEN_ESCAPE.sub("%25", text), safe=_KEPT)
    return f"{scheme}://{encoded}" if mark else encoded


def input_name(name: str, taken: set[str]) -> str:
    """Return *name* turned into a valid name of an input that is not in *taken*."""
    base = name.lstrip("+/;.?&#*").rstrip("*+").partition(":")[0]
    if not _INPUT.fullmatch(base):
        base = re.sub(r"[^A-Za-z0-9_-]+", "_", base).strip("_-")[:60]
        base = base if base[:1].isalpha() else f"path_{base}".rstrip("_")
    candidates = (base, f"path_{base}", *(f"path_{base}_{number}" for number in range(2, 100)))
    return next(each for each in candidates if each not in taken)
