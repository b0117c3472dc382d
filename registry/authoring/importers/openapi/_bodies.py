"""The body of a request as the one argument that clients send: JSON, a form, or a string."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.authoring.importers.openapi._forms import form
from registry.authoring.importers.openapi._notes import LeftOutError
from registry.authoring.importers.openapi._parts import with_description
from registry.authoring.importers.openapi._plain_text import brief
from registry.authoring.importers.openapi._sent_as_text import flat
from registry.model.request import FORM
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._api import Api
    from registry.authoring.importers.openapi._request import ToolRequest
    from registry.authoring.importers.openapi._schemas import Schemas
    from registry.source import Json

JSON = "application/json"

_WITHOUT_BODY = frozenset({"GET", "HEAD", "DELETE"})
_OF_EMPTY = frozenset(
    {"type", "properties", "additionalProperties", "required", "description", "title"}
)
_OF_SCHEMAS = frozenset({"schema", "type", "properties"})
"""Keys of a body that is described without a media type."""

_MAX_DESCRIPTION = 300
_NAMES = ("body", "request_body", "body_content")
_TEXT_ENDINGS = ("+xml", "/xml", "+yaml", "/yaml", "x-yaml", "/csv", "/graphql", "/jwt", "/sql")


def add_body(
    api: Api, method: str, operation: dict[str, Json], request: ToolRequest, schemas: Schemas
) -> None:
    """Add the body of *operation* to *request*, if it has one.

    A body of GET, HEAD or DELETE means nothing (RFC 9110, section 9.3), and not every client sends
    one: it is dropped unless the document requires it. Raises LeftOutError for a body that an
    argument cannot hold, or that a call cannot do without and cannot have.
    """
    body = _body(api, operation)
    by_media = body.get("content")
    if not mapping(by_media) and (by_media or _OF_SCHEMAS & body.keys()):
        raise LeftOutError("broken-body", "its `requestBody` has no `content` with a media type")
    content = {
        media.split(";")[0].strip().lower(): (media, mapping(described))
        for media, described in reversed(mapping(by_media).items())
    }
    if not content:
        return
    is_required = body.get("required") is True
    if method == "GET" and is_required:
        raise LeftOutError("body-of-get", "it requires a body, which clients cannot send with GET")
    if method in _WITHOUT_BODY and not is_required:
        request.notes.add("dropped-body", f"the body is left out: {method} has none")
        return
    media = _best(list(content))
    stated, described = content[media]
    converted = schemas.convert(described.get("schema"))
    # An object says nothing of plain text, which has no properties.
    if not is_required and not media.startswith("text/plain") and _is_empty(converted, schemas):
        return
    if media != FORM:
        schema = _schema(media, stated, converted, request)
    else:
        schema = form(converted, mapping(described.get("encoding")), request, schemas)
        if not is_required and not schema.get("properties"):
            return
        request.content_type = FORM
    words = brief(body.get("description"), _MAX_DESCRIPTION)
    if words or "description" not in flat(schema, schemas):
        schema = with_description(schema, words or "The body of the request.")
    name = next((each for each in _NAMES if each not in request.properties), None)
    if name is None:
        raise LeftOutError("unsendable-parameter", f"parameters already use the names {_NAMES}")
    request.body = name
    request.add(name, schema, required=is_required)


def _body(api: Api, operation: dict[str, Json]) -> dict[str, Json]:
    """Return the body that *operation* states or refers to; {} for none."""
    if not operation.get("requestBody"):
        return {}  # from PHP, an empty mapping is an empty list
    if not isinstance(operation["requestBody"], dict):
        raise LeftOutError("broken-body", "its `requestBody` is not a mapping")
    try:
        return api.resolve(operation["requestBody"])
    except BrokenReferenceError as error:
        raise LeftOutError("broken-body", f"there is no body at {error}") from None


def _is_empty(schema: dict[str, Json], schemas: Schemas) -> bool:
    """Return whether *schema* says that an object has no properties."""
    flattened = flat(schema, schemas)
    says_none = "properties" in flattened or flattened.get("additionalProperties") is False
    is_open = flattened.get("additionalProperties", False) is not False
    return (
        says_none
        and not is_open
        and not flattened.get("properties")
        and flattened.keys() <= _OF_EMPTY
    )


def _best(media_types: list[str]) -> str:
    """Return the media type that clients support best. Raises LeftOutError if they support none."""
    for is_good in (_is_json, _is_any, lambda each: each == FORM, _is_json_like, _is_text):
        for media in reversed(media_types):
            if is_good(media):
                return media
    listed = ", ".join(media_types)
    if any(media.startswith("multipart/") for media in media_types):
        raise LeftOutError("multipart-body", f"its body is {listed}")
    raise LeftOutError("binary-body", f"its body is {listed}")


def _is_json(media: str) -> bool:
    return media == JSON


def _is_any(media: str) -> bool:
    return media in ("*/*", "application/*", "", "*")


def _is_json_like(media: str) -> bool:
    return "json" in media


def _is_text(media: str) -> bool:
    return media.startswith("text/") or media.endswith(_TEXT_ENDINGS)


def _schema(
    media: str, stated: str, schema: dict[str, Json], request: ToolRequest
) -> dict[str, Json]:
    """Return the schema of the argument, and set the content type if it is not JSON."""
    if _is_json(media) or _is_any(media):
        return schema
    request.content_type = _clean(stated)
    if JSON in media:
        # Clients look for these words, so they also encode `application/json-patch+json`.
        return schema
    if _is_json_like(media):
        # One client encodes no other JSON; all send a string unchanged.
        request.notes.add("json-as-text", f"the body is {media}, passed as a string")
        return {
            "type": "string",
            "contentMediaType": media,
            "description": "A JSON document as a string.",
            "contentSchema": schema,
        }
    request.notes.add("text-body", f"the body is {media}, passed as a string")
    return {
        "type": "string",
        "contentMediaType": media,
        "description": f"A string of type {media}.",
    }


def _clean(media: str) -> str:
    return media.strip() if media.isascii() and not set(media) & set("${}\r\n") else "text/plain"
