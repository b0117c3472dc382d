"""Tell which tools only have another name: those that still make a call of their own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Tool

BY_NAME = "mcp"
"""The transport whose calls say which tool only by its name: another name is another call."""

_BEFORE_AND_AFTER = 2
"""The number of tools with a call that only one tool of each release makes."""


def renamed(old: Mapping[str, Tool], new: Mapping[str, Tool]) -> dict[str, str]:
    """Return the new name of each tool of *old* that *new* has under another one.

    Where several tools make the same call, nothing says which of them is which.
    """
    calls = Counter(address_of(tool) for tools in (old, new) for tool in tools.values())
    came = {address_of(tool): name for name, tool in new.items() if name not in old}
    return {
        name: other
        for name, tool in old.items()
        if name not in new
        and tool.call.transport != BY_NAME
        and calls[address_of(tool)] == _BEFORE_AND_AFTER
        and (other := came.get(address_of(tool)))
        and _is_same(tool, new[other])
    }


def address_of(tool: Tool) -> tuple[str, ...]:
    """Return what says where a call goes, and what it asks for there."""
    call = tool.call
    constants = (sorted(call.options.items()), sorted(call.headers.items()), call.envelope)
    return call.method, call.url, *map(repr, constants)


def _is_same(old: Tool, new: Tool) -> bool:
    """Return whether two tools with the same call take and return the same, too."""
    return old.inputs == new.inputs and old.outputs == new.outputs and old.effect == new.effect
