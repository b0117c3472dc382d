"""Compare a schema of a tool with the schema that a document has in its place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from registry.authoring.source_comparison import _required
from registry.authoring.source_comparison._choices_and_limits import compare_keywords
from registry.authoring.source_comparison._document_schema import NULL, step
from registry.authoring.source_comparison._facts import Verdict
from registry.authoring.source_comparison._mson import ANY_NUMBER
from registry.authoring.source_comparison._placed_schema import MAX_LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.authoring.source_comparison._document_schema import Node
    from registry.authoring.source_comparison._facts import Finding
    from registry.authoring.source_comparison._placed_schema import Side, Stated


def compare_schema(side: Side, stated: Stated, node: Node) -> Iterator[Finding]:
    """Yield a finding on everything that *stated* says of its values, and of those inside them."""
    yield from _type(side, stated, node)
    yield from compare_keywords(side, stated, node)
    yield from compare_inside(side, stated, node)


def compare_inside(
    side: Side,
    stated: Stated,
    node: Node,
    value: Callable[[Stated, Node], Iterator[Finding]] | None = None,
) -> Iterator[Finding]:
    """Yield findings on the properties and entries of *stated*.

    *value* compares that of a property, where it is not sent as it is.
    """
    compared = value or partial(compare_schema, side)
    if stated.level >= MAX_LEVELS:
        return
    for name, schema in stated.properties.items():
        inner = stated.inner(schema, f".{name}", "properties", name)
        theirs = node.inner(name) or _unnamed_properties(side, node)
        if theirs is None:
            yield inner.found("name", Verdict.NOT_FOUND, name, "nothing", node.pointer)
            continue
        yield inner.found("name", Verdict.RIGHT, name, name, theirs.pointer)
        yield from _need(side, stated, inner, name, node)
        if side.is_input:
            yield from compare_use(inner, theirs)
        yield from compared(inner, theirs)
    if side.is_input and stated.properties:
        yield from _left_out(stated, node)
    yield from _entries(side, stated, node)


def compare_use(stated: Stated, node: Node) -> Iterator[Finding]:
    """Yield a finding if *node* is deprecated, which *stated* should say."""
    documented = node.keyword("deprecated")
    if documented and documented[0] is True:
        is_said = "deprecated" in str(stated.schema).lower()
        verdict = Verdict.RIGHT if is_said else Verdict.WRONG
        yield stated.found("deprecation", verdict, "in use", "deprecated", documented[1])


def _left_out(stated: Stated, node: Node) -> Iterator[Finding]:
    """Yield what the document requires and the manual has no property for."""
    for name in sorted(node.required - set(stated.properties)):
        documented = node.inner(name)
        if documented and not documented.keyword("readOnly") and not documented.keyword("default"):
            yield _required.left_out(f"{stated.subject}.{name}", stated.steps, documented.pointer)


def _entries(side: Side, stated: Stated, node: Node) -> Iterator[Finding]:
    """Compare the entries of a list, and properties of any name."""
    items, others = stated.schema.get("items"), stated.schema.get("additionalProperties")
    if isinstance(items, dict) and items:
        inner = stated.inner(items, "[]", "items")
        if node.items is not None:
            yield from compare_schema(side, inner, node.items)
        elif not node.types or "array" in node.types:
            yield inner.found("type", Verdict.NOT_FOUND, "entries", "nothing", node.pointer)
    if isinstance(others, dict) and others and node.rest is not None:
        inner = stated.inner(others, ".*", "additionalProperties")
        yield from compare_schema(side, inner, node.rest)


def _unnamed_properties(side: Side, node: Node) -> Node | None:
    """Return what the document says of properties that it does not name."""
    return node.rest if not side.is_input else None


def _need(side: Side, stated: Stated, inner: Stated, name: str, node: Node) -> Iterator[Finding]:
    """Compare whether *stated* and *node* require their property *name*, which is *inner*."""
    is_needed, is_documented = _required.is_listed(stated.schema, name), name in node.required
    if side.is_input:
        found = node.inner(name)
        verdict = _required.of_input(inner, found, is_needed=is_needed, is_documented=is_documented)
    elif is_needed:
        verdict = _required.of_reply(node, is_documented=is_documented)
    else:
        return
    at = step(node.pointer, "required") if is_documented else node.pointer
    yield _required.compared(
        inner, verdict, is_needed=is_needed, is_documented=is_documented, at=at
    )


def _type(side: Side, stated: Stated, node: Node) -> Iterator[Finding]:
    ours = stated.types
    if not ours:
        return
    our_words = " or ".join(sorted(ours))
    theirs = node.types
    if "integer" in ours and _is_any_number(node):
        theirs = frozenset({"integer"} | theirs - {"number"})
    documented = " or ".join(sorted(theirs | ({NULL} if node.is_nullable else set()))) or "nothing"
    verdict = type_verdict(side, ours, theirs, is_nullable=node.is_nullable)
    at = node.keyword("type")
    yield stated.found("type", verdict, our_words, documented, at[1] if at else node.pointer)


def _is_any_number(node: Node) -> bool:
    """Return whether *node* is a number of which is not said whether it is whole."""
    return bool(node.keyword(ANY_NUMBER)) or any(map(_is_any_number, node.alternatives))


def type_verdict(
    side: Side, ours: frozenset[str], theirs: frozenset[str], *, is_nullable: bool
) -> Verdict:
    """Return the verdict on the types *ours* against *theirs*, of which null is none."""
    if not theirs:
        return Verdict.NOT_FOUND
    plain = ours - {NULL}
    wide = plain | ({"integer"} if "number" in plain else set())
    if side.is_input:
        allowed = theirs | ({"integer"} if "number" in theirs else set())
        if not plain <= allowed or (NULL in ours and not is_nullable):
            return Verdict.WRONG
        return Verdict.RIGHT if theirs <= wide else Verdict.STRICTER
    if not theirs <= wide or (is_nullable and NULL not in ours):
        return Verdict.WRONG
    if NULL in ours and not is_nullable:
        return Verdict.NOT_FOUND
    return Verdict.RIGHT
