"""Convert operations of Swagger 2 to OpenAPI 3: one body, schemas inside parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.model.request import FORM
from registry.source.narrowing import mapping, string, strings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.source import Json

_NOT_OF_THE_SCHEMA = frozenset(
    {"name", "in", "required", "description", "collectionFormat", "allowEmptyValue"}
)
_COMMAS = ("form", False)
_STYLES = {
    "csv": _COMMAS,
    "ssv": ("spaceDelimited", False),
    "tsv": ("tabDelimited", False),
    "pipes": ("pipeDelimited", False),
    "multi": ("form", True),
}
_MULTIPART = "multipart/form-data"
_FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}


def operation(api: Api, data: dict[str, Json], parameters: list[Json]) -> dict[str, Json]:
    """Return the operation *data* with its *parameters*, including shared ones, as OpenAPI 3.

    A parameter that cannot be resolved is kept unchanged, and reported when it is read.
    """
    resolved = [_resolved_parameter(api, each) for each in parameters]
    consumes = strings(data.get("consumes", api.data.get("consumes")))
    produces = strings(data.get("produces", api.data.get("produces")))
    bodies = [each for each in resolved if each.get("in") == "body"]
    fields = [each for each in resolved if each.get("in") == "formData"]
    others = [each for each in resolved if each.get("in") not in ("body", "formData")]
    changed: dict[str, Json] = {**data, "parameters": [parameter(each) for each in others]}
    if bodies:
        changed["requestBody"] = _body(bodies[0], consumes or ["application/json"])
    elif fields:
        changed["requestBody"] = _form(fields, consumes)
    changed["responses"] = {
        code: _response(api, response, produces or ["application/json"])
        for code, response in mapping(data.get("responses")).items()
    }
    return changed


def security_schemes(api: Api) -> dict[str, Json]:
    """Return the security definitions as OpenAPI 3 security schemes."""
    definitions = mapping(api.data.get("securityDefinitions"))
    return {name: _scheme(mapping(each)) for name, each in definitions.items()}


def _scheme(scheme: dict[str, Json]) -> dict[str, Json]:
    if scheme.get("type") == "basic":
        return {**scheme, "type": "http", "scheme": "basic"}
    if scheme.get("type") == "oauth2":
        flow = string(scheme.get("flow"))
        return {**scheme, "flows": {_FLOWS.get(flow, flow): scheme}}
    return scheme


def _resolved_parameter(api: Api, parameter: Json) -> dict[str, Json]:
    try:
        return api.resolve(parameter)
    except BrokenReferenceError:
        return mapping(parameter)


def parameter(stated: dict[str, Json]) -> dict[str, Json]:
    """Return the parameter *stated*, of which the keywords of its schema are keys, as OpenAPI 3."""
    if "$ref" in stated:
        return stated
    converted: dict[str, Json] = {
        key: stated[key] for key in ("name", "in", "required", "description") if key in stated
    }
    if stated.get("type") == "array":
        converted |= _style(stated, in_line=stated.get("in") != "query")
    return {**converted, "schema": _schema(stated)}


def _style(parameter: dict[str, Json], *, in_line: bool = False) -> dict[str, Json]:
    """Return style and explode of a list; the default is commas.

    What is *in_line*, in a path or a header, cannot be repeated.
    """
    style, explode = _STYLES.get(string(parameter.get("collectionFormat")), _COMMAS)
    if in_line and style == "form":
        style, explode = "simple", False
    return {"style": style, "explode": explode}


def _schema(parameter: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in parameter.items() if key not in _NOT_OF_THE_SCHEMA}


def _body(body: dict[str, Json], consumes: list[str]) -> Json:
    return {
        "required": body.get("required") is True,
        "description": body.get("description"),
        "content": {media: {"schema": body.get("schema")} for media in consumes},
    }


def _form(fields: list[dict[str, Json]], consumes: list[str]) -> Json:
    has_file = any(field.get("type") == "file" for field in fields)
    stated = [media for media in consumes if media.split(";")[0].strip() in (FORM, _MULTIPART)]
    media_types = [_MULTIPART] if has_file else stated or [FORM]
    schema: Json = {
        "type": "object",
        "properties": {
            string(field.get("name")): {**_schema(field), "description": field.get("description")}
            for field in fields
        },
        "required": list(_required_names(fields)),
    }
    encoding: dict[str, Json] = {
        string(field.get("name")): _style(field) for field in fields if field.get("type") == "array"
    }
    media: Json = {"schema": schema, "encoding": encoding}
    is_required = any(field.get("required") is True for field in fields)
    return {"required": is_required, "content": dict.fromkeys(media_types, media)}


def _required_names(fields: list[dict[str, Json]]) -> Iterator[str]:
    return (string(field.get("name")) for field in fields if field.get("required") is True)


def _response(api: Api, response: Json, produces: list[str]) -> Json:
    resolved = _resolved_parameter(api, response)
    if "schema" not in resolved:
        return resolved
    content: Json = {media: {"schema": resolved["schema"]} for media in produces}
    return {**resolved, "content": content}
