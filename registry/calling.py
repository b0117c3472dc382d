"""Call one tool from the command line: arguments out of words, and the request that they make.

Nothing is sent here, and no secret is known: variables stay `${NAME}`.
"""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from registry import protocols, references
from registry.utcp_tools import document
from registry.validate import located_problems, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.model import Tool
    from registry.protocols import NativeCall
    from registry.source import Json

_MOST = 10
"""Problems that are told at once."""

_WORDS = 90
"""Characters of a description in a list of inputs."""


class UnfitArgumentsError(Exception):
    """The arguments are none that the tool takes; says why, and what it takes."""


def arguments(tool: Tool, words: Sequence[str]) -> dict[str, Json]:
    """Return the arguments in *words*, which are `name=text` or `name:=json`.

    A text becomes a number or a truth value where the tool's inputs want one, and a name that
    stands several times a list. Raises UnfitArgumentsError where they are not valid for the tool.
    """
    found: dict[str, Json] = {}
    problems: list[str] = []
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name.rstrip(":"):
            problems.append(f"{word!r} is no argument: write name=text, or name:=json")
            continue
        try:
            value = json.loads(text) if name.endswith(":") else _value(tool, name, text)
        except (ValueError, RecursionError):
            problems.append(f"{word!r} holds no JSON after :=")
            continue
        _add(found, name.removesuffix(":"), value)
    problems += _problems(tool, _as_lists(tool, found))
    if problems:
        raise UnfitArgumentsError("\n".join((*problems[:_MOST], "", *_inputs(tool))))
    return _as_lists(tool, found)


def _add(found: dict[str, Json], name: str, value: Json) -> None:
    """Put *value* under *name*, behind what is there already."""
    there = found.get(name)
    if name not in found:
        found[name] = value
    elif isinstance(there, list):
        there.append(value)
    else:
        found[name] = [there, value]


def _as_lists(tool: Tool, found: dict[str, Json]) -> dict[str, Json]:
    """Return *found* with a list of one where the tool wants nothing but a list."""
    return {
        name: [value]
        if _kinds(_property(tool, name)) == {"array"} and not isinstance(value, list)
        else value
        for name, value in found.items()
    }


def _value(tool: Tool, name: str, text: str) -> Json:
    schema = _property(tool, name)
    if _kinds(schema) == {"array"}:
        schema = _resolved(tool, schema.get("items"))
    kinds, allowed = _kinds(schema), schema.get("enum", [text])
    if not kinds or ("string" in kinds and text in allowed):
        return text
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if kinds != {"string"} else text


def _property(tool: Tool, name: str) -> dict[str, Any]:
    properties = tool.inputs.get("properties")
    return _resolved(tool, properties.get(name) if isinstance(properties, dict) else None)


def _resolved(tool: Tool, schema: Json) -> dict[str, Any]:
    """Return *schema* or what it refers to, {} for what cannot be told."""
    if not isinstance(schema, dict):
        return {}
    if "$ref" not in schema:
        return schema
    target = references.mapping_at(tool.inputs, schema["$ref"]) or {}
    return {} if "$ref" in target else target


def _kinds(schema: Mapping[str, Any]) -> set[str]:
    """Return the types that *schema* names, in alternatives too; none for any."""
    stated = schema.get("type")
    kinds = {stated} if isinstance(stated, str) else set(map(str, stated or ()))
    for each in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        kinds |= _kinds(each) if isinstance(each, dict) else set()
    if not kinds and isinstance(schema.get("enum"), list):
        names: dict[type, str] = {str: "string", int: "integer", bool: "boolean", float: "number"}
        kinds = {names.get(type(each), "null") for each in schema["enum"]}
    return kinds


def _problems(tool: Tool, found: dict[str, Json]) -> Iterator[str]:
    known = _names(tool)
    unknown = [name for name in found if name not in known]
    for name in unknown if known or not tool.inputs.get("additionalProperties") else ():
        guess = nearest(name, known)
        yield f"no input is called {name!r}" + (f"; did you mean {guess!r}?" if guess else "")
    for pointer, sentence in located_problems(tool.inputs, found):
        if not pointer or pointer[0] not in unknown:
            where = ".".join(map(str, pointer))
            yield f"{where}: {sentence}" if where else sentence


def _names(tool: Tool) -> tuple[str, ...]:
    properties = tool.inputs.get("properties")
    return tuple(properties) if isinstance(properties, dict) else ()


def _inputs(tool: Tool) -> Iterator[str]:
    """Yield what the tool takes, and one of its examples, as lines."""
    names = _names(tool)
    stated = tool.inputs.get("required")
    required = stated if isinstance(stated, list) else []
    yield f"{tool.id} takes:" if names else f"{tool.id} takes no arguments"
    width = max(map(len, names), default=0)
    for name in sorted(names, key=lambda each: each not in required):
        schema = _property(tool, name)
        kind = " or ".join(sorted(_kinds(schema))) or "anything"
        need = ", required" if name in required else ""
        told = " ".join(str(schema.get("description", "")).split())
        told = told if len(told) <= _WORDS else told[: _WORDS - 1] + "…"
        yield f"  {name:{width}}  ({kind}{need})  {told}".rstrip()
    for example in tool.examples[:1]:
        words = " ".join(_word(name, value) for name, value in example.arguments.items())
        yield f"for example: registry call {tool.id} {words}"


def _word(name: str, value: Json) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    is_plain = not isinstance(value, list | dict)
    return shlex.quote(f"{name}{'=' if is_plain else ':='}{text}")


def request(tool: Tool, given: Mapping[str, Json]) -> NativeCall | None:
    """Return the HTTP request that calls *tool*, None where it is called otherwise."""
    protocol = protocols.protocols().get(tool.protocol)
    return protocol.native_call(tool, given) if protocol else None


def as_data(tool: Tool, given: Mapping[str, Json]) -> dict[str, Json]:
    """Return the request as JSON-shaped data, or the call template where it is no request."""
    found = request(tool, given)
    if found is None:
        return {
            "tool": tool.id,
            "tool_call_template": document(tool)["tool_call_template"],
            "arguments": dict(given),
        }
    data: dict[str, Json] = {
        "tool": tool.id,
        "method": found.method,
        "url": found.url,
        "headers": dict(found.headers),
    }
    if found.user:
        data["user"] = found.user
    return data if found.body is None else {**data, "body": found.body}


def as_text(tool: Tool, given: Mapping[str, Json]) -> str:
    """Return the request as it would be sent, or the call template where it is no request."""
    found = request(tool, given)
    if found is None:
        return json.dumps(as_data(tool, given), indent=2)
    lines = [f"{found.method} {found.url}"]
    lines += [f"{name}: {value}" for name, value in found.headers.items()]
    if found.user:
        lines.append(f"Authorization: Basic <base64 of {found.user}>")
    if found.body is not None:
        is_text = isinstance(found.body, str)
        lines += ["", str(found.body) if is_text else json.dumps(found.body, indent=2)]
    return "\n".join(lines)
