"""Check the arguments of a call against the schema of the tool, in words for the caller.

Only the keywords that the tools of `registry.providers.tools` use are understood: these servers
only need Python.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

_TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
}


def problems(schema: Schema, arguments: dict[str, Any]) -> dict[str, str]:
    """Return what is wrong with *arguments*, by parameter; empty when they satisfy *schema*."""
    declared: dict[str, Schema] = schema.get("properties", {})
    by_name = {name: "Unknown parameter" for name in arguments if name not in declared}
    for name, parameter in declared.items():
        if name in arguments:
            problem = _problem(parameter, arguments[name])
        else:
            problem = "Is required" if name in schema.get("required", ()) else ""
        if problem:
            by_name[name] = problem
    return by_name


def _problem(schema: Schema, value: object) -> str:
    """Return what is wrong with *value*, or ""."""
    kind = schema["type"]
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"Must be {'an' if kind[0] in 'aio' else 'a'} {kind}"
    if "enum" in schema and value not in schema["enum"]:
        return f"Must be one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, str):
        return _text_problem(schema, value)
    if isinstance(value, list):
        return _list_problem(schema, value)
    return _number_problem(schema, value) if isinstance(value, (int, float)) else ""


def _number_problem(schema: Schema, number: float) -> str:
    if number < schema.get("minimum", number):
        return f"Must be at least {schema['minimum']}"
    if number > schema.get("maximum", number):
        return f"Must be at most {schema['maximum']}"
    return ""


def _text_problem(schema: Schema, text: str) -> str:
    if len(text) < schema.get("minLength", 0):
        return f"Must have at least {schema['minLength']} characters"
    if len(text) > schema.get("maxLength", len(text)):
        return f"Must have at most {schema['maxLength']} characters"
    # All our patterns are anchored; `fullmatch`, because `$` also matches before a final newline.
    if "pattern" in schema and not re.fullmatch(schema["pattern"], text):
        return f"Must match {schema['pattern']}"
    return ""


def _list_problem(schema: Schema, values: list[Any]) -> str:
    if len(values) > schema.get("maxItems", len(values)):
        return f"Must have at most {schema['maxItems']} items"
    for index, value in enumerate(values):
        if problem := _problem(schema["items"], value):
            return f"Item {index}: {problem}"
    return ""
