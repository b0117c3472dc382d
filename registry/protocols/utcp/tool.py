"""Convert a tool of any UTCP dialect into the registry's `Tool`."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from registry.diagnostics import Diagnostic
from registry.model import Tool, Variable
from registry.protocols.utcp.call import TEMPLATE, call_obstacles, read_call
from registry.protocols.utcp.guessed_effect import guessed_effect
from registry.protocols.utcp.misplaced_arguments import misplaced
from registry.protocols.utcp.schemas import without_ignored
from registry.protocols.utcp.shapes import tool_dialect
from registry.protocols.utcp.upgrade import upgrade
from registry.protocols.utcp.variables import variables, with_braces
from registry.source import Origin
from registry.source.limits import MAX_PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.protocols import UnreadRelease
    from registry.protocols.utcp.upgrade import Upgraded
    from registry.source import Pointer

_FIELDS_OF_CALLS: dict[Pointer, Pointer] = {
    ("call",): (TEMPLATE,),
    ("call", "transport"): (TEMPLATE, "call_template_type"),
    ("call", "method"): (TEMPLATE, "http_method"),
    ("call", "options"): (TEMPLATE,),
    ("call", "auth", "kind"): (TEMPLATE, "auth", "auth_type"),
    ("call", "auth", "fields"): (TEMPLATE, "auth"),
}
"""By field of a call with another name in 1.x, its pointer there."""


def read_tool(
    draft: UnreadRelease, index: int, native: Mapping[str, Any]
) -> tuple[Tool, tuple[Diagnostic, ...]]:
    """Return the tool *native*, entry *index* of the document, and the problems of its call.

    It must be valid under the schema of its dialect.
    """
    upgraded = upgrade(native)
    origin = Origin(draft.document, ("tools", index))
    tool = _tool(draft, origin, native, upgraded)
    # Placeholders without an input were already reported where the author wrote them.
    template = {} if upgraded.problems else without_ignored(upgraded.tool[TEMPLATE])
    misplaced_names = islice(misplaced(template, tool.inputs), MAX_PROBLEMS) if template else ()
    problems = (
        *(
            Diagnostic(
                origin.at(*each.pointer).place, "undeclared-argument", each.message, each.hint
            )
            for each in upgraded.problems
        ),
        *(
            Diagnostic(
                origin.at(*upgraded.origin(each.pointer)).place,
                each.rule,
                each.message,
                each.hint,
                each.severity,
            )
            for each in misplaced_names
        ),
    )
    return tool, problems


def _tool(
    draft: UnreadRelease, origin: Origin, native: Mapping[str, Any], upgraded: Upgraded
) -> Tool:
    tool = upgraded.tool
    inputs = {"type": "object", "properties": {}, **tool.get("inputs", {})}
    template = tool[TEMPLATE]
    names = dict.fromkeys((*variables(with_braces(template)), *upgraded.variables))
    call = read_call(template, inputs, lambda each: origin.pointer + upgraded.origin(each))
    return Tool(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        name=tool["name"],
        protocol="utcp",
        dialect=tool_dialect(native) or draft.dialect,
        description=tool.get("description", ""),
        tags=tuple(tool.get("tags", ())),
        inputs=inputs,
        outputs=dict(tool.get("outputs", {})),
        call=call,
        native=native,
        origin=origin,
        origins=_origins(origin.pointer, upgraded),
        effect=guessed_effect(call),
        variables=tuple(map(Variable, names)),
        average_response_size=tool.get("average_response_size"),
        notices=upgraded.notices,
        obstacles=(*upgraded.obstacles, *call_obstacles(call)),
    )


def _origins(base: Pointer, upgraded: Upgraded) -> dict[Pointer, Pointer]:
    """Return, for fields with another name in the model, their pointers in the document."""
    origins = {pointer: base + old for pointer, old in upgraded.moved.items()}
    for pointer, old in upgraded.moved.items():
        template, *field = pointer
        if template == TEMPLATE and field:
            place = ("auth", "fields", *field[1:]) if field[0] == "auth" else ("options", *field)
            origins |= {("call", *field): base + old, ("call", *place): base + old}
    return origins | {
        named: base + upgraded.origin(pointer) for named, pointer in _FIELDS_OF_CALLS.items()
    }
