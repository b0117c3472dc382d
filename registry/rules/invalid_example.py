"""An example is not valid for its tool.

People and agents copy examples. One that the tool rejects teaches them the wrong call.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string, description: Name of a town.}
      required: [place]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
      arguments:
        place: 17  # expect: invalid-example
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string, description: Name of a town.}
      required: [place]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
      arguments:
        place: Oslo
```
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.diagnostics import Severity, did_you_mean, nearest
from registry.rules import Finding, Group
from registry.rules._missing_quotes import quotes_hint
from registry.rules._schema_pieces import pieces_of
from registry.source import Origin
from registry.source.narrowing import array, mapping
from registry.validate import checker, schema_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.model import Example, Tool
    from registry.source import Json, Pointer

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "change the arguments to match the inputs of the tool"


_CALLED = frozenset(("inputs", "inputschema", "parameters"))
"""What people call the inputs, however they write it; the wrong key is reported."""

_OF_FORMAT = (
    "write the value as the API reads it, and then correct `format`, or remove it and say in "
    "`description` how the value is written: callers go by it"
)
_SHOWN = 8
_LINE = 80


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find examples with arguments or outputs that do not match the schemas of their tool."""
    yield from _arguments(tool)
    yield from _formats(tool)
    yield from _output(tool)


def _output(tool: Tool) -> Iterator[Finding]:
    if tool.example_output is None:
        return
    at = Origin(tool.origin.document, tool.example_output.pointer)
    if tool.outputs is None:
        yield Finding(
            at.place,
            f"{tool.name!r} declares no output, but has an example of one",
            "declare the output of the tool, or remove the example",
        )
        return
    if schema_problem(tool.outputs):  # which the rule invalid-schema reports
        return
    problems_of, value = checker(tool.outputs), tool.example_output.value
    for steps, problem in problems_of(value):
        is_quoted = not problems_of(_in_quotes(value))
        yield Finding(
            at.at(*steps).place,
            f"the example output does not match {tool.name!r}: {problem}",
            "remove the quotes around it: it is JSON"
            if is_quoted
            else "show a response as documented by the provider, and let `outputs` allow it",
        )


