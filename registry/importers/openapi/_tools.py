"""One operation becomes one tool, or a reason why it cannot."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.hosts import host_of
from registry.importers.openapi import _swagger
from registry.importers.openapi._api import listing, mapping, text
from registry.importers.openapi._bodies import add_body
from registry.importers.openapi._bundle import BUDGETS, bundle
from registry.importers.openapi._descriptions import description, tags
from registry.importers.openapi._inputs import add_parameters, value_in_path
from registry.importers.openapi._notes import LeftOutError, Note, Notes
from registry.importers.openapi._parameters import parameters
from registry.importers.openapi._replies import reply
from registry.importers.openapi._request import (
    Request,
    input_name,
    joined,
    places,
    without_fragment,
    without_query,
)
from registry.importers.openapi._schemas import Schemas
from registry.importers.openapi._security import Security
from registry.importers.openapi._servers import server_of

if TYPE_CHECKING:
    from registry.importers.openapi._api import Api
    from registry.importers.openapi._operations import Operation
    from registry.importers.openapi._parameters import Parameter
    from registry.source import Json

_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH")
_CREDENTIAL = re.compile(
    r"(?:access|auth|bearer|oauth|session)[_-]?token|api[_-]?key|(?:client|secret)[_-]?(?:key|secret)",
    re.IGNORECASE,
)
"""Names of parameters that hold a key, whatever their document says of them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one operation.

    Attributes:
        operation: the operation.
        tool: as UTCP 1.x writes it; None where there is none.
        reason: why there is none.
        notes: what the tool says differently, or must be known about it.
        host: which host it is called on.
    """

    operation: Operation
    tool: dict[str, Json] | None
    reason: Note | None = None
    notes: tuple[Note, ...] = ()
    host: str = ""


class Tools:
    """Makes tools of the operations of *api*; *server* replaces what the document says of it."""

    def __init__(self, api: Api, server: str = "") -> None:
        self._api = api
        self._server = server
        self._security = Security(api)
        self._inputs = Schemas(api, "inputs")
        self._outputs = Schemas(api, "outputs")

    @property
    def variables(self) -> dict[str, str]:
        """The variables of all tools made so far, and what each is."""
        return self._security.variables

    def make(self, operation: Operation) -> Outcome:
        """Return what becomes of *operation*."""
        notes = Notes()
        try:
            tool = self._tool(operation, notes)
        except LeftOutError as error:
            return Outcome(operation, None, error.note)
        url = text(mapping(tool["tool_call_template"]).get("url"))
        return Outcome(operation, tool, None, notes.all, host_of(url))

    def _tool(self, operation: Operation, notes: Notes) -> dict[str, Json]:
        data = operation.data
        if data is None:
            raise LeftOutError("malformed-operation", "it is no mapping")
        if operation.method not in _METHODS:
            raise LeftOutError("unsupported-method", f"no client sends {operation.method}")
        server = server_of(self._api, operation, self._server)
        for note in server.notes:
            notes.add(note.kind, note.text)
        entries = [*listing(operation.shared.get("parameters")), *listing(data.get("parameters"))]
        if self._api.is_swagger:
            data = _swagger.operation(self._api, data, entries)
            entries = listing(data["parameters"])
        if operation.name != operation.id:
            notes.add("renamed", f"was {operation.id!r}" if operation.id else "had no operationId")
        tool: dict[str, Json] = {
            "name": operation.name,
            "description": description(self._api, operation, notes),
            "tags": [*tags(operation)],
        }
        request = self._request(
            operation, data, parameters(self._api, entries, notes), notes, server.url
        )
        inputs: dict[str, Json] = {"type": "object", "properties": request.properties}
        if request.required:
            inputs["required"] = list(request.required)
        tool["inputs"] = self._bundled(inputs, self._inputs, "inputs", notes)
        outputs = reply(self._api, data, self._outputs, notes)
        if outputs:
            tool["outputs"] = self._bundled(outputs, self._outputs, "outputs", notes)
        tool["tool_call_template"] = request.template(operation.method)
        return tool

    def _request(
        self,
        operation: Operation,
        data: dict[str, Json],
        found: list[Parameter],
        notes: Notes,
        server: str,
    ) -> Request:
        """Return the request, its inputs in the order: path, query and headers, body."""
        described = {each.name for each in found if each.where == "query"}
        path = without_query(without_fragment(operation.path, notes), described)
        request = Request("", notes)
        self._security.apply(data, request)
        found = self._without_credentials(found, request)
        add_parameters(found, request, self._inputs)
        add_body(self._api, data, request, self._inputs)
        self._fill_path(server, path, found, request)
        return request

    def _without_credentials(self, found: list[Parameter], request: Request) -> list[Parameter]:
        """Return the parameters that carry no credential; those never come from a model."""
        headers = [each.name for each in found if each.where == "header" and each.required]
        carried = {("header", self._security.from_headers(headers, request).lower())}
        if request.auth and request.auth["auth_type"] == "api_key":
            carried.add((text(request.auth["location"]), text(request.auth["var_name"]).lower()))
        carried |= {("header", name.lower()) for name in (*request.headers, *request.header_fields)}
        carried |= {("query", name.lower()) for name, _ in request.query}
        # Some documents add every way in which a key could be sent to every operation.
        others = (each for each in found if request.auth and not each.required)
        carried |= {(e.where, e.name.lower()) for e in others if _CREDENTIAL.fullmatch(e.name)}
        for each in found:
            if (each.where, each.name.lower()) in carried:
                request.notes.add("credential-parameter", f"{each} carries a credential")
        return [each for each in found if (each.where, each.name.lower()) not in carried]

    def _fill_path(self, server: str, path: str, found: list[Parameter], request: Request) -> None:
        """Set the URL of *request*, and put the inputs that fill it before all others."""
        by_name = {each.name: each for each in found if each.where == "path"}
        filled: dict[str, str] = {}
        inputs: dict[str, Json] = {}
        for place in places(path):
            parameter = by_name.pop(place, None) or by_name.pop(place.strip("+*"), None)
            name = input_name(place, {*request.properties, *inputs})
            if name != place:
                request.notes.add("renamed-parameter", f"{{{place}}} in the URL is {name!r}")
            if parameter is None:
                request.notes.add("undeclared-parameter", f"nothing describes {{{place}}}")
                inputs[name] = {"type": "string"}
                filled[place] = f"{{{name}}}"
            else:
                inputs[name] = value_in_path(parameter, self._inputs, request.notes)
                prefix = {"label": ".", "matrix": f";{parameter.name}="}.get(parameter.style, "")
                filled[place] = f"{prefix}{{{name}}}"
        for unused in by_name.values():
            request.notes.add("dropped-parameter", f"{unused} has no place in the path")
        request.url = joined(server, path, request.notes, filled.__getitem__)
        request.properties = {**inputs, **request.properties}
        request.required = [*inputs, *request.required]

    def _bundled(
        self, schema: dict[str, Json], schemas: Schemas, side: str, notes: Notes
    ) -> dict[str, Json]:
        bundled = bundle(schema, schemas, BUDGETS[side])
        if bundled.is_abridged:
            notes.add(f"abridged-{side}", f"the deeper parts of the {side} are not described")
        for reference in dict.fromkeys(schemas.broken):
            kind = "broken-reference" if reference.startswith("#") else "external-reference"
            notes.add(kind, f"{reference} was not followed")
        schemas.broken.clear()
        return bundled.schema
