"""Read collections of Postman, versions 2.0 and 2.1. No script in them is run."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from registry.authoring.importers.draft import Remark
from registry.authoring.importers.example_requests import (
    Body,
    ExampleRequest,
    Examples,
    Field,
    Reply,
    Schemes,
)
from registry.authoring.importers.sources import UnusableSourceError, read_source
from registry.authoring.importers.wrong_import import wrong_kind
from registry.model.request import FORM
from registry.report import counted
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.authoring.importers.draft import Draft
    from registry.source import Json

_VARIABLE = re.compile(r"\{\{([^{}\n]{1,100})\}\}")
_VERSION = re.compile(r"v?\d+(?:\.\d+)*", re.IGNORECASE)
_SECRET = re.compile(r"key|token|secret|passw|credential", re.IGNORECASE)
_MOST_ROUNDS = 5
_MAX_VALUE = 2_000
_MAX_FOLDERS = 30
_LANGUAGES = {
    "json": "application/json",
    "xml": "application/xml",
    "html": "text/html",
    "javascript": "application/javascript",
    "text": "",
}


class _Around(NamedTuple):
    """The names of the folders around a request, and the credentials that they state."""

    folders: tuple[str, ...]
    auth: dict[str, Json]


def read_postman(source: str, environments: Iterable[str]) -> Examples:
    """Return the requests of the collection in the file or at the URL *source*.

    The exported *environments* give values of variables. Raises UnusableSourceError.
    """
    data = read_source(source)
    # The API of Postman wraps what the app exports.
    collection = mapping(data.get("collection")) or data
    if "requests" in collection and "item" not in collection:
        raise UnusableSourceError(
            f"{source} is a collection of Postman in the old format v1: export it as v2.1"
        )
    if "values" in collection and "item" not in collection:
        raise UnusableSourceError(
            f"{source} is an environment of Postman: name it with --environment, and the "
            "collection before it"
        )
    if not isinstance(collection.get("item"), list):
        head = {key: value for key, value in data.items() if key != "item"}
        raise wrong_kind(source, head, "has no list `item`: it is not a collection of Postman")
    variables = dict(_variables(array(collection.get("variable"))))
    for path in environments:
        stated = read_source(path)
        if not isinstance(stated.get("values"), list):
            raise UnusableSourceError(f"{path} has no `values`: it is no environment of Postman")
        variables |= dict(_variables(array(stated["values"])))
    return _Reader(variables).examples(collection)


def asking_for_environment(drafted: Draft) -> Draft:
    """Return *drafted*, made without an environment, with the act to name one if hosts are open."""
    left_out = mapping(mapping(drafted.more.get("counts")).get("left_out"))
    if "open-server" not in left_out or not drafted.remedy:
        return drafted
    act = "name the exported environment that has the host, with --environment FILE"
    return replace(drafted, remedy=f"{act}, or {drafted.remedy}")


def _variables(entries: Iterable[Json]) -> Iterator[tuple[str, str]]:
    for entry in map(mapping, entries):
        name = string(entry.get("key")) or string(entry.get("id"))
        value = entry.get("value")
        is_used = entry.get("disabled") is not True and entry.get("enabled") is not False
        if name and is_used and isinstance(value, str | int | float) and value != "":
            yield name, str(value)[:_MAX_VALUE]


class _Reader:
    """Reads one collection, with the values of the variables that are *known*."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known
        self._scripts = 0

    def examples(self, collection: Mapping[str, Json]) -> Examples:
        info = mapping(collection.get("info"))
        self._count_scripts(collection)
        around = _Around((), mapping(collection.get("auth")))
        requests = tuple(self._requests(array(collection["item"]), around))
        left_out: list[Remark] = []
        if self._scripts:
            why = "scripts are not run, and values that they set are not known"
            left_out.append(Remark(counted(self._scripts, "script"), why))
        return Examples(
            requests, string(info.get("name")), _words(info.get("description")), tuple(left_out)
        )

    def _requests(self, entries: list[Json], around: _Around) -> Iterator[ExampleRequest]:
        """Yield the requests in *entries* and all folders below them, in their order."""
        waiting = [(each, around) for each in reversed(entries)]
        while waiting:
            entry, outer = waiting.pop()
            item = mapping(entry)
            self._count_scripts(item)
            request = item.get("request")
            if isinstance(request, str):
                request = {"url": request}
            if isinstance(request, dict):
                yield self._request(item, request, outer)
            inner = array(item.get("item"))
            name = string(item.get("name"))[:_MAX_VALUE]
            folders = (*outer.folders, name)[:_MAX_FOLDERS] if name else outer.folders
            below = _Around(folders, mapping(item.get("auth")) or outer.auth)
            waiting += [(each, below) for each in reversed(inner)]

    def _count_scripts(self, item: Mapping[str, Json]) -> None:
        for event in map(mapping, array(item.get("event"))):
            script = mapping(event.get("script")).get("exec")
            lines = script if isinstance(script, list) else [script]
            self._scripts += any(isinstance(line, str) and line.strip() for line in lines)

    def _request(
        self, item: Mapping[str, Json], request: Mapping[str, Json], around: _Around
    ) -> ExampleRequest:
        auth = request.get("auth")
        stated = around.auth if auth is None else mapping(auth)
        headers = [*self._fields(request.get("header"))]
        media = next((each.value for each in headers if each.name.lower() == "content-type"), "")
        url = request.get("url")
        parts = mapping(url)
        query = tuple(self._fields(parts.get("query"))) if "query" in parts else ()
        address = self._url(url)
        return ExampleRequest(
            (string(request.get("method")) or "GET").upper(),
            address.partition("?")[0] if "query" in parts else address,
            string(item.get("name")),
            _words(request.get("description")) or _words(item.get("description")),
            around.folders,
            tuple(headers),
            query,
            self._body(mapping(request.get("body")), media),
            _schemes(stated),
            tuple(_replies(array(item.get("response")))),
            tuple(self._fields(parts.get("variable"))),
        )

    def _url(self, url: Json) -> str:
        """Return *url* with the value of each variable in its host, and of versions in its path."""
        raw = string(url) or string(mapping(url).get("raw")) or _joined_url(mapping(url))
        scheme, mark, rest = raw.partition("://")
        host, slash, path = (rest if mark else raw).partition("/")
        filled = self._filled(host)
        # Postman writes such values, `/` or `/v3`, for an OpenAPI document that names no server.
        named = host + filled if filled.startswith("/") else filled
        found = (scheme + mark if mark else "") + named
        return found.rstrip("/" if slash else "") + slash + _VARIABLE.sub(self._version, path)

    def _version(self, found: re.Match[str]) -> str:
        value = self._filled(found[0])
        return value if _VERSION.fullmatch(value) else found[0]

    def _filled(self, text: str) -> str:
        """Return *text* with the values of its variables, which may contain others."""
        for _ in range(_MOST_ROUNDS):
            filled = _VARIABLE.sub(lambda found: self._value(found[1], found[0]), text)
            if filled == text or len(filled) > _MAX_VALUE:
                break
            text = filled
        return text

    def _value(self, name: str, otherwise: str) -> str:
        return self._known.get(name.strip(), otherwise)

    def _example(self, text: str) -> str:
        """Return *text* with variables as they may be shown: without those of secrets."""
        filled = _VARIABLE.sub(
            lambda found: found[0] if _SECRET.search(found[1]) else self._filled(found[0]), text
        )
        return text if _VARIABLE.search(filled) and _SECRET.search(filled) else filled

    def _fields(self, entries: Json) -> Iterator[Field]:
        """Yield the enabled fields of a list, or of the lines that old exports have instead."""
        if isinstance(entries, str):
            for line in entries.split("\n"):
                header, mark, words = line.partition(":")
                if mark:
                    yield Field(header.strip(), self._example(words.strip()))
            return
        for entry in map(mapping, array(entries)):
            name, value = string(entry.get("key")), entry.get("value", "")
            if name and entry.get("disabled") is not True:
                text = value if isinstance(value, str) else json.dumps(value or "").strip('"')
                is_file = entry.get("type") == "file"
                description = _words(entry.get("description"))
                yield Field(name.strip(), self._example(text), description, is_file=is_file)

    def _body(self, body: Mapping[str, Json], media: str) -> Body | None:
        mode = string(body.get("mode"))
        if body.get("disabled") is True:
            return None
        if mode == "urlencoded":
            form = tuple(self._fields(body.get(mode)))
            return Body(FORM, fields=form) if form else None
        if mode == "formdata":
            form = tuple(self._fields(body.get(mode)))
            return Body("multipart/form-data", fields=form) if form else None
        if mode == "graphql":
            return Body("application/json", _graphql(mapping(body.get(mode))))
        if mode == "file":
            return Body(media or "application/octet-stream", is_known=False)
        text = self._example(string(body.get("raw")))
        language = string(mapping(mapping(body.get("options")).get("raw")).get("language"))
        return Body(media or _LANGUAGES.get(language, ""), text) if text.strip() else None


