"""Compare the outputs of a tool with the reply that a document describes and shows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi import BrokenReferenceError
from registry.authoring.source_comparison._document_schema import NULL, Node, step
from registry.authoring.source_comparison._facts import Finding, Verdict
from registry.authoring.source_comparison._placed_schema import REPLY, Stated, shown
from registry.authoring.source_comparison._schema import compare_schema
from registry.source.narrowing import array, mapping
from registry.validate import checker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.source_comparison._operation import Match
    from registry.model import Tool
    from registry.source import Json

_MAX_EXAMPLES = 20
_RANK = ("application/json", "*/*", "text/json")


def compare_reply(tool: Tool, match: Match) -> Iterator[Finding]:
    """Yield findings on every field that *tool* promises, and on every reply that is shown."""
    if not tool.outputs or not tool.outputs.keys() - {"description"}:
        return
    stated = Stated(tool.outputs, ("outputs",), "reply", tool.outputs).followed()
    described = _reply(tool, match)
    if described is None:
        where = step(match.pointer, "responses")
        yield stated.found("type", Verdict.NOT_FOUND, "described", "nothing", where)
        return
    node, examples = described
    if _is_other(tool, stated, node):
        # What is asked for by a header of its own is often described only in words.
        yield stated.found("type", Verdict.NOT_FOUND, "described", "another form", node.pointer)
        return
    yield from compare_schema(REPLY, stated, node)
    if stated.properties or stated.schema.get("items"):
        yield from _examples(tool, match, examples)


def _is_other(tool: Tool, stated: Stated, node: Node) -> bool:
    """Return whether the document describes another form of reply than *tool* asks for."""
    is_specific = tool.call.header("Accept") not in ("", "application/json", "*/*")
    return is_specific and bool(node.types) and not stated.types & (node.types | {NULL})


def _reply(tool: Tool, match: Match) -> tuple[Node, list[str]] | None:
    """Return the schema of the first reply that means success, and where examples of it are."""
    api, looks = match.document.api, match.document.looks
    responses = mapping((match.operation.data or {}).get("responses"))
    codes = sorted(code for code in responses if code.upper().startswith("2"))
    for code in codes or ["default"]:
        pointer = match.document.api.end(step(match.pointer, "responses", code))
        response = _mapping_at(match, pointer)
        if api.is_swagger:
            examples = [
                step(pointer, "examples", media) for media in mapping(response.get("examples"))
            ]
            if "schema" in response:
                return Node(api, (step(pointer, "schema"),), looks), examples
            continue
        content = mapping(response.get("content"))
        media = _media(tool, tuple(content))
        if media:
            at = step(pointer, "content", media)
            return Node(api, (step(at, "schema"),), looks), list(_places(match, at))
    return None


def _media(tool: Tool, described: tuple[str, ...]) -> str:
    """Return which of the *described* media types *tool* is answered with, "" for none."""
    accept = tool.call.header("Accept")
    wanted = [each.partition(";")[0].strip() for each in accept.split(",")]
    found = next((each for each in described if each.partition(";")[0].strip() in wanted), "")
    if found or (accept and "json" not in accept and "*" not in accept):
        return found
    ranked = next((each for each in _RANK if each in described), "")
    return ranked or next((each for each in described if "json" in each), "")


def _places(match: Match, media: str) -> Iterator[str]:
    """Yield where the examples of the media type at *media* are."""
    stated = _mapping_at(match, media)
    if "example" in stated:
        yield step(media, "example")
    for name in mapping(stated.get("examples")):
        at = match.document.api.end(step(media, "examples", name))
        if "value" in _mapping_at(match, at):
            yield step(at, "value")
    schema = match.document.api.end(step(media, "schema"))
    inner = _mapping_at(match, schema)
    if "example" in inner:
        yield step(schema, "example")
    for number in range(len(array(inner.get("examples")))):
        yield step(schema, "examples", number)


def _examples(tool: Tool, match: Match, places: list[str]) -> Iterator[Finding]:
    problems_of = checker(tool.outputs or {})
    for place in places[:_MAX_EXAMPLES]:
        try:
            value = _parsed_example(match.document.api.at(place))
        except (BrokenReferenceError, ValueError, RecursionError):
            continue
        if value is None:  # what generators write where nobody gave an example
            continue
        problem = next((f"{_path(steps)}{problem}" for steps, problem in problems_of(value)), "")
        verdict = Verdict.WRONG if problem else Verdict.RIGHT
        result = problem or "fits"
        yield Finding(
            *("reply", "documented reply", verdict, "outputs", shown(result)),
            *(("outputs",), place),
        )


def _path(steps: tuple[str | int, ...]) -> str:
    return f"{'.'.join(map(str, steps))}: " if steps else ""


def _parsed_example(value: Json) -> Json:
    """Return an example that is written as a string as the JSON that it is. Raises ValueError."""
    if not isinstance(value, str):
        return value
    parsed: Json = json.loads(value)
    return parsed


def _mapping_at(match: Match, pointer: str) -> dict[str, Json]:
    try:
        return mapping(match.document.api.at(pointer))
    except BrokenReferenceError:
        return {}
