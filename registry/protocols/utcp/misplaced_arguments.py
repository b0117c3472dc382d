"""Find arguments that a call loses: those that are not inputs, and those in two places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.diagnostics import Severity, nearest
from registry.model import COMMAND_PLACEHOLDER, PLACEHOLDER
from registry.protocols.utcp.call import TEMPLATE, body_field
from registry.source.strings import placed_strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Pointer


_OUTSIDE_NAMES = re.compile(r"[^A-Za-z0-9_]")
"""What ends the name in a placeholder of a command for the released client."""
_IN_BRACES = re.compile(r"(?<!\$)(\{(?:\{(\w+)\}|(\w+))\})")
"""A name in braces, which some templates double: all of it, and the name."""
_WORD_IN_BRACES = re.compile(r"(?<!\S)\{(\w+)\}(?!\S)")
"""What is meant for an argument, whatever it names; elsewhere, braces mean much to programs."""
_TEMPLATE_OF_BODY = re.compile(r"[{<\n]")
"""What begins a body of JSON or XML, or a place in it, and is in no name that people choose."""

_MESSAGES = {
    "websocket": ("message",),
    "tcp": ("request_data_template",),
    "udp": ("request_data_template",),
}
"""By type of call, the fields with what is sent."""
_IN_QUERY = re.compile(r"(?<=[\":]) ?(\{(?:\{(\w+)\}|(\w+))\})")
"""A name in braces where GraphQL has a value; elsewhere, it is the choice of a field."""
_WITH_END = re.compile(r"UTCP_ARG_(.{1,128}?)_UTCP_(ARG|END)")
"""A place with its end: `ARG` in a message, `END` in a command."""


class Misplaced(NamedTuple):
    """An argument that gets lost: its pointer in the tool's 1.x form, the rule, and the words."""

    pointer: Pointer
    rule: str
    message: str
    hint: str
    severity: Severity = Severity.ERROR


def misplaced(template: Mapping[str, Any], inputs: Mapping[str, Any]) -> Iterator[Misplaced]:
    """Yield the problems of the argument names in the fields of *template*.

    Clients skip a name that is not an input, and remove an argument from the others before they
    fill in the URL, so an argument for both places is missing in the URL.
    """
    declared = inputs["properties"]
    yield from _in_commands(template, declared)
    for field in _MESSAGES.get(template["call_template_type"], ()):
        # Keys of a mapping are sent unchanged.
        for pointer, text in placed_strings(template.get(field), (TEMPLATE, field)):
            yield from _in_message(text, pointer, declared)
    if template["call_template_type"] == "graphql":
        yield from _in_query(template, declared)
    in_url = frozenset(PLACEHOLDER.findall(template.get("url", "")))
    for index, name in enumerate(template.get("header_fields", ())):
        yield from _misplaced_in_template(name, ("header_fields", index), declared, in_url)
    for name in template.get("variable_types", ()):
        yield from _misplaced_in_template(name, ("variable_types", name), declared, frozenset())
    body = body_field(template)
    # Clients write their own default, `body`, into every document that they save.
    if body and (body in declared or body != "body"):
        stated = "body_field" in template
        yield from _misplaced_in_template(
            body, ("body_field",) if stated else ("url",), declared, in_url
        )


def plain_name(name: str) -> str:
    """Return *name* as clients find it in a command: letters, digits and `_`."""
    return _OUTSIDE_NAMES.sub("_", name)


def _in_commands(template: Mapping[str, Any], declared: Mapping[str, Any]) -> Iterator[Misplaced]:
    unused = dict.fromkeys(declared) if "commands" in template else {}
    for index, entry in enumerate(template.get("commands", ())):
        command = entry["command"]
        yield from _in_command(command, (TEMPLATE, "commands", index, "command"), declared)
        placed = (name for name, _ in _WITH_END.findall(command))
        for name in (*placed, *(name for _, name in _in_braces(command))):
            unused.pop(name, None)
    for name in unused:
        yield Misplaced(
            ("inputs", "properties", name),
            "unused-argument",
            f"the input {name!r} is in no command, so clients drop its value",
            f"write `UTCP_ARG_{name}_UTCP_END` where the command expects it, after an option or "
            "`--`, or remove the input",
            Severity.WARNING,
        )