def _graphql(stated: Mapping[str, Json]) -> str:
    """Return the body that Postman sends for a query, which is on one line for an example."""
    variables = stated.get("variables")
    if isinstance(variables, str):
        try:
            variables = json.loads(variables) if variables.strip() else {}
        except (ValueError, RecursionError):
            variables = {}
    query = " ".join(string(stated.get("query")).split())
    return json.dumps({"query": query, **({"variables": variables} if variables else {})})


def _joined_url(url: Mapping[str, Json]) -> str:
    """Return the address of a URL that is only stated in its parts."""

    def words(key: str, separator: str) -> str:
        return string(url.get(key)) or separator.join(map(string, array(url.get(key))))

    scheme = string(url.get("protocol"))
    port = f":{url['port']}" if url.get("port") else ""
    start = f"{scheme}://" if scheme else ""
    return f"{start}{words('host', '.')}{port}/{words('path', '/').lstrip('/')}"


def _schemes(auth: Mapping[str, Json]) -> Schemes:
    """Return *auth* as a security scheme; its secrets are not looked at."""
    kind = string(auth.get("type"))
    stated = auth.get(kind)
    fields = (
        {string(mapping(each).get("key")): mapping(each).get("value") for each in stated}
        if isinstance(stated, list)
        else mapping(stated)
    )
    if kind in ("", "noauth"):
        return ()
    if kind == "apikey":
        where = string(fields.get("in")) or "header"
        name = string(fields.get("key")) or "Authorization"
        return ({"type": "apiKey", "in": where, "name": name},)
    if kind == "oauth2":
        return (_oauth2(fields),)
    if kind == "awsv4":
        signed: dict[str, Json] = {"type": "apiKey", "in": "header", "name": "Authorization"}
        return ({**signed, "x-amazon-apigateway-authtype": "awsSigv4"},)
    return ({"type": "http", "scheme": kind},)


def _oauth2(fields: Mapping[str, Json]) -> Mapping[str, Json]:
    urls = {"tokenUrl": fields.get("accessTokenUrl"), "authorizationUrl": fields.get("authUrl")}
    usable = {key: url for key, url in urls.items() if string(url).startswith("https://")}
    is_program = fields.get("grant_type") == "client_credentials"
    flow = "clientCredentials" if is_program else "authorizationCode"
    return {"type": "oauth2", "flows": {flow: usable} if usable else {}}


def _replies(entries: Iterable[Json]) -> Iterator[Reply]:
    for each in map(mapping, entries):
        code, body = each.get("code"), each.get("body")
        if isinstance(code, int) and isinstance(body, str):
            yield Reply(code, body)


def _words(value: Json) -> str:
    """Return a description, which is a string or an object with one."""
    return string(value) or string(mapping(value).get("content"))
