"""Check the arguments of a call, in sentences that a model can act on."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from registry.client.call.errors import NO_OBJECT
from registry.client.call.input_schemas import (
    explanation,
    inside,
    kinds,
    listed,
    open_inputs,
    resolved,
)
from registry.diagnostics import did_you_mean
from registry.model import PLACEHOLDER, Where
from registry.model.request import CONNECTION_HEADERS
from registry.source.json_types import with_whole_numbers
from registry.source.narrowing import array, mapping
from registry.web.hosts import authority

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.client.call.target import Target
    from registry.source import Json

_LABEL = re.compile(r"[A-Za-z0-9_-]{1,63}")
_SLASHES = re.compile(r"[/\\]")
_DELETE = 127
_DEEPEST = 64
"""Collections inside each other in which nulls are looked for."""


def problems(target: Target, arguments: Mapping[str, Json]) -> list[str]:
    """Return the problems of *arguments* for *target*, with what is allowed; often [].

    That is what its schema says, and what would lead a request to another address.
    """
    return [*schema_problems(target.inputs, arguments)] or [
        *_of_address(target, arguments),
        *_of_headers(target, arguments),
    ]


def as_json(arguments: Mapping[str, Any]) -> tuple[dict[str, Json], list[str]]:
    """Return *arguments* in plain JSON types, and what is wrong with those that cannot be JSON.

    Programs also pass subclasses of the plain types, such as a member of an enumeration or a number
    of NumPy; an integer that is written with a point is returned without it.
    """
    if not isinstance(arguments, Mapping):
        # Models also answer `null`, a list, or a string that holds JSON.
        return {}, [NO_OBJECT]
    sendable: dict[str, Json] = {}
    unsendable = []
    for name, value in arguments.items():
        try:
            text = json.dumps({name: value}, allow_nan=False, ensure_ascii=False)
            text.encode()
            sendable |= {
                each: with_whole_numbers(plain) for each, plain in json.loads(text).items()
            }
        except UnicodeEncodeError:
            sentence = "a string holds half of a character (a lone surrogate), which cannot be sent"
            unsendable.append(f"{name!r}: {sentence}")
        except (RecursionError, TypeError, ValueError) as error:
            unsendable.append(f"{name!r}: {_unsendable(error)}")
    return sendable, unsendable


def without_nulls(inputs: Mapping[str, Any], given: Mapping[str, Json]) -> dict[str, Json]:
    """Return *given* without what is null, optional, and of another type, also inside of objects.

    Models write null for what they leave out, and so do frameworks that make a class of each
    object.
    """
    return mapping(_without_nulls(inputs, inputs, dict(given), _DEEPEST))


def _without_nulls(
    inputs: Mapping[str, Any], schema: Mapping[str, Any], value: Json, levels: int
) -> Json:
    """Return *value*, of which *schema* in *inputs* speaks, without such nulls so many *levels* in.

    Where the schema says nothing, everything stays.
    """
    if not schema or not levels:
        return value
    if isinstance(value, list):
        inner = resolved(inputs, schema.get("items"))
        return [_without_nulls(inputs, inner, each, levels - 1) for each in value]
    if not isinstance(value, dict):
        return value
    required = array(schema.get("required"))
    found = {name: resolved(inputs, mapping(schema.get("properties")).get(name)) for name in value}
    return {
        name: _without_nulls(inputs, found[name], each, levels - 1)
        for name, each in value.items()
        if each is not None or name in required or not _excludes_null(found[name])
    }


def _excludes_null(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema* names types, and null is none of them."""
    allowed = kinds(schema)
    return bool(allowed) and "null" not in allowed


def _unsendable(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply to be sent"
    if isinstance(error, TypeError):
        why = str(error).removeprefix("Object of type ")
        return f"{why}; convert it to a string, a number, a boolean, a list or a dict"
    if str(error).startswith("Out of range"):
        return "JSON has no number that is infinite or none at all (NaN)"
    return f"it cannot be written as JSON ({error})"


def schema_problems(inputs: Mapping[str, Any], arguments: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with *arguments* under the schema *inputs*."""
    # Loading it takes longer than a search, and searching needs no schema.
    from registry.validate import JSON_TYPE_WORDS, checker  # noqa: PLC0415

    values, unsendable = as_json(arguments)
    if unsendable:
        yield from unsendable
        return
    values = without_nulls(inputs, values)
    names = tuple(mapping(inputs.get("properties")))
    unknown = [name for name in values if name not in names]
    for name in unknown if names or not inputs.get("additionalProperties") else ():
        hint = inside(inputs, name) or did_you_mean(name, names) or _there_are(inputs, names)
        yield f"there is no input {name!r}" + (f"; {hint}" if names else "")
    for pointer, sentence in checker(inputs, JSON_TYPE_WORDS)(values):
        if pointer[:1] and pointer[0] in unknown:
            continue
        where = ".".join(map(str, pointer))
        if not where and sentence.startswith("unknown: "):
            continue
        problem = f"{where}: {sentence}" if where else sentence
        yield f"{problem}{explanation(inputs, pointer, sentence)}"


def _there_are(inputs: Mapping[str, Any], names: tuple[str, ...]) -> str:
    wide = " and ".join(map(repr, open_inputs(inputs)[:3]))
    more = f"; any name goes into {wide}" if wide else ""
    return f"there are: {listed(names)}{more}"


def _of_address(target: Target, arguments: Mapping[str, Json]) -> Iterator[str]:
    """Yield which arguments would make another address than the manual's of its URL."""
    url = target.call.url
    in_host = set(PLACEHOLDER.findall(authority(url)))
    for name in dict.fromkeys(target.call.path_placeholders):
        text = "" if arguments.get(name) is None else str(arguments[name])
        if not text:
            yield f"{name}: it is a part of the address and may not be empty"
        elif name in in_host and not _LABEL.fullmatch(text):
            yield f"{name}: {text!r} is a part of the host; it may hold letters, digits and - only"
    for step in url.partition("://")[2].partition("?")[0].split("/")[1:]:
        names = PLACEHOLDER.findall(step)
        filled = PLACEHOLDER.sub(lambda found: str(arguments.get(found[1], "")), step)
        # Some servers decode `%2F` before they follow what is between two of them.
        if names and (filled == "." or ".." in _SLASHES.split(filled)):
            yield f"{names[0]}: {filled!r} would lead to another address"


def _of_headers(target: Target, arguments: Mapping[str, Json]) -> Iterator[str]:
    for name in target.call.names(Where.HEADER):
        value = arguments.get(name)
        if value is not None and name.lower() in CONNECTION_HEADERS:
            yield f"{name}: this header may not be set"
        elif isinstance(value, str) and not _is_header(value):
            yield f"{name}: it is sent as a header, and may hold no line breaks"


def _is_header(text: str) -> bool:
    return not any(ord(each) < ord(" ") or ord(each) == _DELETE for each in text)
