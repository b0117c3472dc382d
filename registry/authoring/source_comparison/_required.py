"""Compare whether an input is required, or a field always returned, on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.source_comparison._facts import Finding, Verdict
from registry.source.narrowing import array

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.authoring.source_comparison._document_schema import Node
    from registry.authoring.source_comparison._placed_schema import Stated
    from registry.source import Json, Pointer

_WORDS = {True: "required", False: "optional"}


def is_listed(schema: Mapping[str, Json], name: str | int) -> bool:
    """Return whether the *schema* of the manual requires its property *name*."""
    return name in array(schema.get("required"))


def compared(
    stated: Stated, verdict: Verdict, *, is_needed: bool, is_documented: bool, at: str
) -> Finding:
    """Return the finding on *stated*: whether it is required here, and in the document."""
    return stated.found("required", verdict, _WORDS[is_needed], _WORDS[is_documented], at)


def left_out(subject: str, steps: Pointer, pointer: str) -> Finding:
    """Return the finding on what the document requires, and no call sends."""
    return Finding(subject, "required", Verdict.WRONG, "nothing", "required", steps, pointer)


def of_input(stated: Stated, node: Node | None, *, is_needed: bool, is_documented: bool) -> Verdict:
    """Return the verdict on whether an input must be given.

    What the document requires may be left out where it has a default.
    """
    if is_needed == is_documented:
        return Verdict.RIGHT
    if is_needed:
        return Verdict.STRICTER
    has_default = "default" in stated.schema or (node is not None and node.keyword("default"))
    return Verdict.RIGHT if has_default else Verdict.WRONG


def of_reply(node: Node, *, is_documented: bool) -> Verdict:
    """Return the verdict on a field that the manual says always comes; *node* has it."""
    if is_documented:
        return Verdict.RIGHT
    return Verdict.WRONG if node.states_required else Verdict.NOT_FOUND
