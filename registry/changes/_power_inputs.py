"""Inputs by which a harmless call does more: it is forced, not checked, or answered elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.model import Effect
from registry.source.narrowing import mapping
from registry.validate.vocabulary import walk

if TYPE_CHECKING:
    from registry.model import Tool

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\W_]+")

_POWER = re.compile(
    r"(?:.*_)?(?:bypass|callback|cascade|force|hard_delete|overwrite|override|purge|unsafe|webhook)"
    r"(?:_(?:address|delete|merge|push|replace|to|update|uri|url|write))?"
    r"|as_root|sudo"
    r"|(?:disable|ignore|no|skip|without)_(?:approval|checks?|confirm(?:ation)?|safety|validation"
    r"|verification)"
)
"""The name of such an input, in lower case with `_` between its words."""


def power_inputs(tool: Tool) -> frozenset[str]:
    """Return the names of such inputs of *tool*, however deep.

    There are none where users are asked before each call.
    """
    if tool.effect is Effect.DESTRUCTIVE:
        return frozenset()
    names = {name for _, schema in walk(tool.inputs) for name in mapping(schema.get("properties"))}
    return frozenset(each for each in names if _POWER.fullmatch(_HUMP.sub("_", each).lower()))
