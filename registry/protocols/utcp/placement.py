"""Find arguments that a call loses: those that are no inputs, and those put in two places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from registry.model import PLACEHOLDER
from registry.protocols.utcp.call import TEMPLATE, body_field

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Pointer


_ARGUMENT = re.compile(r"UTCP_ARG_(.+?)_UTCP_END")


@dataclass(frozen=True, slots=True)
class Misplaced:
    """An argument that gets lost: where the tool's 1.x form says so, the rule, and the words."""

    pointer: Pointer
    rule: str
    message: str
    hint: str


def misplaced(template: Mapping[str, Any], inputs: Mapping[str, Any]) -> Iterator[Misplaced]:
    """Yield what is wrong with the names of arguments in the fields of *template*.

    Clients skip a name that is no input, and take an argument out of the others before they fill
    in the URL, so that one which is wanted in both places is missing in the URL.
    """
    known = inputs["properties"]
    yield from _in_commands(template, known)
    in_url = PLACEHOLDER.findall(template.get("url", ""))
    for index, name in enumerate(template.get("header_fields", ())):
        yield from _named(name, ("header_fields", index), known, in_url)
    body = body_field(template)
    # Clients write their own default, `body`, into every document that they save.
    if body and (body in known or body != "body"):
        stated = "body_field" in template
        yield from _named(body, ("body_field",) if stated else ("url",), known, in_url)


def _in_commands(template: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Misplaced]:
    for index, entry in enumerate(template.get("commands", ())):
        for name in dict.fromkeys(_ARGUMENT.findall(entry["command"])):
            if name not in known:
                yield Misplaced(
                    (TEMPLATE, "commands", index, "command"),
                    "undeclared-argument",
                    f"the command has a place for {name!r}, which is none of the tool's inputs",
                    "add it to `inputs.properties`, or remove its place",
                )


def _named(
    name: str, steps: Pointer, known: Mapping[str, Any], in_url: list[str]
) -> Iterator[Misplaced]:
    field = "body_field" if steps == ("url",) else steps[0]
    if name not in known:
        yield Misplaced(
            (TEMPLATE, *steps),
            "undeclared-argument",
            f"{name!r} in `{field}` is none of the tool's inputs, so clients send nothing for it",
            "add it to `inputs.properties`, or remove it here",
        )
    elif name in in_url:
        yield Misplaced(
            (TEMPLATE, *steps),
            "argument-placed-twice",
            f"the input {name!r} fills the URL and stands in `{field}`: clients take it for the "
            "latter, and cannot fill the URL",
            f"use two inputs, or write another name to `{field}`",
        )
