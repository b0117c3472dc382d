"""One schema with all that it refers to: inlined where it is used once, else in its own `$defs`.

A tool's schema travels alone and is read by a model, so it has a budget. What is nearest to the
top comes first; where the budget ends, a part is described by its type alone.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

from registry.importers.openapi._api import BrokenReferenceError
from registry.importers.openapi._schemas import size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from registry.importers.openapi._schemas import Schemas
    from registry.source import Json

BUDGETS = {"inputs": 700, "outputs": 350}
"""Values that the schema of each side may have, its own first level not counted."""

_MAX_DEPTH = 26
"""Collections inside each other; a manual may have 32, and four of them lead to a schema."""

_SMALL = 6
"""Values up to which a definition is written out wherever it is used."""

_MAPS = ("properties", "$defs")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLES = ("items", "additionalProperties", "not", "contentSchema")
_ABRIDGED = "(not described further)"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A schema that needs no other, and whether parts of it had to be left undescribed."""

    schema: dict[str, Json]
    is_abridged: bool


def bundle(root: dict[str, Json], schemas: Schemas, budget: int) -> Bundle:
    """Return *root*, converted by *schemas*, with the definitions that it refers to.

    References to what is no schema become `{}`, and *schemas* remembers them as broken.
    """
    bundler = _Bundler(schemas, budget)
    return Bundle(bundler.result(root), bundler.is_abridged)


class _Bundler:
    def __init__(self, schemas: Schemas, budget: int) -> None:
        self._schemas = schemas
        self._left = budget
        self._chosen: dict[str, dict[str, Json]] = {}
        self._uses: Counter[str] = Counter()
        self._names: dict[str, str] = {}
        self._needed: dict[str, None] = {}
        self.is_abridged = False

    def result(self, root: dict[str, Json]) -> dict[str, Json]:
        root = self._within(root, self._left, 2) or root
        self._left -= size_of(root)
        self._choose(root)
        for schema in (root, *self._chosen.values()):
            self._uses.update(_references(schema))
        rendered = self._render(root, 0)
        definitions: dict[str, Json] = {}
        # Rendering one definition may show the need for another.
        while missing := [each for each in self._needed if self._names[each] not in definitions]:
            for pointer in missing:
                definitions[self._names[pointer]] = self._render(self._chosen[pointer], 2)
        if definitions:
            rendered["$defs"] = {name: definitions[name] for name in sorted(definitions)}
        return rendered

    def _choose(self, root: dict[str, Json]) -> None:
        """Take the definitions that the budget allows, the nearest to the top first."""
        waiting = deque(_references(root))
        while waiting:
            pointer = waiting.popleft()
            if pointer in self._chosen:
                continue
            try:
                definition = self._schemas.definition(pointer)
            except BrokenReferenceError as error:
                self._schemas.broken.append(str(error))
                self._chosen[pointer] = {}
                continue
            schema = definition.schema
            if definition.size > self._left or _depth(schema) > _MAX_DEPTH - 2:
                schema = self._within(schema, self._left, 1) or self._stub(schema)
            self._left -= size_of(schema)
            self._chosen[pointer] = schema
            waiting.extend(_references(schema))

    def _within(self, schema: dict[str, Json], room: int, least: int) -> dict[str, Json] | None:
        """Return *schema* with as many levels as there is *room* for; None for fewer than *least*.

        Two levels of a root are kept at any price: the arguments, and the fields of the body.
        """
        if size_of(schema) <= room and _depth(schema) <= _MAX_DEPTH - 2:
            return schema
        self.is_abridged = True
        levels = (_trimmed(schema, level) for level in range(8, least - 1, -1))
        trimmed = next((each for each in levels if size_of(each) <= room), None)
        return trimmed or (_trimmed(schema, least) if least > 1 else None)

    def _stub(self, schema: dict[str, Json]) -> dict[str, Json]:
        self.is_abridged = True
        return _stub(schema)

    def _render(self, schema: dict[str, Json], depth: int) -> dict[str, Json]:
        pointer = schema.get("$ref")
        if isinstance(pointer, str):
            return self._reference(pointer, schema, depth)
        return _mapped(schema, lambda inner, steps: self._render(inner, depth + steps))

    def _reference(self, pointer: str, schema: dict[str, Json], depth: int) -> dict[str, Json]:
        target = self._chosen[pointer]
        is_single = self._uses[pointer] == 1 and not self._is_recursive(pointer)
        is_small = size_of(target) <= _SMALL and not any(_references(target))
        if (is_single or is_small) and depth + _depth(target) <= _MAX_DEPTH - 4:
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            return {**self._render(target, depth), **beside}
        self._needed[pointer] = None
        if pointer not in self._names:
            self._names[pointer] = self._name(pointer)
        return {**schema, "$ref": f"#/$defs/{self._names[pointer]}"}

    def _is_recursive(self, pointer: str) -> bool:
        seen: set[str] = set()
        waiting = [pointer]
        while waiting:
            for inner in _references(self._chosen[waiting.pop()]):
                if inner == pointer:
                    return True
                if inner not in seen:
                    seen.add(inner)
                    waiting.append(inner)
        return False

    def _name(self, pointer: str) -> str:
        """Return the last word of *pointer* as a name for `$defs` that no other has."""
        words = unquote(pointer.rpartition("/")[2]).replace("~1", "/").replace("~0", "~")
        name = re.sub(r"[^A-Za-z0-9_.-]+", "_", words).strip("_.-")[:60] or "schema"
        taken = set(self._names.values())
        return next(
            each
            for number in range(1, len(taken) + 2)
            if (each := name if number == 1 else f"{name}_{number}") not in taken
        )


