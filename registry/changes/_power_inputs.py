"""Inputs by which a harmless call does more: it is forced, not checked, or answered elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.model import Effect
from registry.model.derived import derived
from registry.model.naming import in_snake_case
from registry.source.narrowing import mapping
from registry.validate.vocabulary import walk

if TYPE_CHECKING:
    from registry.model import Tool

_POWER = re.compile(
    r"(?:.*_)?(?:bypass|callback|cascade|clear|delete|destroy|erase|force|impersonate|insecure"
    r"|overrid(?:e|ing)|overwrite|purge|remove|revoke|sudo|truncate|unsafe|webhook|wipe)(?:_.*)?"
    r"|(?:act|execute|run)_as(?:_.*)?|as_(?:admin|root|user)|is_admin|on_behalf_of|make_public"
    r"|auto_(?:approve|confirm)|eval|exec|(?:raw_)?sql|shell(?:_command)?"
    r"|(?:disable|ignore|no|skip|without)_(?:approval|checks?|confirm(?:ation)?|safety|validation"
    r"|verification)|verify_(?:certificates?|ssl|tls)"
    r"|(?:.*_)?(?:delivery|destination|export|forward|hook|notif(?:y|ication)|redirect|return"
    r"|target|upload)_(?:address|endpoint|to|ur[il])s?"
)
"""The name of such an input, in lower case with `_` between its words.

Of 1,053 tools of real APIs that are not destructive, nine have such an input.
"""


@derived
def power_inputs(tool: Tool) -> frozenset[str]:
    """Return the names of such inputs of *tool*, however deep.

    There are none where users are asked before each call.
    """
    if tool.effect is Effect.DESTRUCTIVE:
        return frozenset()
    names = {name for _, schema in walk(tool.inputs) for name in mapping(schema.get("properties"))}
    return frozenset(each for each in names if _POWER.fullmatch(in_snake_case(each)))
