"""Convert an operation to a tool, or say why it cannot be one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi import _swagger
from registry.authoring.importers.openapi._bodies import add_body
from registry.authoring.importers.openapi._bundle import BUDGETS, bundle
from registry.authoring.importers.openapi._descriptions import description, tags
from registry.authoring.importers.openapi._inputs import add_parameters, value_in_path
from registry.authoring.importers.openapi._notes import LeftOutError, Note, Notes
from registry.authoring.importers.openapi._parameters import parameters
from registry.authoring.importers.openapi._replies import reply, switches_protocols
from registry.authoring.importers.openapi._request import (
    ToolRequest,
    input_name,
    joined_url,
    places,
    without_fragment,
    without_query,
)
from registry.authoring.importers.openapi._schemas import Schemas
from registry.authoring.importers.openapi._security import Security
from registry.authoring.importers.openapi._servers import server_for
from registry.authoring.importers.openapi.selection import EVERYTHING
from registry.source.narrowing import array, mapping, string
from registry.utcp_export import METHODS
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._api import Api
    from registry.authoring.importers.openapi._operations import Operation
    from registry.authoring.importers.openapi._parameters import Parameter
    from registry.authoring.importers.openapi.selection import Wanted
    from registry.source import Json


@dataclass(frozen=True, slots=True)
class OperationResult:
    """The result of converting one operation.

    Attributes:
        operation: the operation.
        tool: the tool in UTCP 1.x; None if there is none.
        reason: why there is none.
        notes: how the tool differs from the operation, and what users should know.
        host: the host of its URL.
    """

    operation: Operation
    tool: dict[str, Json] | None
    reason: Note | None = None
    notes: tuple[Note, ...] = ()
    host: str = ""


class Tools:
    """Converts the operations of *api*.

    *wanted* names the server that replaces those of the document, the security scheme to prefer,
    and the publisher.
    """

    def __init__(self, api: Api, wanted: Wanted = EVERYTHING) -> None:
        self._api = api
        self._server = wanted.server
        self._security = Security(api, wanted.auth, wanted.owner)
        self._inputs = Schemas(api, "inputs", keeps_examples=wanted.keeps_examples)
        self._outputs = Schemas(api, "outputs")

    @property
    def variables(self) -> dict[str, str]:
        """The descriptions of the variables of all tools made so far, by name."""
        return self._security.variables

    def make(self, operation: Operation) -> OperationResult:
        """Return the result of converting *operation*."""
        notes = Notes()
        try:
            tool = self._tool(operation, notes)
        except LeftOutError as error:
            return OperationResult(operation, None, error.note)
        url = string(mapping(tool["tool_call_template"]).get("url"))
        return OperationResult(operation, tool, None, notes.all, host_of(url))

    def _tool(self, operation: Operation, notes: Notes) -> dict[str, Json]:
        data = operation.data
        if data is None:
            raise LeftOutError("malformed-operation", "it is not a mapping")
        if "$ref" in data:
            why = f"described in another document, or nowhere: {data['$ref']}"
            raise LeftOutError("malformed-operation", why)
        if operation.method not in METHODS:
            raise LeftOutError("unsupported-method", f"no client sends {operation.method}")
        server = server_for(self._api, operation, self._server)
        if switches_protocols(data):
            raise LeftOutError("another-protocol", "its only reply is 101, Switching Protocols")
        for note in server.notes:
            notes.add(note.kind, note.text)
        entries = [*_parameters_of(operation.shared), *_parameters_of(data)]
        if self._api.is_swagger:
            data = _swagger.operation(self._api, data, entries)
            entries = array(data["parameters"])
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
        declared: list[Parameter],
        notes: Notes,
        server: str,
    ) -> ToolRequest:
        """Return the request, its inputs in the order: path, query and headers, body."""
        described = {each.name for each in declared if each.where == "query"}
        path = without_query(without_fragment(operation.path, notes), described)
        request = ToolRequest("", notes)
        self._security.apply(data, request)
        declared = self._security.without_keys(declared, request)
        add_parameters(declared, request, self._inputs)
        add_body(self._api, operation.method, data, request, self._inputs)
        self._fill_path(server, path, declared, request)
        return request

    def _fill_path(
        self, server: str, path: str, declared: list[Parameter], request: ToolRequest
    ) -> None:
        """Set the URL of *request*, and put the inputs in it before all others."""
        by_name = {each.name: each for each in declared if each.where == "path"}
        filled: dict[str, str] = {}
        inputs: dict[str, Json] = {}
        for place in places(path):
            parameter = by_name.pop(place, None) or by_name.pop(place.strip("+*"), None)
            name = input_name(place, {*request.properties, *inputs})
            if name != place:
                request.notes.add("renamed-parameter", f"{{{place}}} in the URL is {name!r}")
            if parameter is None:
                request.notes.add("undeclared-parameter", f"no parameter describes {{{place}}}")
                inputs[name] = {"type": "string"}
                filled[place] = f"{{{name}}}"
            else:
                inputs[name] = value_in_path(parameter, self._inputs, request.notes)
                prefix = {"label": ".", "matrix": f";{parameter.name}="}.get(parameter.style, "")
                filled[place] = f"{prefix}{{{name}}}"
        for unused in by_name.values():
            request.notes.add("dropped-parameter", f"{unused} has no placeholder in the path")
        request.url = joined_url(server, path, request.notes, filled.__getitem__)
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


def _parameters_of(holder: dict[str, Json]) -> list[Json]:
    """Return the parameters of *holder*, an operation or a path; [] if it states none."""
    stated = holder.get("parameters")
    if stated and not isinstance(stated, list):
        raise LeftOutError("broken-parameter", "its `parameters` are not a list")
    return array(stated)
