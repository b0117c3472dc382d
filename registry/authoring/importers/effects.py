"""Draft the effects of tools from their HTTP methods, and from names that say otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.model import Effect
from registry.rules.removal_as_write import REMOVES
from registry.rules.understated_effect import CHANGES, told_to_change
from registry.source.narrowing import string

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from registry.source import Json

_ASKS = re.compile(r"(?i:count|find|list|search)(?![a-z])(?!.*(?:[_-](?i:and|or)|And|Or)(?![a-z]))")
"""How names of tools begin that only ask, and not names such as `find_or_create`.

Each POST in the catalogue that begins with one of these words reads.
"""


def drafted_effects(tools: Sequence[tuple[Mapping[str, Json], str]]) -> dict[str, Json]:
    """Return the key `effects` of `x-registry` for *tools*, each with its HTTP method, or nothing.

    A tool that is not called over HTTP has the method "", and no effect.
    """
    effects: dict[str, Json] = {
        string(tool.get("name")): _effect(tool, method).value for tool, method in tools if method
    }
    kinds = set(map(str, effects.values()))
    if len(effects) == len(tools) and len(kinds) == 1:
        return {"effects": kinds.pop()}
    return {"effects": effects} if effects else {}


def _effect(tool: Mapping[str, Json], method: str) -> Effect:
    """Return the effect that *method* has, unless the check would object to it."""
    name, description = string(tool.get("name")), string(tool.get("description"))
    effect = Effect.of_method(method)
    if REMOVES.said_in(name, description):
        return Effect.DESTRUCTIVE
    is_changing = CHANGES.said_in(name, description) or told_to_change(method, description)
    if effect is Effect.READ and is_changing:
        return Effect.WRITE
    return Effect.READ if method == "POST" and _ASKS.match(name) else effect
