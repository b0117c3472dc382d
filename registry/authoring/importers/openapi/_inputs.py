"""Parameters as inputs that every client sends as the document requires."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from registry.authoring.importers.openapi._notes import LeftOutError
from registry.authoring.importers.openapi._parameters import HEADER_NAME
from registry.authoring.importers.openapi._parts import with_description
from registry.authoring.importers.openapi._property_names import is_name
from registry.authoring.importers.openapi._sent_as_text import (
    flat,
    joined_list,
    json_text,
    kinds_of,
    plain_value,
    repeated_list,
    separator_of,
)
from registry.model.request import CONNECTION_HEADERS
from registry.report import counted
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._notes import Notes
    from registry.authoring.importers.openapi._parameters import Parameter
    from registry.authoring.importers.openapi._request import ToolRequest
    from registry.authoring.importers.openapi._schemas import Schemas
    from registry.source import Json

_SET_BY_CLIENTS = CONNECTION_HEADERS | {"content-type", "authorization", "cookie"}
"""OpenAPI itself ignores Content-Type, Authorization and Accept (3.0.4, section 4.8.12.2)."""


def add_parameters(found: list[Parameter], request: ToolRequest, schemas: Schemas) -> None:
    """Add the parameters in *found* that are not in the path to *request*.

    Raises LeftOutError for a required parameter that clients cannot send.
    """
    adder = _Adder(request, schemas)
    for parameter in found:
        if parameter.where != "path":
            adder.add(parameter)


def value_in_path(parameter: Parameter, schemas: Schemas, notes: Notes) -> dict[str, Json]:
    """Return the schema of the input that fills a placeholder in the path.

    Raises LeftOutError for a list whose entries are all named, as `;a=1;a=2`: clients encode them.
    """
    schema = _input_schema(parameter, schemas)
    value = plain_value(schema, schemas, str(parameter), notes)
    if value is not None:
        return value
    if "array" in kinds_of(schema, schemas):
        if parameter.style == "matrix" and parameter.explode:
            raise LeftOutError("unsendable-parameter", f"{parameter} names each entry of its list")
        is_dotted = parameter.style == "label" and parameter.explode
        separator = "." if is_dotted else separator_of(parameter.style)
        return joined_list(flat(schema, schemas), schemas, separator, str(parameter), notes)
    notes.add("value-as-text", f"{parameter} is a string, although the document says object")
    return {"type": "string", "description": parameter.description or "A string."}


def _input_schema(parameter: Parameter, schemas: Schemas) -> dict[str, Json]:
    schema = flat(schemas.convert(parameter.schema), schemas)
    return with_description(schema, parameter.description) if parameter.description else schema


class _Adder:
    """Adds the parameters of the query and the headers to one request."""

    def __init__(self, request: ToolRequest, schemas: Schemas) -> None:
        self._request = request
        self._schemas = schemas
        self._notes = request.notes

    def add(self, parameter: Parameter) -> None:
        schema = _input_schema(parameter, self._schemas)
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
        if parameter.where == "header" and not HEADER_NAME.fullmatch(name):
            raise _UnsendableError("has a name that is not valid for a header")
        if parameter.where == "header" and name.lower() in _SET_BY_CLIENTS:
            raise _IgnoredError("is set by the client itself")
        if not is_name(name):
            raise _UnsendableError("has a name that is not valid for an input")

    def _is_constant(self, parameter: Parameter, schema: dict[str, Json]) -> bool:
        """Return whether *parameter* has only one value; if so, put it into the call itself."""
        values = [each for each in array(schema.get("enum")) if each is not None]
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
            separator = separator_of(parameter.style)
            value = joined_list(schema, self._schemas, separator, str(parameter), self._notes)
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
            self._input(parameter, json_text(schema, str(parameter), self._notes))
            return
        value = plain_value(schema, self._schemas, str(parameter), self._notes)
        if value is None and "array" in kinds_of(schema, self._schemas):
            value = self._list(parameter, schema)
        if value is None and parameter.explode:
            self._spread(parameter, schema)
            return
        if value is None:
            raise _UnsendableError("is an object in a style that clients cannot send")
        self._input(parameter, value)

    def _input(self, parameter: Parameter, value: dict[str, Json]) -> None:
        if parameter.name in self._request.properties:
            raise _UnsendableError("has the name of another input")
        self._request.add(parameter.name, value, required=parameter.required)

    def _list(self, parameter: Parameter, schema: dict[str, Json]) -> dict[str, Json]:
        if parameter.style == "deepObject":
            raise _UnsendableError("is a list in a style that OpenAPI does not define")
        label = str(parameter)
        if parameter.explode:
            repeated = repeated_list(schema, self._schemas, label, self._notes)
            if repeated is None:
                raise _UnsendableError("is a list of objects")
            return repeated
        return joined_list(schema, self._schemas, separator_of(parameter.style), label, self._notes)

    def _spread(self, parameter: Parameter, schema: dict[str, Json]) -> None:
        """Add an input for each property of an object, since each is sent by itself."""
        required = array(schema.get("required")) if parameter.required else []
        added = 0
        for name, inner in mapping(schema.get("properties")).items():
            wire = f"{parameter.name}[{name}]" if parameter.style == "deepObject" else name
            value = plain_value(mapping(inner), self._schemas, repr(wire), self._notes)
            if value is None or wire in self._request.properties or not is_name(wire):
                if name in required:
                    raise _UnsendableError(
                        f"has the property {name!r}, which is not a scalar value"
                    )
                self._notes.add("dropped-parameter", f"the property {name!r} of {parameter}")
                continue
            self._request.add(wire, value, required=name in required)
            added += 1
        if not added:
            raise _UnsendableError("is an object with properties of any name")
        self._notes.add(
            "spread-object", f"{parameter} became {counted(added, 'input')}, as it is sent"
        )


class _UnsendableError(Exception):
    """Clients cannot send a parameter; the message is a clause that says why."""


class _IgnoredError(_UnsendableError):
    """The parameter is ignored, as the specification says."""
