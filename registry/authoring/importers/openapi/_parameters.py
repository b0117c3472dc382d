"""The parameters of an operation, with all defaults filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi import _swagger
from registry.authoring.importers.openapi._api import BrokenReferenceError
from registry.authoring.importers.openapi._notes import LeftOutError
from registry.authoring.importers.openapi._plain_text import brief
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._api import Api
    from registry.authoring.importers.openapi._notes import Notes
    from registry.source import Json

HEADER_NAME = re.compile(r"[!#%&'*+.^_`|~0-9A-Za-z-]{1,64}")
"""The name of a header (RFC 9110, section 5.1) without `$`, which begins a variable."""

MAX_DESCRIPTION = 300
"""The maximum number of characters of a parameter's description."""

_SHOWN = 60
"""The maximum number of characters that are shown of what is no parameter."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its *name* on the wire, *where* it is sent, and the schema of its value.

    *is_json* says that the value is a JSON document in a string.
    """

    name: str
    where: str
    required: bool
    schema: Json
    description: str
    style: str
    explode: bool
    is_json: bool

    def __str__(self) -> str:
        return f"the {self.where} parameter {self.name!r}"


_STYLES = {"query": "form", "cookie": "form", "path": "simple", "header": "simple"}

_ELSEWHERE = {
    "querystring": "a whole query string, which no client sends",
    "body": "a body, which OpenAPI 3 describes as `requestBody`",
    "formData": "a field of a form, which OpenAPI 3 describes as `requestBody`",
}
"""What a parameter is by a place that has no inputs: of OpenAPI 3.2, and of Swagger 2."""


def parameters(api: Api, entries: list[Json], notes: Notes) -> list[Parameter]:
    """Return the parameters in *entries*. A later one replaces an earlier one of the same name.

    Raises LeftOutError if one of them is not in the document, as the API may need it, or if one
    that it needs has no place in a call.
    """
    by_place: dict[tuple[str, str], Parameter] = {}
    for entry in entries:
        if not isinstance(entry, dict):
            what = brief(str(entry), _SHOWN)
            raise LeftOutError("broken-parameter", f"the parameter {what!r} is not a mapping")
        try:
            data = api.resolve(entry)
        except BrokenReferenceError as error:
            raise LeftOutError("broken-parameter", f"there is no parameter at {error}") from None
        if not api.is_swagger and "type" in data and data.keys().isdisjoint(("schema", "content")):
            data = _swagger.parameter(data)
        name, where = string(data.get("name")), string(data.get("in"))
        if not name or where not in _STYLES:
            what = f"{name!r} in {where!r} is not a valid parameter"
            if name and where in _ELSEWHERE:
                what = f"the parameter {name!r} is {_ELSEWHERE[where]}"
            if name and data.get("required") is True:
                raise LeftOutError("unsendable-parameter", what)
            notes.add("dropped-parameter", what)
            continue
        by_place[name, where] = _parameter(data, name, where)
    return list(by_place.values())


def _parameter(data: dict[str, Json], name: str, where: str) -> Parameter:
    content = mapping(data.get("content"))
    media = next(iter(content), "")
    style = string(data.get("style")) or _STYLES[where]
    explode = data.get("explode")
    return Parameter(
        name=name,
        where=where,
        required=data.get("required") is True or where == "path",
        schema=mapping(content.get(media)).get("schema") if content else data.get("schema"),
        description=brief(data.get("description"), MAX_DESCRIPTION),
        style=style,
        explode=explode if isinstance(explode, bool) else style in ("form", "deepObject"),
        is_json="json" in media.lower(),
    )
