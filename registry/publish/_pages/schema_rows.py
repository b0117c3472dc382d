"""Turn a JSON Schema into the rows of a table that people can read."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from registry.publish._pages.schema_words import WITH_ROWS, Object, constraint_phrases, type_words
from registry.source import Json, references
from registry.source.narrowing import array, mapping, mappings, string

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH = 8
"""Levels of nesting that are shown; what is deeper is in the raw schema."""

MAX_ROWS = 400
"""Rows that are shown of one schema."""

MAX_STEPS = 4_000
"""Schemas that are looked into for one table, so that crafted references cost little."""

MAX_EXAMPLES = 3

_FLAGS = ("deprecated", "readOnly", "writeOnly")
_ID = re.compile(r"[^A-Za-z0-9._-]+")


class Row(NamedTuple):
    """One field of a schema, or one alternative that a field may be.

    Attributes:
        depth: levels below the schema itself, from 0.
        anchor: the id of the row, for deep links.
        name: of the field; for an alternative, its title.
        kind: `field`, `pattern`, `any`, `item` or `option`; `again` refers to the row further up
            that has the same fields, and `more` says that rows were left out.
        type: in words, such as `array of object`.
        limits: in words, such as `1 to 100`.
        pattern: the regular expression that a string must match, or "".
        marks: `required`, `deprecated`, `readOnly`, `writeOnly`.
        default, choices, examples: values to be shown; a single choice is a constant.
    """

    depth: int
    anchor: str
    name: str
    kind: str = "field"
    type: str = ""
    description: str = ""
    limits: tuple[str, ...] = ()
    pattern: str = ""
    marks: tuple[str, ...] = ()
    default: tuple[Json, ...] = ()
    choices: tuple[Json, ...] = ()
    examples: tuple[Json, ...] = ()


class _Spot(NamedTuple):
    """The position of the walk in a schema; *seen* holds the references followed on the way."""

    path: str
    depth: int = 0
    seen: tuple[str, ...] = ()

    def at(self, step: str, *, deeper: bool = False) -> _Spot:
        """Return the spot one *step* on; *deeper* is that of what is inside the field here."""
        return _Spot(f"{self.path}{step}", self.depth + deeper, self.seen)


def rows(schema: Object, prefix: str) -> tuple[Row, ...]:
    """Return the rows of *schema*, whose anchors start with *prefix* and are all different.

    References are followed inside *schema* only, each at most once on the way down.
    """
    first_rows = tuple(islice(_Walk(schema).fields(schema, _Spot(f"{prefix}-")), MAX_ROWS + 1))
    if len(first_rows) <= MAX_ROWS:
        return first_rows
    return (*first_rows[:MAX_ROWS], Row(0, f"{prefix}-more", "", "more"))


class _Walk:
    """A walk through a schema, row by row."""

    def __init__(self, root: Object) -> None:
        self._root = root
        self._steps = 0
        self._anchors: Counter[str] = Counter()

    def fields(self, schema: Object, spot: _Spot) -> Iterator[Row]:
        """Yield the rows of everything inside *schema*, which has a row itself or is the root."""
        self._steps += 1
        if spot.depth > MAX_DEPTH or self._steps > MAX_STEPS:
            yield Row(spot.depth, "", "", "more")
            return
        schema, spot, again = self._followed(schema, spot)
        if again:
            yield Row(spot.depth, "", again, "again")
            return
        yield from self._properties(schema, spot)
        yield from self._items(schema, spot)
        yield from self._options(schema, spot)

    def _properties(self, schema: Object, spot: _Spot) -> Iterator[Row]:
        needed = array(schema.get("required"))
        for name, field in mapping(schema.get("properties")).items():
            marks = ("required",) if name in needed else ()
            yield from self._row(name, field, spot.at(name), marks=marks)
        for pattern, field in mapping(schema.get("patternProperties")).items():
            yield from self._row(pattern, field, spot.at(pattern), "pattern")
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and more:
            name = "any other name" if schema.get("properties") else "any name"
            yield from self._row(name, more, spot.at("any"), "any")

    def _items(self, schema: Object, spot: _Spot) -> Iterator[Row]:
        """Yield the fields of a list's items; what has none is said by the type of the list."""
        items = schema.get("items")
        if isinstance(items, dict):
            inner = dereferenced(self._root, items)
            if _has_fields(inner):
                yield from self.fields(items, spot)
            elif constraint_phrases(inner) or _choices(inner):
                yield from self._row("each item", items, spot.at("item"), "item")
        for number, item in enumerate(array(schema.get("prefixItems")), start=1):
            yield from self._row(f"item {number}", item, spot.at(str(number)), "item")

    def _options(self, schema: Object, spot: _Spot) -> Iterator[Row]:
        for key in ("oneOf", "anyOf"):
            members = mappings(schema.get(key))
            resolved = [(each, dereferenced(self._root, each)) for each in members]
            not_null = [pair for pair in resolved if pair[1].get("type") != "null"]
            if len(not_null) == 1:
                yield from self.fields(not_null[0][0], spot)
            elif any(_has_fields(inner) for _, inner in not_null):
                for number, (member, inner) in enumerate(not_null, start=1):
                    title = inner.get("title")
                    name = title if isinstance(title, str) else f"option {number}"
                    yield from self._row(name, member, spot.at(f"{key}{number}"), "option")
        for each in array(schema.get("allOf")):
            if isinstance(each, dict):
                yield from self.fields(each, spot)

    def _row(
        self, name: str, field: Json, spot: _Spot, kind: str = "field", marks: tuple[str, ...] = ()
    ) -> Iterator[Row]:
        """Yield the row of *field*, and those of everything inside it."""
        stated = mapping(field)
        schema = dereferenced(self._root, stated)
        yield Row(
            depth=spot.depth,
            anchor=self._anchor(spot.path),
            name=name,
            kind=kind,
            type=type_words(schema, self._resolve),
            description=string(schema.get("description")),
            limits=("never allowed",) if field is False else constraint_phrases(schema),
            pattern=string(schema.get("pattern")),
            marks=(*marks, *(flag for flag in _FLAGS if schema.get(flag) is True)),
            default=(schema["default"],) if "default" in schema else (),
            choices=_choices(schema),
            examples=tuple(array(schema.get("examples"))[:MAX_EXAMPLES]),
        )
        if _has_fields(schema) or "properties" in stated:
            yield from self.fields(stated, spot.at(".", deeper=True))

    def _followed(self, schema: Object, spot: _Spot) -> tuple[Object, _Spot, str]:
        """Follow the `$ref` of *schema*; return also its name where it was followed before."""
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return schema, spot, ""
        if reference in spot.seen:
            return schema, spot, reference.rpartition("/")[2].strip("#") or "the whole schema"
        further = _Spot(spot.path, spot.depth, (*spot.seen, reference))
        return dereferenced(self._root, schema), further, ""

    def _resolve(self, schema: Object) -> Object:
        return dereferenced(self._root, schema)

    def _anchor(self, path: str) -> str:
        """Return an id for the row at *path*; a second one that looks the same gets a number."""
        anchor = _as_id(path)
        self._anchors[anchor] += 1
        times = self._anchors[anchor]
        return anchor if times == 1 else f"{anchor}.{times}"


@lru_cache(maxsize=2**14)
def _as_id(path: str) -> str:
    return _ID.sub("_", path)


def dereferenced(root: Object, schema: Object) -> Object:
    """Return what the `$ref` of *schema* leads to inside *root*; *schema* itself if nowhere."""
    if "$ref" not in schema:
        return schema
    for _ in range(MAX_DEPTH):
        target = references.mapping_at(root, schema.get("$ref"))
        if target is None:
            break
        schema = {**target, **{key: schema[key] for key in schema if key != "$ref"}}
    return schema


def _has_fields(schema: Object) -> bool:
    return not WITH_ROWS.isdisjoint(schema)


def _choices(schema: Object) -> tuple[Json, ...]:
    return (schema["const"],) if "const" in schema else tuple(array(schema.get("enum")))
