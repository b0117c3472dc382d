"""What changes between two JSON Schemas for those who write to the first and read the second.

A schema is a list of demands that all count, so each keyword is compared by itself: it asks for
more, for less, or for something else. Where what a keyword means depends on its neighbours, any
difference counts as something else; that errs on the side of `breaking`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.changes._difference import Difference, Kind, Side, shown
from registry.changes._keywords import (
    BOUNDS,
    NO_DEMAND,
    UNEVALUATED,
    Move,
    allowed,
    as_text,
    bound_move,
    has_reference,
    have_same_references,
    inlined,
    is_annotation,
    multiple_move,
    same,
    stripped,
    types,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes._keywords import Schema
    from registry.source import Json, Pointer

_MAX_DEPTH = 40
"""Levels below which two schemas that refer to themselves are compared no further."""

_NOTHING: Schema = {"not": {}}
"""What `false` means as a schema: no value is right."""

_TEXTS = ("title", "description")
_WALKED = frozenset(
    {"type", "enum", "const", "multipleOf", "required", "properties", "additionalProperties"}
    | {"items", "allOf", "anyOf", "default", "uniqueItems", "pattern", "format"}
    | BOUNDS.keys()
)
"""Keywords that have a comparison of their own."""


def schema_differences(side: Side, old: Schema, new: Schema) -> Iterator[Difference]:
    """Yield what is different between the schemas *old* and *new* of what is sent or returned."""
    if as_text(old) != as_text(new):
        yield from _Walk(side, old, new).compare(old, new, _Spot(side))


class _Spot:
    """A place inside the schemas: how sentences name it, and where it stands."""

    def __init__(self, side: Side, names: tuple[str, ...] = (), pointer: Pointer = ()) -> None:
        self._side = side
        self._names = names
        self.pointer = pointer or (f"{side.value}s",)
        self.depth = 0
        self.is_part = False

    def __str__(self) -> str:
        name = "".join(self._names).removeprefix(".")
        return f"the {self._side.value} {shown(name)}" if name else f"the {self._side.value}"

    def property(self, name: str) -> _Spot:
        """Return the spot of the property *name*."""
        return self._inner(f".{name}", "properties", name)

    def others(self) -> _Spot:
        """Return the spot of all properties that are not described."""
        return self._inner(".*", "additionalProperties")

    def within(self, keyword: str, number: int) -> _Spot:
        """Return the spot of a schema that speaks of the same value."""
        spot = self._inner("", keyword, number)
        spot.is_part = keyword == "allOf"
        return spot

    def items(self) -> _Spot:
        """Return the spot of the items of a list."""
        return self._inner("[]", "items")

    def _inner(self, name: str, *steps: str | int) -> _Spot:
        spot = _Spot(self._side, (*self._names, name), self.pointer + steps)
        spot.depth = self.depth + 1
        return spot


class _Walk:
    """One comparison: the two whole schemas, and the references that are being compared."""

    def __init__(self, side: Side, old: Schema, new: Schema) -> None:
        self._side = side
        self._old, self._new = old, new
        self._pairs: set[tuple[str, str]] = set()
        self._has_same_references = have_same_references(old, new)

    def compare(self, old: Json, new: Json, spot: _Spot) -> Iterator[Difference]:
        """Yield the differences between two schemas for the same value."""
        if as_text(old) == as_text(new) and not self._leads_elsewhere(old):
            return
        old, new = _as_mapping(old), _as_mapping(new)
        if _NOTHING in (old, new) and old != new:
            move, when = (Move.LESS, "now") if old == _NOTHING else (Move.MORE, "no more")
            yield self._moved(move, f"{spot} is accepted {when}", spot)
            return
        if not isinstance(old, dict) or not isinstance(new, dict) or spot.depth > _MAX_DEPTH:
            yield self._moved(Move.BOTH, f"{spot} is described differently", spot)
            return
        if "$ref" in old or "$ref" in new:
            pair = as_text(stripped(old)), as_text(stripped(new))
            if pair in self._pairs:
                return
            self._pairs.add(pair)
        old, new = inlined(old, self._old), inlined(new, self._new)
        yield from self._texts(old, new, spot)
        yield from self._values(old, new, spot)
        yield from self._bounds(old, new, spot)
        yield from self._properties(old, new, spot)
        yield from self._branches(old, new, spot)
        yield from self._defaults(old, new, spot)
        yield from self._other_keywords(old, new, spot)
        yield from self.compare(old.get("items", {}), new.get("items", {}), spot.items())

    def _leads_elsewhere(self, schema: Json) -> bool:
        """Tell whether a reference in *schema* may lead to another thing than before."""
        return not self._has_same_references and has_reference(schema)

    def _moved(
        self, move: Move, sentence: str, spot: _Spot, keyword: str | None = None
    ) -> Difference:
        """Return a difference as grave as *move* is for this side."""
        harmless = Move.LESS if self._side is Side.INPUT else Move.MORE
        kind = Kind.COMPATIBLE if move is harmless else Kind.BREAKING
        return Difference(kind, sentence, (*spot.pointer, keyword) if keyword else spot.pointer)

    def _texts(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[Difference]:
        for keyword in _TEXTS:
            if old.get(keyword) != new.get(keyword):
                sentence = f"the {keyword} of {spot} has changed"
                yield Difference(Kind.COSMETIC, sentence, (*spot.pointer, keyword))

    def _values(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[Difference]:
        lost, gained = types(old) - types(new), types(new) - types(old)
        if lost:
            names = " or ".join(sorted(lost))
            yield self._moved(Move.MORE, f"{spot} can be {names} no more", spot, "type")
        if gained:
            names = " or ".join(sorted(gained))
            yield self._moved(Move.LESS, f"{spot} can be {names} now", spot, "type")
        was, now = allowed(old), allowed(new)
        if was == now:
            return
        if was is None or now is None:
            move = Move.MORE if was is None else Move.LESS
            sentence = "is one of a few values now" if was is None else "can be any value now"
            yield self._moved(move, f"{spot} {sentence}", spot, "enum")
            return
        if gone := was - now:
            yield self._moved(Move.MORE, f"{spot} can be {_listed(gone)} no more", spot, "enum")
        if come := now - was:
            yield self._moved(Move.LESS, f"{spot} can be {_listed(come)} now", spot, "enum")

    def _bounds(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[Difference]:
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
                was, now = _or_none(old.get(keyword)), _or_none(new.get(keyword))
                sentence = f"`{keyword}` of {spot} is {now} instead of {was}"
                yield self._moved(move, sentence, spot, keyword)

    def _properties(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[Difference]:
        before, after = _mapping(old.get("properties")), _mapping(new.get("properties"))
        was, now = _names(old.get("required")), _names(new.get("required"))
        for name in sorted(before.keys() & after.keys()):
            yield from self.compare(before[name], after[name], spot.property(name))
        for name in sorted((now - was) & before.keys() | (now - was) - after.keys()):
            yield self._moved(Move.MORE, f"{spot.property(name)} is required now", spot)
        for name in sorted((was - now) & after.keys() | (was - now) - before.keys()):
            yield self._moved(Move.LESS, f"{spot.property(name)} is optional now", spot)
        for name in sorted(before.keys() - after.keys()):
            yield from self._gone(before[name], new, spot.property(name), was_required=name in was)
        for name in sorted(after.keys() - before.keys()):
            yield from self._come(old, after[name], spot, name, is_required=name in now)
        closed = old.get("additionalProperties", True), new.get("additionalProperties", True)
        yield from self.compare(*closed, spot.others())

    def _gone(
        self, old: Json, new: Schema, spot: _Spot, *, was_required: bool
    ) -> Iterator[Difference]:
        rest = new.get("additionalProperties", True)
        is_accepted = rest is not False and "patternProperties" not in new
        if self._side is Side.OUTPUT or was_required or not is_accepted:
            yield Difference(Kind.BREAKING, f"{spot} is gone", spot.pointer)
            return
        yield Difference(Kind.COMPATIBLE, f"{spot} is gone, and ignored", spot.pointer)
        if isinstance(rest, dict):
            yield from self.compare(old, rest, spot)

    def _come(
        self, old: Schema, new: Json, parent: _Spot, name: str, *, is_required: bool
    ) -> Iterator[Difference]:
        spot = parent.property(name)
        if self._side is Side.INPUT and is_required:
            yield Difference(Kind.BREAKING, f"{spot} is new and required", spot.pointer)
            return
        rest = old.get("additionalProperties", True)
        if "patternProperties" in old:
            yield self._moved(Move.BOTH, f"{spot} has a description of its own now", spot)
        elif parent.is_part or isinstance(rest, dict):
            # It was described elsewhere, or together with all others, so it is no new one.
            yield from self.compare(rest, new, spot)
        else:
            yield Difference(Kind.COMPATIBLE, f"{spot} is new", spot.pointer)

    def _branches(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[Difference]:
        for keyword, more in (("allOf", Move.MORE), ("anyOf", Move.LESS)):
            before, after = _list(old.get(keyword)), _list(new.get(keyword))
            if keyword == "anyOf" and bool(before) != bool(after):
                move = Move.MORE if after else Move.LESS
                yield self._moved(move, f"the alternatives of {spot} have changed", spot, keyword)
                continue
            if not self._leads_elsewhere([*before, *after]):
                before, after = _unmatched(before, after), _unmatched(after, before)
            for number, (one, other) in enumerate(zip(before, after, strict=False)):
                yield from self.compare(one, other, spot.within(keyword, number))
            if len(before) != len(after):
                fewer = Move.LESS if more is Move.MORE else Move.MORE
                move = more if len(after) > len(before) else fewer
                what = "alternatives" if keyword == "anyOf" else "conditions"
                yield self._moved(move, f"the {what} of {spot} have changed", spot, keyword)

    def _defaults(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[Difference]:
        was, now = old.get("default"), new.get("default")
        is_same = as_text(was) == as_text(now) and ("default" in old) == ("default" in new)
        if self._side is Side.INPUT and not is_same:
            yield Difference(
                Kind.BREAKING,
                f"the default of {spot} is {_or_none(now)} instead of {_or_none(was)}",
                (*spot.pointer, "default"),
            )

    def _other_keywords(self, old: Schema, new: Schema, spot: _Spot) -> Iterator[Difference]:
        others = sorted(each for each in {*old, *new} - _WALKED if not is_annotation(each))
        for keyword in others:
            before, after = old.get(keyword, NO_DEMAND), new.get(keyword, NO_DEMAND)
            # These mean what all their neighbours leave over.
            one, other = (old, new) if keyword in UNEVALUATED else (before, after)
            if not same(one, other) or self._leads_elsewhere(one):
                sentence = f"`{keyword}` of {spot} has changed"
                yield self._moved(Move.BOTH, sentence, spot, keyword)


def _as_mapping(schema: Json) -> Json:
    if isinstance(schema, bool):
        return {} if schema else _NOTHING
    return schema


def _mapping(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _names(value: Json) -> frozenset[str]:
    return frozenset(each for each in _list(value) if isinstance(each, str))


def _unmatched(these: list[Json], those: list[Json]) -> list[Json]:
    """Return the schemas among *these* that have no twin among *those*."""
    twins = [stripped(each) for each in those]
    return [each for each in these if stripped(each) not in twins]


def _listed(values: frozenset[str]) -> str:
    first, *more = sorted(values)
    return f"{first} or {len(more)} others" if len(more) > 2 else " or ".join([first, *more])  # noqa: PLR2004


def _or_none(value: Json) -> str:
    return "none" if value is None else shown(value)
