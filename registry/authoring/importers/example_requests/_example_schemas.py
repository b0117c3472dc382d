"""The schema of a value of which only examples are known."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.authoring.importers.example_requests._credentials import is_secret, is_secret_name
from registry.authoring.importers.example_requests._placeholders import placeholder_in
from registry.source.json_types import has_type
from registry.source.limits import MAX_SAFE_INTEGER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from registry.source import Json

_SHOWN = 3
"""How many examples of one value are shown."""

_MAX_EXAMPLE = 120
_UNFILLED = re.compile(r"\{\{[^{}\n]{1,64}\}\}")
"""A variable without a value, of which the rest of the text is no example."""

_MAX_LEVELS = 20
_MAX_VALUES = 200
"""How many entries of a list are looked at: they are alike."""

_STATED: dict[str, dict[str, Json]] = {
    "<integer>": {"type": "integer"},
    "<long>": {"type": "integer"},
    "<number>": {"type": "number"},
    "<float>": {"type": "number"},
    "<double>": {"type": "number"},
    "<boolean>": {"type": "boolean"},
    "<string>": {"type": "string"},
    "<date>": {"type": "string", "format": "date"},
    "<dateTime>": {"type": "string", "format": "date-time"},
    "<uuid>": {"type": "string", "format": "uuid"},
}
"""By what Postman writes in place of a value when it makes a collection of an OpenAPI document."""

_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,15})(?:\.\d{0,15}[1-9])?")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"')
_LOOSE = re.compile(
    _STRING.pattern + r"|(?P<bare>\{\{[^{}\n]{1,64}\}\}|\$\{[^{}\n]{1,64}\}|\$[A-Za-z_]\w{0,63}"
    r"|<[A-Za-z][^<>\n]{0,63}>)"
    r"|(?P<comment>(?<!:)//[^\n]*|/\*.{0,2000}?\*/)"
    r"|(?P<dots>\.{3}|…)"
    r"|(?P<comma>,(?=\s*[}\]]))",
    re.DOTALL,
)


def json_in(text: str) -> Json:
    """Return the JSON value in *text*, where placeholders need no quotes and comments are allowed.

    Raises ValueError if there is none.
    """
    try:
        return _loaded(text)
    except ValueError:
        loose = _LOOSE.sub(_strict, text)
        # What was removed may leave a comma behind.
        return _loaded(_LOOSE.sub(_strict, loose))


def _loaded(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def _strict(token: re.Match[str]) -> str:
    if token["bare"]:
        return json.dumps(token["bare"])
    return "" if token["comment"] or token["dots"] or token["comma"] else token[0]


def schema_of(values: Sequence[Json], name: str = "", level: int = 0) -> dict[str, Json]:
    """Return a schema for *values*, which are examples of the property *name*.

    Nothing in it is required, and scalar values are its examples, unless they may be secret. A
    placeholder says nothing, not even its type, unless it is that of a type.
    """
    known = [each for each in values[:_MAX_VALUES] if not _is_placeholder(each)]
    types = sorted({_type(each) for each in known})
    if types == ["integer", "number"]:
        types = ["number"]
    if level > _MAX_LEVELS or not types or types == ["null"]:
        return _stated(values)
    schema: dict[str, Json] = {"type": types[0] if len(types) == 1 else [*types]}
    if "object" in types:
        schema["properties"] = _properties(known, level)
    if "array" in types:
        entries = [inner for each in known if isinstance(each, list) for inner in each]
        schema["items"] = schema_of(entries, name, level + 1)
    if examples := _examples(known, name):
        schema["examples"] = examples
    return schema


def _stated(values: Iterable[Json]) -> dict[str, Json]:
    """Return the schema of the type that one of *values* names in place of a value, or {}."""
    found = (
        _STATED[each.strip()]
        for each in values
        if isinstance(each, str) and each.strip() in _STATED
    )
    return {**next(found, {})}


def _properties(values: Iterable[Json], level: int) -> dict[str, Json]:
    values_of: dict[str, list[Json]] = {}
    for each in values:
        for name, inner in each.items() if isinstance(each, dict) else ():
            values_of.setdefault(name, []).append(inner)
    return {name: schema_of(inner, name, level + 1) for name, inner in values_of.items()}


def schema_of_texts(
    texts: Sequence[str], name: str, *, is_list: bool = False, is_form: bool = False
) -> dict[str, Json]:
    """Return a schema for the parameter *name*, of which *texts* are examples as they are sent.

    A field of a form stays a boolean's text, since nothing else is sent for it.
    """
    stated = [each for each in texts if placeholder_in(each) is None]
    values = [_value(each) for each in stated]
    if len({_type(each) for each in values}) != 1 and not all(
        has_type(each, "number") for each in values
    ):
        values = [*stated]
    if is_form:
        values = [str(each).lower() if isinstance(each, bool) else each for each in values]
    schema = schema_of(values, name) or _stated(texts) or {"type": "string"}
    return {"type": "array", "items": schema} if is_list else schema


def _value(text: str) -> Json:
    """Return the number or boolean that *text* is, if it is written as JSON has it."""
    if text in ("true", "false"):
        return text == "true"
    value: Json = json.loads(text) if _NUMBER.fullmatch(text) else text
    return text if isinstance(value, int) and abs(value) > MAX_SAFE_INTEGER else value


def _is_placeholder(value: Json) -> bool:
    return isinstance(value, str) and placeholder_in(value) is not None


def _type(value: Json) -> str:
    if isinstance(value, bool):
        return "boolean"
    if value is None:
        return "null"
    names = {str: "string", int: "integer", float: "number", list: "array", dict: "object"}
    return names[type(value)]


def _examples(values: Iterable[Json], name: str) -> list[Json]:
    if is_secret_name(name):
        return []
    examples: dict[str, Json] = {}
    for each in values:
        is_text = isinstance(each, str) and len(each) <= _MAX_EXAMPLE and not is_secret(each)
        if is_text and _UNFILLED.search(str(each)):
            continue
        if is_text or has_type(each, "number"):
            examples.setdefault(repr(each), each)
    return [*examples.values()][:_SHOWN]
