"""Parameters as inputs that every client sends in the way the document wants them sent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from registry.importers.openapi._api import listing, mapping
from registry.importers.openapi._notes import LeftOutError
from registry.importers.openapi._parts import described
from registry.importers.openapi._schemas import is_name
from registry.importers.openapi._values import (
    flat,
    joined_list,
    kinds_of,
    plain_value,
    repeated_list,
)

if TYPE_CHECKING:
    from registry.importers.openapi._notes import Notes
    from registry.importers.openapi._parameters import Parameter
    from registry.importers.openapi._request import Request
    from registry.importers.openapi._schemas import Schemas
    from registry.source import Json

_HEADER = re.compile(r"[!#%&'*+.^_`|~0-9A-Za-z-]{1,64}")
_SET_BY_CLIENTS = frozenset(
    {"content-type", "authorization", "host", "content-length", "transfer-encoding"}
    | {"connection", "keep-alive", "te", "trailer", "upgrade", "expect", "cookie"}
    | {"proxy-authorization", "proxy-authenticate", "proxy-connection"}
)
"""OpenAPI itself ignores the first two, and Accept (3.0.4, section 4.8.12.2)."""

_SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}


def add_parameters(found: list[Parameter], request: Request, schemas: Schemas) -> None:
    """Add everything in *found* that is no part of the path to *request*.

    Raises LeftOutError for a required parameter that clients cannot send.
    """
    adder = _Adder(request, schemas)
    for parameter in found:
        if parameter.where != "path":
            adder.add(parameter)


def value_in_path(parameter: Parameter, schemas: Schemas, notes: Notes) -> dict[str, Json]:
    """Return the schema of the input that fills a place in the path."""
    schema = _converted(parameter, schemas)
    value = plain_value(schema, schemas, str(parameter), notes)
    if value is not None:
        return value
    if "array" in kinds_of(schema, schemas):
        return joined_list(flat(schema, schemas), schemas, ",", str(parameter), notes)
    notes.add("value-as-text", f"{parameter} is a text, though it is an object")
    return {"type": "string", "description": parameter.description or "A text."}


def _converted(parameter: Parameter, schemas: Schemas) -> dict[str, Json]:
    schema = flat(schemas.convert(parameter.schema), schemas)
    return described(schema, parameter.description) if parameter.description else schema


class _Adder:
    """Adds parameters of the query and headers, one by one, to one request."""

    def __init__(self, request: Request, schemas: Schemas) -> None:
        self._request = request
        self._schemas = schemas
        self._notes = request.notes

    def add(self, parameter: Parameter) -> None:
        schema = _converted(parameter, self._schemas)
        try:
            self._check(parameter)
            if self._is_constant(parameter, schema):
                return
            if parameter.where == "header":
                self._header(parameter, schema)
            else:
                self._query(parameter, schema)
        except _UnsendableError as error:
            if parameter.required and not isinstance(error, _IgnoredError):
                raise LeftOutError("unsendable-parameter", f"{parameter} {error}") from None
            self._notes.add("dropped-parameter", f"{parameter} {error}")

    def _check(self, parameter: Parameter) -> None:
        name = parameter.name
        if parameter.where == "cookie":
            raise _UnsendableError("is a cookie, which not every client sends")
        if parameter.where == "header" and not _HEADER.fullmatch(name):
            raise _UnsendableError("has a name that no header can have")
        if parameter.where == "header" and name.lower() in _SET_BY_CLIENTS:
            raise _IgnoredError("is set by the client itself")
        if not is_name(name):
            raise _UnsendableError("has a name that no input can have")

    def _is_constant(self, parameter: Parameter, schema: dict[str, Json]) -> bool:
        """Move a required parameter with one possible value out of the inputs."""
        values = [each for each in listing(schema.get("enum")) if each is not None]
        only = schema.get("const", values[0] if len(values) == 1 else None)
        if not parameter.required or not isinstance(only, str | int | float):
            return False
        value = str(only).lower() if isinstance(only, bool) else str(only)
        if parameter.where == "query":
            self._request.query.append((parameter.name, quote(value, safe="")))
        elif value.isascii() and not set(value) & set("${}"):
            self._request.headers[parameter.name] = value
        else:
            return False
        self._notes.add("constant", f"{parameter} is always {value!r}")
        return True

    def _header(self, parameter: Parameter, schema: dict[str, Json]) -> None:
        if parameter.name.lower() == "accept":
            raise _IgnoredError("is set by the client itself")
        value = plain_value(schema, self._schemas, str(parameter), self._notes)
        if value is None and "array" in kinds_of(schema, self._schemas):
            value = joined_list(schema, self._schemas, ",", str(parameter), self._notes)
        if value is None:
            raise _UnsendableError("is an object")
        name = next(
            (
                each
                for each in (parameter.name, parameter.name.title(), parameter.name.lower())
                if each not in self._request.properties
            ),
            None,
        )
        if name is None:
            raise _UnsendableError("has the name of another input")
        self._request.add(name, value, required=parameter.required)
        self._request.header_fields.append(name)

    def _query(self, parameter: Parameter, schema: dict[str, Json]) -> None:
        if parameter.is_json:
            self._input(parameter, self._json_text(parameter, schema))
            return
        value = plain_value(schema, self._schemas, str(parameter), self._notes)
        if value is None and "array" in kinds_of(schema, self._schemas):
            value = self._list(parameter, schema)
        if value is None and parameter.explode:
            self._spread(parameter, schema)
            return
        if value is None:
            raise _UnsendableError("is an object in a form that clients cannot write")
        self._input(parameter, value)

    def _input(self, parameter: Parameter, value: dict[str, Json]) -> None:
        if parameter.name in self._request.properties:
            raise _UnsendableError("has the name of another input")
        self._request.add(parameter.name, value, required=parameter.required)

    def _json_text(self, parameter: Parameter, schema: dict[str, Json]) -> dict[str, Json]:
        self._notes.add("json-as-text", f"{parameter} is a text that holds JSON")
        words = schema.pop("description", "A JSON document.")
        return {
            "type": "string",
            "contentMediaType": "application/json",
            "description": words,
            "contentSchema": schema,
        }

    def _list(self, parameter: Parameter, schema: dict[str, Json]) -> dict[str, Json]:
        if parameter.style == "deepObject":
            raise _UnsendableError("is a list in a form that OpenAPI does not define")
        what = str(parameter)
        if parameter.explode:
            found = repeated_list(schema, self._schemas, what, self._notes)
            if found is None:
                raise _UnsendableError("is a list of objects")
            return found
        separator = _SEPARATORS.get(parameter.style, ",")
        return joined_list(schema, self._schemas, separator, what, self._notes)

    def _spread(self, parameter: Parameter, schema: dict[str, Json]) -> None:
        """Add an input for each property of an object, as they are sent."""
        required = listing(schema.get("required")) if parameter.required else []
        added = 0
        for name, inner in mapping(schema.get("properties")).items():
            wire = f"{parameter.name}[{name}]" if parameter.style == "deepObject" else name
            value = plain_value(mapping(inner), self._schemas, repr(wire), self._notes)
            if value is None or wire in self._request.properties or not is_name(wire):
                if name in required:
                    raise _UnsendableError(f"has the property {name!r}, which is no plain value")
                self._notes.add("dropped-parameter", f"the property {name!r} of {parameter}")
                continue
            self._request.add(wire, value, required=name in required)
            added += 1
        if not added:
            raise _UnsendableError("is an object with properties of any name")
        self._notes.add("spread-object", f"{parameter} became {added} inputs, as it is sent")


class _UnsendableError(Exception):
    """Clients cannot send a parameter; says why in a clause."""


class _IgnoredError(_UnsendableError):
    """The specification itself says that a parameter is ignored."""
