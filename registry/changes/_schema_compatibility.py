"""Judge which differences between two JSON Schemas break callers written for the first.

All keywords of a schema must hold, so each is compared by itself: it requires more, less, or
something else. If the meaning of a keyword depends on its neighbours, any difference counts as
something else, which errs on the side of `breaking`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from registry.changes._keyword_strictness import (
    BOUNDS,
    UNEVALUATED,
    Move,
    allowed,
    are_equal,
    bound_move,
    canonical_text,
    has_reference,
    have_same_demands,
    have_same_references,
    inlined,
    is_annotation,
    multiple_move,
    same,
    stripped,
    types,
)
from registry.changes._tool_difference import Kind, Side, ToolDifference, replaced, short_value
from registry.source.limits import MAX_NODES
from registry.source.narrowing import array, mapping, strings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes._keyword_strictness import Schema
    from registry.source import Json, Pointer

_MAX_DEPTH = 40
"""The depth at which the comparison of schemas that refer to themselves stops."""

_MAX_STEPS = MAX_NODES
"""The number of pairs after which it stops: definitions may meet each other in many ways."""

_NOTHING: Schema = {"not": {}}
"""The schema `false`: no value is valid."""

_TEXTS = ("title", "description")
_WALKED = frozenset(
    {"type", "enum", "const", "multipleOf", "required", "properties", "additionalProperties"}
    | {"items", "allOf", "anyOf", "default", "uniqueItems", "pattern", "format"}
    | BOUNDS.keys()
)
"""Keywords with their own comparison."""


def schema_differences(side: Side, old: Schema, new: Schema) -> Iterator[ToolDifference]:
    """Yield the differences between the schemas *old* and *new* of one *side*."""
    if not are_equal(old, new):
        yield from _Walk(side, old, new).compare(old, new, _Spot(side))


class _Spot:
    """A place inside the schemas: its name in sentences, and its pointer."""

    def __init__(self, side: Side, names: tuple[str, ...] = (), pointer: Pointer = ()) -> None:
        self._side = side
        self._names = names
        self.pointer = pointer or (f"{side.value}s",)
        self.depth = 0
        self.is_part = False

    def __str__(self) -> str:
        name = "".join(self._names).removeprefix(".")
        return f"the {self._side.value} {short_value(name)}" if name else f"the {self._side.value}"

    def property(self, name: str) -> _Spot:
        """Return the spot of the property *name*."""
        return self._inner(f".{name}", "properties", name)

    def others(self) -> _Spot:
        """Return the spot of all other properties."""
        return self._inner(".*", "additionalProperties")

    def within(self, keyword: str, number: int) -> _Spot:
        """Return the spot of a subschema for the same value."""
        spot = self._inner("", keyword, number)
        spot.is_part = keyword == "allOf"
        return spot

    def items(self) -> _Spot:
        """Return the spot of the items of an array."""
        return self._inner("[]", "items")

    def _inner(self, name: str, *steps: str | int) -> _Spot:
        spot = _Spot(self._side, (*self._names, name), self.pointer + steps)
        spot.depth = self.depth + 1
        return spot


class _Walk:
    """One comparison: the two whole schemas, and the pairs of references compared so far."""

    def __init__(self, side: Side, old: Schema, new: Schema) -> None:
        self._side = side
        self._old, self._new = old, new
        self._pairs: set[tuple[str, str]] = set()
        self._left = _MAX_STEPS
        self._has_same_references = have_same_references(old, new)
        self._has_same_demands = self._has_same_references or have_same_demands(old, new)

    def compare(self, old: Json, new: Json, spot: _Spot) -> Iterator[ToolDifference]:
        """Yield the differences between two schemas for the same value."""
        if are_equal(old, new) and not self._leads_elsewhere(old):
            return
        self._left -= 1
        is_too_far = spot.depth > _MAX_DEPTH or self._left < 0
        old, new = _as_mapping(old), _as_mapping(new)
        if _NOTHING in (old, new) and old != new:
            move, when = (Move.LESS, "now") if old == _NOTHING else (Move.MORE, "no longer")
            yield self._moved(move, f"{spot} is {when} accepted", spot)
            return
        if not isinstance(old, dict) or not isinstance(new, dict) or is_too_far:
            yield self._moved(Move.BOTH, f"{spot} is described differently", spot)
            return
        if "$ref" in old or "$ref" in new:
            pair = canonical_text(stripped(old)), canonical_text(stripped(new))
            if pair in self._pairs:
                return
            self._pairs.add(pair)
        old, new = inlined(old, self._old), inlined(new, self._new)
        yield from self._texts(old, new, spot)
        yield from self._types(old, new, spot)
        if types(old) and types(new) and types(old).isdisjoint(types(new)):
            return  # what else was said is about values that are all gone, or all new
        yield from self._values(old, new, spot)
        yield from self._bounds(old, new, spot)
        yield from self._properties(old, new, spot)
        yield from self._branches(old, new, spot)
        yield from self._defaults(old, new, spot)
        yield from self._other_keywords(old, new, spot)
        yield from self.compare(old.get("items", {}), new.get("items", {}), spot.items())

    def _leads_elsewhere(self, schema: Json) -> bool:
        """Return whether a reference in *schema* may have another target than before."""
        return not self._has_same_references and has_reference(schema)

    def _moved(
        self, move: Move, sentence: str, spot: _Spot, keyword: str | None = None
    ) -> ToolDifference:
        """Return a difference of the kind that *move* is for this side."""
        harmless = Move.LESS if self._side is Side.INPUT else Move.MORE
        kind = Kind.COMPATIBLE if move is harmless else Kind.BREAKING
        return ToolDifference(kind, sentence, (*spot.pointer, keyword) if keyword else spot.pointer)

    def _texts(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        for keyword in _TEXTS:
            if old.get(keyword) != new.get(keyword):
                sentence = f"the {keyword} of {spot} has changed"
                yield ToolDifference(Kind.COSMETIC, sentence, (*spot.pointer, keyword))

    def _types(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        lost, gained = types(old) - types(new), types(new) - types(old)
        if lost:
            names = " or ".join(sorted(lost))
            yield self._moved(Move.MORE, f"{spot} can no longer be {names}", spot, "type")
        if gained:
            names = " or ".join(sorted(gained))
            yield self._moved(Move.LESS, f"{spot} can now be {names}", spot, "type")

    def _values(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        was, now = allowed(old), allowed(new)
        if was == now:
            return
        if was is None:
            yield self._moved(Move.MORE, f"{spot} is now one of a few values", spot, "enum")
            return
        if now is None:
            yield self._opened(f"{spot} can now be any value", spot, "enum")
            return
        if gone := was - now:
            yield self._moved(
                Move.MORE, f"{spot} can no longer be {_or_others(gone)}", spot, "enum"
            )
        if come := now - was:
            sentence = f"{spot} can now be {_or_others(come)}"
            is_fixed = len(was - {"null"}) == 1
            move = self._opened if is_fixed else partial(self._moved, Move.LESS)
            yield move(sentence, spot, "enum")

    def _opened(self, sentence: str, spot: _Spot, keyword: str) -> ToolDifference:
        """Return that callers choose what they did not: of an input, it was a part of the call.

        So is a statement of GraphQL in each call, which decides what the call does.
        """
        found = self._moved(Move.LESS, sentence, spot, keyword)
        return replace(found, is_security=self._side is Side.INPUT)

    def _bounds(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        moves = {keyword: bound_move(keyword, old, new) for keyword in BOUNDS}
        moves["multipleOf"] = multiple_move(old.get("multipleOf"), new.get("multipleOf"))
        for keyword in ("pattern", "format", "uniqueItems"):
            before, after = old.get(keyword) or None, new.get(keyword) or None
            if before != after:
                moves[keyword] = (
                    Move.MORE if before is None else Move.LESS if after is None else Move.BOTH
                )
        for keyword, move in moves.items():
            if move is not None:
                sentence = replaced(f"`{keyword}` of {spot}", old.get(keyword), new.get(keyword))
                yield self._moved(move, sentence, spot, keyword)

    def _properties(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        before, after = mapping(old.get("properties")), mapping(new.get("properties"))
        required_before = {*strings(old.get("required"))}
        required_after = {*strings(new.get("required"))}
        newly_required = required_after - required_before
        no_longer_required = required_before - required_after
        for name in sorted(before.keys() & after.keys()):
            yield from self.compare(before[name], after[name], spot.property(name))
        for name in sorted(newly_required & before.keys() | newly_required - after.keys()):
            yield self._moved(Move.MORE, f"{spot.property(name)} is now required", spot)
        for name in sorted(no_longer_required & after.keys() | no_longer_required - before.keys()):
            yield self._moved(Move.LESS, f"{spot.property(name)} is now optional", spot)
        for name in sorted(before.keys() - after.keys()):
            yield from self._gone(
                before[name], new, spot.property(name), was_required=name in required_before
            )
        for name in sorted(after.keys() - before.keys()):
            yield from self._come(old, after[name], spot, name, is_required=name in required_after)
        closed = old.get("additionalProperties", True), new.get("additionalProperties", True)
        yield from self.compare(*closed, spot.others())

    def _gone(
        self, old: Json, new: Schema, spot: _Spot, *, was_required: bool
    ) -> Iterator[ToolDifference]:
        others = new.get("additionalProperties", True)
        is_accepted = others is not False and "patternProperties" not in new
        if self._side is Side.OUTPUT or was_required or not is_accepted:
            yield ToolDifference(Kind.BREAKING, f"{spot} was removed", spot.pointer)
            return
        yield ToolDifference(Kind.COMPATIBLE, f"{spot} was removed, and is ignored", spot.pointer)
        if isinstance(others, dict):
            yield from self.compare(old, others, spot)

    def _come(
        self, old: Schema, new: Json, parent: _Spot, name: str, *, is_required: bool
    ) -> Iterator[ToolDifference]:
        spot = parent.property(name)
        if self._side is Side.INPUT and is_required:
            yield ToolDifference(Kind.BREAKING, f"{spot} is new and required", spot.pointer)
            return
        others = old.get("additionalProperties", True)
        if "patternProperties" in old:
            yield self._moved(Move.BOTH, f"{spot} now has its own description", spot)
        elif parent.is_part or isinstance(others, dict):
            # It was described elsewhere, or together with all others, so it is not new.
            yield from self.compare(others, new, spot)
        else:
            yield ToolDifference(Kind.COMPATIBLE, f"{spot} is new", spot.pointer)

    def _branches(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        for keyword, more in (("allOf", Move.MORE), ("anyOf", Move.LESS)):
            before, after = array(old.get(keyword)), array(new.get(keyword))
            if keyword == "anyOf" and bool(before) != bool(after):
                move = Move.MORE if after else Move.LESS
                yield self._moved(move, f"the alternatives of {spot} have changed", spot, keyword)
                continue
            if not self._leads_elsewhere({keyword: [*before, *after]}):
                before, after = _unmatched(before, after), _unmatched(after, before)
            for number, (one, other) in enumerate(zip(before, after, strict=False)):
                yield from self.compare(one, other, spot.within(keyword, number))
            if len(before) != len(after):
                fewer = Move.LESS if more is Move.MORE else Move.MORE
                move = more if len(after) > len(before) else fewer
                what = "alternatives" if keyword == "anyOf" else "conditions"
                yield self._moved(move, f"the {what} of {spot} have changed", spot, keyword)

    def _defaults(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        before, after = old.get("default"), new.get("default")
        is_same = are_equal(before, after) and ("default" in old) == ("default" in new)
        if self._side is Side.INPUT and not is_same:
            yield ToolDifference(
                Kind.BREAKING,
                replaced(f"the default of {spot}", before, after),
                (*spot.pointer, "default"),
            )

    def _other_keywords(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[ToolDifference]:
        others = sorted(each for each in {*old, *new} - _WALKED if not is_annotation(each))
        for keyword in others:
            # These apply to what all their neighbours leave unevaluated.
            among = None if keyword in UNEVALUATED else keyword
            one, other = _only_keyword(old, among), _only_keyword(new, among)
            leads_elsewhere = not self._has_same_demands and has_reference(one)
            if not same(one, other) or leads_elsewhere:
                sentence = f"`{keyword}` of {spot} has changed"
                yield self._moved(Move.BOTH, sentence, spot, keyword)


def _only_keyword(schema: Schema, keyword: str | None) -> Schema:
    """Return only *keyword* of *schema*, {} if it is absent; the whole schema for None."""
    return schema if keyword is None else {keyword: schema[keyword]} if keyword in schema else {}


def _as_mapping(schema: Json) -> Json:
    if isinstance(schema, bool):
        return {} if schema else _NOTHING
    return schema


def _unmatched(these: list[Json], those: list[Json]) -> list[Json]:
    """Return the schemas among *these* that have no equal among *those*."""
    twins = {canonical_text(stripped(each)) for each in those}
    return [each for each in these if canonical_text(stripped(each)) not in twins]


def _or_others(values: frozenset[str]) -> str:
    first, *more = sorted(values)
    return f"{first} or {len(more)} others" if len(more) > 2 else " or ".join([first, *more])  # noqa: PLR2004
