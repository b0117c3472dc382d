"""Bodies and replies of examples, as OpenAPI describes them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus

from registry.authoring.importers.example_requests._credentials import without_keys
from registry.authoring.importers.example_requests._example_schemas import (
    json_in,
    schema_of,
    schema_of_texts,
)
from registry.authoring.importers.example_requests._requests import Body, Field
from registry.model.request import FORM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.authoring.importers.example_requests._requests import ExampleRequest
    from registry.source import Json

JSON = "application/json"
MULTIPART = "multipart/form-data"

_SUCCESS = range(200, 300)


def body_of(requests: Sequence[ExampleRequest]) -> dict[str, Json]:
    """Return the body of which those of *requests* are examples, {} for none.

    It is required if all of them have one; a GET is sent without.
    """
    bodies = [typed(each.body) for each in requests if each.body is not None]
    if not bodies:
        return {}
    media = bodies[0].media_type
    schema = _schema([each for each in bodies if each.media_type == media], media)
    is_sent = len(bodies) == len(requests) and requests[0].method not in ("GET", "HEAD")
    return {"required": is_sent, "content": {media: {"schema": schema}}}


def typed(body: Body) -> Body:
    """Return *body* with the type that it states, or that its text has."""
    media = body.media_type.partition(";")[0].strip().lower()
    text = body.text.strip()
    if body.fields:
        return Body(media or FORM, fields=body.fields)
    if not body.is_known:
        return Body(media or "application/octet-stream", is_known=False)
    if media == FORM and not text.startswith(("{", "[")):
        return Body(FORM, fields=tuple(pairs(text)))
    # Documentation often leaves out the header that a server needs or guesses.
    guessed = JSON if text.startswith(("{", "[")) else "text/plain"
    return Body(guessed if media in ("", FORM) else media, text)


def pairs(text: str) -> Iterator[Field]:
    """Yield the fields of the form *text*."""
    for pair in text.split("&"):
        name, _, value = pair.partition("=")
        if name.strip():
            yield Field(unquote_plus(name.strip()), unquote_plus(value))


def repeated(fields: Sequence[Field]) -> set[str]:
    """Return the names in *fields* that hold a list: they are there twice, or end in `[]`."""
    counted = Counter(field.name for field in fields)
    return {name for name, count in counted.items() if count > 1 or name.endswith("[]")}


def _schema(bodies: Sequence[Body], media: str) -> dict[str, Json]:
    if media in (FORM, MULTIPART):
        return _form(bodies)
    if "json" not in media:
        return {"type": "string"}
    values = []
    for body in bodies:
        try:
            values.append(json_in(body.text))
        except ValueError:
            continue
    return schema_of(values)


def _form(bodies: Sequence[Body]) -> dict[str, Json]:
    fields: dict[str, list[Field]] = {}
    lists: set[str] = set()
    for body in bodies:
        lists |= repeated(body.fields)
        for field in body.fields:
            fields.setdefault(field.name, []).append(field)
    properties: dict[str, Json] = {}
    for name, same_named in fields.items():
        texts = [field.value for field in same_named]
        schema = schema_of_texts(texts, name, is_list=name in lists, is_form=True)
        if words := next((field.description for field in same_named if field.description), ""):
            schema["description"] = without_keys(words)
        properties[name] = (
            {"type": "string", "format": "binary"} if same_named[0].is_file else schema
        )
    return {"type": "object", "properties": properties}


def replies_of(requests: Sequence[ExampleRequest]) -> dict[str, Json]:
    """Return the successful replies that *requests* document, by status code."""
    values: dict[str, list[Json]] = {}
    for reply in (each for request in requests for each in request.replies):
        if reply.code in _SUCCESS:
            try:
                values.setdefault(str(reply.code), []).append(json_in(reply.text))
            except ValueError:
                continue
    return {
        code: {"description": "", "content": {JSON: {"schema": schema_of(found)}}}
        for code, found in values.items()
        if found
    }
