"""The output of a tool: the schema of the first successful response."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.authoring.importers.openapi._parts import with_description
from registry.authoring.importers.openapi._plain_text import brief
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._api import Api
    from registry.authoring.importers.openapi._notes import Notes
    from registry.authoring.importers.openapi._schemas import Schemas
    from registry.source import Json

_MAX_DESCRIPTION = 200
_JSON = ("application/json", "*/*", "application/*", "text/json")


def switches_protocols(operation: dict[str, Json]) -> bool:
    """Return whether *operation* only succeeds by leaving HTTP, as for a WebSocket."""
    codes = {str(code).upper() for code in mapping(operation.get("responses"))}
    return "101" in codes and not any(code[:1] in "23D" for code in codes)


def reply(
    api: Api, operation: dict[str, Json], schemas: Schemas, notes: Notes
) -> dict[str, Json] | None:
    """Return the schema of the response to a successful call; None if the document has none."""
    responses = mapping(operation.get("responses"))
    codes = sorted(code for code in responses if str(code).upper().startswith("2"))
    for code in [*codes, "default"]:
        try:
            response = api.resolve(responses.get(code))
        except BrokenReferenceError as error:
            notes.add("broken-reference", f"there is no response at {error}")
            continue
        schema = _of_content(mapping(response.get("content")), schemas)
        if schema:
            words = brief(response.get("description"), _MAX_DESCRIPTION)
            is_said = "description" in schema or len(words.split()) < 3  # noqa: PLR2004 - "OK"
            return schema if is_said else with_description(schema, words)
    return None


def _of_content(content: dict[str, Json], schemas: Schemas) -> dict[str, Json]:
    """Return the schema of the JSON in *content*, of a string for text, or {}."""
    by_media = {media.split(";")[0].strip().lower(): each for media, each in content.items()}
    ranked = [*_JSON, *(media for media in by_media if "json" in media)]
    media = next((each for each in ranked if each in by_media), "")
    if media:
        return schemas.convert(mapping(by_media[media]).get("schema"))
    if any(each.startswith("text/") for each in by_media):
        return {"type": "string"}
    return {}