def _inner(schema: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """Yield every schema right inside *schema*."""
    for keyword, value in schema.items():
        if isinstance(value, dict):
            if keyword in _MAPS:
                yield from cast("Iterable[dict[str, Json]]", value.values())
            elif keyword in _SINGLES:
                yield value
        elif isinstance(value, list) and keyword in _LISTS:
            yield from cast("list[dict[str, Json]]", value)


def _mapped(
    schema: dict[str, Json], act: Callable[[dict[str, Json], int], dict[str, Json]]
) -> dict[str, Json]:
    """Return *schema* with *act* applied to every schema right inside it, and to how deep it is."""
    result: dict[str, Json] = {}
    for keyword, value in schema.items():
        if isinstance(value, dict) and keyword in _MAPS:
            inner = cast("dict[str, dict[str, Json]]", value)
            result[keyword] = {name: act(each, 2) for name, each in inner.items()}
        elif isinstance(value, dict) and keyword in _SINGLES:
            result[keyword] = act(value, 1)
        elif isinstance(value, list) and keyword in _LISTS:
            result[keyword] = [act(each, 2) for each in cast("list[dict[str, Json]]", value)]
        else:
            result[keyword] = value
    return result


def _references(schema: dict[str, Json]) -> Iterator[str]:
    pointer = schema.get("$ref")
    if isinstance(pointer, str):
        yield pointer
    for inner in _inner(schema):
        yield from _references(inner)


def _depth(value: Json) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _trimmed(schema: dict[str, Json], levels: int) -> dict[str, Json]:
    """Return *schema* with the schemas *levels* further in, and none behind them."""
    if not levels:
        return _stub(schema)
    return _mapped(schema, lambda inner, _: _trimmed(inner, levels - 1))


def _stub(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema that allows all that *schema* does and hardly describes it."""
    if not any(True for _ in _inner(schema)) and "$ref" not in schema:
        return schema
    kept: dict[str, Json] = {key: schema[key] for key in ("type", "description") if key in schema}
    words = kept.get("description")
    return {**kept, "description": f"{words} {_ABRIDGED}" if words else _ABRIDGED}
