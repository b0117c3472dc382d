"""The body of a request as the one argument that clients send: JSON, a form, or a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.importers.openapi._api import BrokenReferenceError, listing, mapping
from registry.importers.openapi._notes import LeftOutError
from registry.importers.openapi._parts import described
from registry.importers.openapi._schemas import is_name
from registry.importers.openapi._texts import brief
from registry.importers.openapi._values import flat, kinds_of, plain_value, repeated_list

if TYPE_CHECKING:
    from registry.importers.openapi._api import Api
    from registry.importers.openapi._request import Request
    from registry.importers.openapi._schemas import Schemas
    from registry.source import Json

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"

_MAX_DESCRIPTION = 300
_NAMES = ("body", "request_body", "body_content")
_TEXT_ENDINGS = ("+xml", "/xml", "+yaml", "/yaml", "x-yaml", "/csv", "/graphql", "/jwt", "/sql")


def add_body(api: Api, operation: dict[str, Json], request: Request, schemas: Schemas) -> None:
    """Add the body of *operation* to *request*, if it has one.

    Raises LeftOutError for a body that no argument can hold.
    """
    if operation.get("requestBody") is None:
        return
    try:
        body = api.resolve(operation["requestBody"])
    except BrokenReferenceError as error:
        raise LeftOutError("broken-body", f"no body is at {error}") from None
    content = {
        media.split(";")[0].strip().lower(): (media, mapping(told))
        for media, told in reversed(mapping(body.get("content")).items())
    }
    if not content:
        return
    media = _best(list(content))
    stated, told = content[media]
    schema = _schema(media, stated, told, request, schemas)
    words = brief(body.get("description"), _MAX_DESCRIPTION)
    if words or not _is_described(schema, schemas):
        schema = described(schema, words or "What is sent.")
    name = next((each for each in _NAMES if each not in request.properties), None)
    if name is None:
        raise LeftOutError("unsendable-parameter", f"parameters take the names {_NAMES}")
    request.body = name
    request.add(name, schema, required=body.get("required") is True)


def _is_described(schema: dict[str, Json], schemas: Schemas) -> bool:
    return "description" in flat(schema, schemas)


def _best(media_types: list[str]) -> str:
    """Return the media type that is carried best, or raise LeftOutError where none is carried."""
    for is_good in (_is_json, _is_any, lambda each: each == FORM, _is_json_like, _is_text):
        for media in reversed(media_types):
            if is_good(media):
                return media
    shown = ", ".join(media_types)
    if any(media.startswith("multipart/") for media in media_types):
        raise LeftOutError("multipart-body", f"its body is {shown}")
    raise LeftOutError("binary-body", f"its body is {shown}")


def _is_json(media: str) -> bool:
    return media == JSON


def _is_any(media: str) -> bool:
    return media in ("*/*", "application/*", "", "*")


def _is_json_like(media: str) -> bool:
    return "json" in media


def _is_text(media: str) -> bool:
    return media.startswith("text/") or media.endswith(_TEXT_ENDINGS)


def _schema(
    media: str, stated: str, told: dict[str, Json], request: Request, schemas: Schemas
) -> dict[str, Json]:
    """Return the schema of the argument, and set the content type where it is not JSON."""
    schema = schemas.convert(told.get("schema"))
    if _is_json(media) or _is_any(media):
        return schema
    if media == FORM:
        request.content_type = FORM
        return _form(schema, told, request, schemas)
    request.content_type = _clean(stated)
    if _is_json_like(media):
        # One client encodes JSON for application/json alone; all of them send a text as it is.
        request.notes.add("json-as-text", f"the body is {media}, and a text that holds it")
        return {
            "type": "string",
            "contentMediaType": media,
            "description": "A JSON document, as text.",
            "contentSchema": schema,
        }
    request.notes.add("text-body", f"the body is {media}, and a text that holds it")
    return {"type": "string", "contentMediaType": media, "description": f"A text of type {media}."}


def _clean(media: str) -> str:
    return media.strip() if media.isascii() and not set(media) & set("${}\r\n") else "text/plain"


def _form(
    schema: dict[str, Json], told: dict[str, Json], request: Request, schemas: Schemas
) -> dict[str, Json]:
    """Return the schema of a form whose fields are all plain values, as clients encode them."""
    form = flat(schema, schemas)
    required = [each for each in listing(form.get("required")) if isinstance(each, str)]
    encoding = mapping(told.get("encoding"))
    fields: dict[str, Json] = {}
    for name, inner in mapping(form.get("properties")).items():
        found = _field(name, mapping(inner), mapping(encoding.get(name)), request, schemas)
        if not found and name in required:
            raise LeftOutError("nested-form", f"the field {name!r} of its form is no plain value")
        if not found:
            request.notes.add("dropped-field", f"the field {name!r} of the form is no plain value")
        fields |= found
    if not fields and not form.get("properties"):
        return {"type": "object", **_words(form)}
    return {
        "type": "object",
        **_words(form),
        "properties": fields,
        **({"required": list(required)} if required else {}),
    }


def _words(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: schema[key] for key in ("description",) if key in schema}


def _field(
    name: str,
    schema: dict[str, Json],
    encoding: dict[str, Json],
    request: Request,
    schemas: Schemas,
) -> dict[str, Json]:
    """Return the fields that *name* becomes: itself, one for each property of it, or none."""
    what = f"the field {name!r}"
    value = plain_value(schema, schemas, what, request.notes)
    is_deep = encoding.get("style") == "deepObject"
    if value is None and not is_deep and "array" in kinds_of(schema, schemas):
        value = repeated_list(flat(schema, schemas), schemas, what, request.notes)
    if value is not None:
        return {name: value}
    fields: dict[str, Json] = {}
    if is_deep:
        for inner_name, inner in mapping(flat(schema, schemas).get("properties")).items():
            wire = f"{name}[{inner_name}]"
            found = plain_value(mapping(inner), schemas, f"the field {wire!r}", request.notes)
            if found is not None and is_name(wire):
                fields[wire] = found
    if fields:
        request.notes.add("spread-object", f"{what} became {len(fields)} fields, as it is sent")
    return fields