def _in_quotes(value: Json) -> Json:
    """Return what is in the quotes of *value*, if it is a string with JSON; otherwise *value*."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _arguments(tool: Tool) -> Iterator[Finding]:
    if not tool.examples or schema_problem(tool.inputs):  # which invalid-schema reports
        return
    problems_of = checker(tool.inputs)
    required = [str(each) for each in array(tool.inputs.get("required"))]
    undeclared = dict.fromkeys(each for each in required if each not in tool.properties)
    unmet: dict[str, None] = {}
    for example in tool.examples:
        if outer := _input_around(example.arguments, tool.properties):
            yield _arguments_beside(tool, example, outer)
            continue
        problems = dict(reversed(problems_of(dict(example.arguments))))
        sentences = set(problems.values())
        missing = [each for each in undeclared if f"{each!r} is missing" in sentences]
        unmet |= dict.fromkeys([*filter(undeclared.__contains__, example.arguments), *missing])
        yield from _mismatches(tool, example, required, problems)
    named = set(required)
    optional = tuple(each for each in tool.properties if each not in named)
    for name in unmet:
        yield Finding(
            tool.at("inputs", "required").place,
            f"{tool.name!r} requires {name!r}, which is not one of its inputs, so no example fits",
            did_you_mean(name, optional)
            or "declare it below `properties`, or remove it from `required`",
        )


def _mismatches(
    tool: Tool, example: Example, required: Sequence[str], problems: Mapping[Pointer, str]
) -> Iterator[Finding]:
    """Find what is wrong in one *example*, apart from inputs that are required and undeclared."""
    inputs = tool.properties
    at = tool.at_example(example, "arguments")
    others = [name for name in example.arguments if name not in inputs]
    if not problems and not others:
        return
    lacking = [each for each in required if each in inputs and each not in example.arguments]
    # The one that is missing is there under the one name that no input has.
    lacked_one = lacking[0] if len(lacking) == len(others) == 1 else ""
    meant = {lacked_one, *(nearest(name, inputs) for name in others)}
    meant |= {each for each in required if each not in inputs}
    missing = {f"{name!r} is missing" for name in meant}
    for steps, problem in problems.items():
        if problem not in missing:
            argument = at.at(*steps)
            yield Finding(
                argument.place,
                f"the example does not match {tool.name!r}: {problem}",
                _hint_to_quote(inputs, steps, argument),
            )
    yield from _unknown(tool, [name for name in others if name not in required], lacked_one, at)


def _unknown(tool: Tool, names: list[str], required: str, at: Origin) -> Iterator[Finding]:
    """Find the arguments with *names* that are no inputs, unless nothing states any inputs.

    *required* is the one that a single name stands for, "" if it is not known.
    """
    inputs, stated = tool.properties, tool.at("inputs")
    called = {key.replace("_", "").lower() for key in tool.native}
    is_missing = stated.document.get(stated.pointer) is None and _CALLED.isdisjoint(called)
    for name in names if inputs or is_missing else ():
        yield Finding(
            at.at(name).key_place,
            f"the tool {tool.name!r} has no input {name!r}",
            _known_inputs(name, inputs, required),
        )


def _input_around(arguments: Mapping[str, Json], inputs: Mapping[str, Json]) -> str:
    """Return the input that has all unknown names in *arguments* as its properties, or ""."""
    unknown = arguments.keys() - inputs.keys()
    fits = [
        name
        for name, schema in inputs.items()
        if name not in arguments and unknown <= mapping(mapping(schema).get("properties")).keys()
    ]
    return fits[0] if unknown and len(fits) == 1 else ""


def _arguments_beside(tool: Tool, example: Example, outer: str) -> Finding:
    """Return that arguments of *example* are beside the input *outer*, in which they belong."""
    inner = {name: each for name, each in example.arguments.items() if name not in tool.properties}
    others = {name: each for name, each in example.arguments.items() if name not in inner}
    names = " and ".join(map(repr, list(inner)[:_SHOWN]))
    written = json.dumps({**others, outer: inner}, ensure_ascii=False)
    return Finding(
        tool.at_example(example, "arguments").place,
        f"the example has {names}, which {tool.name!r} takes inside {outer!r}",
        f"write the arguments as {written}" if len(written) <= _LINE else f"move it into {outer!r}",
    )


def _formats(tool: Tool) -> Iterator[Finding]:
    """Find arguments that are not of the `format` that their input states."""
    pieces = (each for each in pieces_of(tool) if each.is_input)
    if not tool.examples or not any("format" in each.schema for each in pieces):
        return
    plainly, strictly = checker(tool.inputs), checker(tool.inputs, formats=True)
    for example in tool.examples:
        at, given = tool.at_example(example, "arguments"), example.arguments
        usual = plainly(dict(given))
        for steps, problem in strictly(dict(given)):
            if (steps, problem) not in usual:
                yield Finding(
                    at.at(*steps).place,
                    f"the example does not match {tool.name!r}: {problem}",
                    _OF_FORMAT,
                    severity=Severity.WARNING,
                )


def _known_inputs(name: str, inputs: Mapping[str, Json], required: str) -> str:
    if not inputs:
        return "declare it among the inputs of the tool, or remove it here"
    advice = f"use one of its inputs: {', '.join(list(inputs)[:_SHOWN])}"
    return did_you_mean(name, inputs) or (
        f"{advice}; {required!r} is required" if required else advice
    )


def _hint_to_quote(known: Mapping[str, Json], steps: Sequence[str | int], argument: Origin) -> str:
    """Return the hint to quote *argument*, or not to, if it then matched its schema, or ""."""
    schema = known.get(str(steps[0])) if len(steps) == 1 else None
    if not isinstance(schema, dict):
        return ""
    return quotes_hint(lambda other: not checker(schema)(other), argument)
