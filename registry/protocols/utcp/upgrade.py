"""Rewrite a tool of the RFC's shape or of UTCP 0.x in the shape of 1.x, and say what changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from registry.protocols.utcp.shapes import CALL_KEYS, TYPE_KEYS, tool_dialect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Pointer


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A tool in the shape of 1.x.

    Attributes:
        tool: its definition.
        moved: by the pointer of a field in *tool*, its pointer in what the author wrote.
        notices: sentences on what changed or could not be carried over.
        obstacles: sentences on why no UTCP client can call it.
    """

    tool: Mapping[str, Any]
    moved: Mapping[Pointer, Pointer] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()

    def origin(self, pointer: Pointer) -> Pointer:
        """Return where the author wrote what stands at *pointer* of *tool*."""
        for length in range(len(pointer), 0, -1):
            found = self.moved.get(pointer[:length])
            if found is not None:
                return found + pointer[length:]
        return pointer


def upgrade(tool: Mapping[str, Any]) -> Upgraded:
    """Return *tool*, valid under the schema of its own shape, in the shape of 1.x."""
    dialect = tool_dialect(tool) or "1.x"
    key = CALL_KEYS[dialect]
    if dialect == "1.x":
        return Upgraded(tool)
    call = dict(tool[key])
    template = {"call_template_type": call.pop(TYPE_KEYS[dialect]), **call}
    others = {name: value for name, value in tool.items() if name != key}
    return Upgraded(
        {**others, "tool_call_template": template},
        {
            ("tool_call_template",): (key,),
            ("tool_call_template", "call_template_type"): (key, TYPE_KEYS[dialect]),
        },
    )