def _in_command(command: str, pointer: Pointer, declared: Mapping[str, Any]) -> Iterator[Misplaced]:
    for name, end in dict.fromkeys(_WITH_END.findall(command)):
        if end == "ARG" and name in declared:
            yield Misplaced(
                pointer,
                "unfillable-placeholder",
                f"clients do not fill in the placeholder for {name!r}: in a command, its end is "
                "another one than in a message",
                f"write `UTCP_ARG_{name}_UTCP_END`",
            )
    for name in dict.fromkeys(COMMAND_PLACEHOLDER.findall(command)):
        if name not in declared:
            yield _undeclared(name, "command", pointer, declared)
        elif (plain := plain_name(name)) != name:
            yield Misplaced(
                pointer,
                "unfillable-placeholder",
                f"clients do not fill in the placeholder for {name!r}: in a command, names "
                "only have letters, digits and _",
                f"rename the input, for example to {plain!r}, and the placeholder with it",
            )
    words = _WORD_IN_BRACES.findall(command)
    for written, name in _in_braces(command):
        if name in declared or name in words:
            declare = "" if name in declared else f", and add {name!r} to `inputs.properties`"
            yield Misplaced(
                pointer,
                "argument-in-braces",
                f"the command has {written!r}, which clients pass on as it is",
                f"write `UTCP_ARG_{name}_UTCP_END` instead, without quotes around it{declare}",
            )


def _in_braces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what is in braces in *text*, each once: as it is written, and the name in it."""
    found = (each.groups() for each in _IN_BRACES.finditer(text))
    yield from dict.fromkeys((written, doubled or single) for written, doubled, single in found)


def _in_message(text: str, pointer: Pointer, declared: Mapping[str, Any]) -> Iterator[Misplaced]:
    """Find what clients leave as it is in *text*, which is at *pointer* of a message."""
    for name, end in dict.fromkeys(_WITH_END.findall(text)):
        if end == "END":
            yield Misplaced(
                pointer,
                "unfillable-placeholder",
                f"clients do not fill in the placeholder for {name!r}: in a message, its end is "
                "another one than in a command",
                f"write `UTCP_ARG_{name}_UTCP_ARG`",
            )
        elif name not in declared:
            yield _undeclared(name, "message", pointer, declared)
    for written, name in _in_braces(text):
        if name in declared:
            yield Misplaced(
                pointer,
                "argument-in-braces",
                f"the message has {written!r}, which clients send as it is",
                f"write `UTCP_ARG_{name}_UTCP_ARG` instead",
            )


def _in_query(template: Mapping[str, Any], declared: Mapping[str, Any]) -> Iterator[Misplaced]:
    query = template.get("query", "")
    unused = dict.fromkeys(declared) if query and "$" not in query else {}
    for name in template.get("header_fields", ()):
        unused.pop(name, None)
    for written, name in dict.fromkeys((a, b or c) for a, b, c in _IN_QUERY.findall(query)):
        unused.pop(name, None)
        if name in declared:
            yield Misplaced(
                (TEMPLATE, "query"),
                "argument-in-braces",
                f"the query has {written!r}, which clients send as it is",
                "make it a POST over `http` whose input `body` has the properties `query`, a "
                f"`const` with a variable of GraphQL in this place, and `variables` with {name!r}",
            )
    for name in unused:
        yield Misplaced(
            ("inputs", "properties", name),
            "unused-argument",
            f"the query has no variable for the input {name!r}, so its value has no effect",
            "remove the input, or make it a POST over `http` whose input `body` has the properties "
            "`query`, a `const`, and `variables`",
            Severity.WARNING,
        )


def _undeclared(name: str, field: str, pointer: Pointer, declared: Mapping[str, Any]) -> Misplaced:
    return Misplaced(
        pointer,
        "undeclared-argument",
        f"the {field} has a placeholder for {name!r}, which is not one of its inputs",
        f"did you mean `{guess}`?"
        if (guess := nearest(name, declared))
        else "add it to `inputs.properties`, or remove the placeholder",
    )


def _misplaced_in_template(
    name: str, steps: Pointer, declared: Mapping[str, Any], in_url: frozenset[str]
) -> Iterator[Misplaced]:
    field = "body_field" if steps == ("url",) else steps[0]
    if name not in declared and _TEMPLATE_OF_BODY.search(name):
        yield Misplaced(
            (TEMPLATE, *steps),
            "undeclared-argument",
            f"`{field}` has a template, but clients read it as the name of an input",
            "make the whole body one input, and write only the name of that input here",
        )
    elif name not in declared:
        yield Misplaced(
            (TEMPLATE, *steps),
            "undeclared-argument",
            f"{name!r} in `{field}` is not an input of the tool, so clients send nothing for it",
            f"did you mean `{guess}`?"
            if (guess := nearest(name, [each for each in declared if each not in in_url]))
            else "add it to `inputs.properties`, or remove it here",
        )
    elif name in in_url:
        yield Misplaced(
            (TEMPLATE, *steps),
            "argument-placed-twice",
            f"the input {name!r} is both in the URL and in `{field}`: clients only use it for the "
            "latter, and cannot fill in the URL",
            f"use two inputs, or another name in `{field}`",
        )
