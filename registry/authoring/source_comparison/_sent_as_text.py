"""Inputs that are sent as a string: in a path, a query, a header or a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.source_comparison import _required
from registry.authoring.source_comparison._choices_and_limits import compare_keywords
from registry.authoring.source_comparison._document_schema import step
from registry.authoring.source_comparison._facts import Verdict
from registry.authoring.source_comparison._placed_schema import INPUT
from registry.authoring.source_comparison._schema import compare_schema, compare_use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.source_comparison._document_schema import Node
    from registry.authoring.source_comparison._facts import Finding
    from registry.authoring.source_comparison._parameters import Parameter
    from registry.authoring.source_comparison._placed_schema import Stated
    from registry.source import Json


def compare_parameter(stated: Stated, found: Parameter, *, is_needed: bool) -> Iterator[Finding]:
    """Compare an input with the parameter of its name: whether it is required, and its values."""
    is_documented, at = found.is_required, step(found.pointer, "required")
    verdict = _required.of_input(
        stated, found.node, is_needed=is_needed, is_documented=is_documented
    )
    yield _required.compared(
        stated, verdict, is_needed=is_needed, is_documented=is_documented, at=at
    )
    yield from compare_use(stated, found.node)
    yield from compare_sent_text(stated, found.node, is_exploded=found.is_exploded)


def compare_field(stated: Stated, node: Node) -> Iterator[Finding]:
    """Compare a field of a form."""
    return compare_sent_text(stated, node, is_exploded=True)


def compare_sent_text(stated: Stated, node: Node, *, is_exploded: bool) -> Iterator[Finding]:
    """Compare an input that is sent as a string, as everything outside of a JSON body is."""
    ours, theirs = stated.types, node.types
    if "array" in theirs and "array" not in ours:
        yield from _one_for_many(stated, node, is_exploded=is_exploded)
        return
    if ours <= {"string"} and theirs == {"boolean"} and _is_truth(stated.schema.get("enum")):
        yield stated.found("type", Verdict.RIGHT, "true or false", "boolean", node.pointer)
        return
    if "array" in ours and "array" in theirs and not is_exploded:
        documented = "one string with separators"
        yield stated.found("type", Verdict.WRONG, "several values", documented, node.pointer)
        return
    if ours == {"string"} and theirs and theirs <= {"integer", "number"}:
        is_narrow = "pattern" in stated.schema or "enum" in stated.schema
        verdict = Verdict.RIGHT if is_narrow else Verdict.WRONG
        documented = " or ".join(sorted(theirs))
        yield stated.found("type", verdict, "string", documented, node.pointer)
        yield from compare_keywords(INPUT, stated, node)
        return
    yield from compare_schema(INPUT, stated, node)


def _is_truth(values: Json) -> bool:
    return isinstance(values, list) and bool(values) and {*map(str, values)} <= {"true", "false"}


def _one_for_many(stated: Stated, node: Node, *, is_exploded: bool) -> Iterator[Finding]:
    """Compare one value, or several in one string, with a list."""
    if not stated.types:
        return
    # A string may hold several values with commas between them; anything else is one of them.
    is_text = "string" in stated.types and not is_exploded
    verdict = Verdict.RIGHT if is_text else Verdict.STRICTER
    said = " or ".join(sorted(stated.types))
    yield stated.found("type", verdict, said, "array", node.pointer)
    if node.items is not None and "pattern" not in stated.schema:
        yield from compare_keywords(INPUT, stated, node.items)
