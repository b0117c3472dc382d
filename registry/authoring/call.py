"""Parse the arguments of a tool call from the command line, and make its request.

Nothing is sent here, and no secret is read: variables stay `${NAME}`.
"""

from __future__ import annotations

import json
import shlex
import unicodedata
from typing import TYPE_CHECKING, Any

from registry.client.call.argument_checks import problems
from registry.client.call.input_schemas import kinds, property_schema, resolved
from registry.model.request import request
from registry.source.narrowing import array, mapping
from registry.utcp_export import call_template

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.client.call import Target
    from registry.source import Json

_MOST = 10
"""The maximum number of problems in one message."""

_WORDS = 90
"""The maximum number of characters of a description in a list of inputs."""

_VALUES = 8
"""The maximum number of allowed values that are listed."""


class UnfitArgumentsError(Exception):
    """The tool does not take these arguments; the message says why, and what it takes."""


def arguments(target: Target, words: Sequence[str]) -> dict[str, Json]:
    """Return the arguments in *words*, which are `name=text` or `name:=json`.

    Values are converted to numbers or booleans where the tool's inputs ask for them, and a repeated
    name becomes a list. Raises UnfitArgumentsError if the tool does not accept them.
    """
    values: dict[str, Json] = {}
    unfit: list[str] = []
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name.rstrip(":"):
            unfit.append(f"{word!r} is not an argument: write name=text or name:=json")
            continue
        if _is_quoted_by_an_editor(text):
            unfit.append(
                f"{word!r} has typographic quotes: write {name}={shlex.quote(text[1:-1])}, or "
                f"{name.removesuffix(':')}:=JSON if they belong to the value"
            )
            continue
        try:
            parsed = _json(text) if name.endswith(":") else _value(target, name, text)
        except (ValueError, RecursionError):
            unfit.append(f"{word!r} has no valid JSON after :=")
            continue
        _set_or_append(values, name.removesuffix(":"), parsed)
    unfit += problems(target, _as_lists(target, values))
    if unfit:
        raise UnfitArgumentsError("\n".join((*unfit[:_MOST], "", *_usage_lines(target))))
    return _as_lists(target, values)


def _is_quoted_by_an_editor(text: str) -> bool:
    """Return whether *text* is between quotes that no shell removes, such as “ and ”."""
    ends = {unicodedata.category(each) for each in (text[:1], text[-1:]) if each}
    return len(text) > 1 and ends <= {"Pi", "Pf"}


def _set_or_append(values: dict[str, Json], name: str, value: Json) -> None:
    """Set *name* to *value*, or append it to the values that *name* already has."""
    earlier = values.get(name)
    if name not in values:
        values[name] = value
    elif isinstance(earlier, list):
        earlier.append(value)
    else:
        values[name] = [earlier, value]


def _as_lists(target: Target, values: dict[str, Json]) -> dict[str, Json]:
    """Return *values* with single values in lists where the tool only accepts a list."""
    return {
        name: [value]
        if kinds(property_schema(target.inputs, name)) == {"array"} and not isinstance(value, list)
        else value
        for name, value in values.items()
    }


def _json(text: str) -> Json:
    """Return the value of *text*. Raises ValueError for what is not JSON, and RecursionError."""
    value: Json = json.loads(text)
    json.dumps(value, allow_nan=False)
    return value


def _value(target: Target, name: str, text: str) -> Json:
    schema = property_schema(target.inputs, name)
    if kinds(schema) == {"array"}:
        schema = resolved(target.inputs, schema.get("items"))
    allowed_kinds, allowed = kinds(schema), schema.get("enum", [text])
    if not allowed_kinds or ("string" in allowed_kinds and text in allowed):
        return text
    try:
        value = _json(text)
    except (ValueError, RecursionError):
        return text
    return value if allowed_kinds != {"string"} else text


def properties_as_lines(
    inputs: Mapping[str, Any], schema: Mapping[str, Any], *, is_whole: bool = False
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a line on each property of *schema*, a part of *inputs*, and the property's schema.

    Required ones come first. Descriptions and lists of values are cut, unless *is_whole*.
    """
    properties, required = mapping(schema.get("properties")), array(schema.get("required"))
    width = max(map(len, properties), default=0)
    for name in sorted(properties, key=lambda each: each not in required):
        stated = resolved(inputs, properties[name])
        kind = " or ".join(sorted(kinds(stated))) or "anything"
        need = ", required" if name in required else ""
        allowed = array(stated.get("enum"))
        is_listed = allowed and (is_whole or len(allowed) <= _VALUES)
        one_of = f", one of {', '.join(map(str, allowed))}" if is_listed else ""
        words = " ".join(str(stated.get("description", "")).split())
        words = words if is_whole or len(words) <= _WORDS else f"{words[: _WORDS - 1]}…"
        yield f"  {name:{width}}  ({kind}{need}{one_of})  {words}".rstrip(), stated


def example_as_command(target: Target) -> str:
    """Return the command that shows the request of the first example of *target*, "" for none."""
    if target.example is None:
        return ""
    words = (_word(target, name, value) for name, value in target.example.items())
    return " ".join(("registry call", target.id, *words))


def _usage_lines(target: Target) -> Iterator[str]:
    """Yield lines that list the tool's inputs and one of its examples."""
    lines = [line for line, _ in properties_as_lines(target.inputs, target.inputs)]
    yield f"{target.id} takes:" if lines else f"{target.id} takes no arguments"
    yield from lines
    if command := example_as_command(target):
        yield f"for example: {command}"


def _word(target: Target, name: str, value: Json) -> str:
    """Return the word that `arguments` reads as *value*: JSON where text would be another value."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    is_same = json.dumps(_value(target, name, text)) == json.dumps(value)
    is_plain = is_same and not isinstance(value, list | dict)
    return shlex.quote(
        f"{name}={text}" if is_plain else f"{name}:={json.dumps(value, ensure_ascii=False)}"
    )


def request_as_data(target: Target, given: Mapping[str, Json]) -> dict[str, Json]:
    """Return the request as JSON-shaped data, or the call template if there is no request."""
    prepared = request(target.call, given)
    if prepared is None:
        return {
            "tool": target.id,
            "tool_call_template": call_template(target.call),
            "arguments": dict(given),
        }
    data: dict[str, Json] = {
        "tool": target.id,
        "method": prepared.method,
        "url": prepared.url,
        "headers": dict(prepared.headers),
    }
    if prepared.user:
        data["user"] = prepared.user
    return data if prepared.body is None else {**data, "body": prepared.body}


def request_as_text(target: Target, given: Mapping[str, Json]) -> str:
    """Return the request as it would be sent, or the call template if there is no request."""
    prepared = request(target.call, given)
    if prepared is None:
        return json.dumps(request_as_data(target, given), indent=2)
    lines = [f"{prepared.method} {prepared.url}"]
    lines += [f"{name}: {value}" for name, value in prepared.headers.items()]
    if prepared.user:
        lines.append(f"Authorization: Basic <base64 of {prepared.user}>")
    if prepared.body is not None:
        is_text = isinstance(prepared.body, str)
        lines += ["", str(prepared.body) if is_text else json.dumps(prepared.body, indent=2)]
    return "\n".join(lines)
