"""Guess what a call does where its author does not say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Effect

if TYPE_CHECKING:
    from registry.model import Call


def guessed_effect(call: Call) -> Effect:
    """Return the probable effect of a call, based on its method."""
    if call.transport == "graphql":
        is_mutation = call.options.get("operation_type") == "mutation"
        return Effect.WRITE if is_mutation else Effect.READ
    if call.transport in ("text", "file"):
        return Effect.READ
    return Effect.of_method(call.method)
