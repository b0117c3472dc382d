"""A schema with everything that it refers to: inlined if used once, else in its own `$defs`.

A tool's schema is self-contained and a model reads it, so it has a budget. Parts near the top come
first; once the budget is used up, a part is described only by its type.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from registry.authoring.importers.openapi._parts import (
    Part,
    mapped,
    part,
    stub,
    trimmed,
    with_description,
)
from registry.authoring.importers.openapi._widening import (
    ALL_OR_NOTHING,
    are_distinct,
    references,
    widened,
)
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from registry.authoring.importers.openapi._schemas import Schemas
    from registry.source import Json

BUDGETS = {"inputs": 700, "outputs": 350}
"""The number of values that the schema of each side may have, apart from its top levels."""

_MAX_DEPTH = 24
"""The nesting of a schema. A manual may have 32 levels, some of which are above the schema."""

_SMALL = 6
"""The number of values up to which a definition is inlined wherever it is used."""

_LEVELS = range(8, 0, -1)
"""The levels of nested schemas that are tried if there is no room for all of them."""

_LEAST = 2
"""The levels that are always kept: the arguments, and the fields of the body."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A self-contained schema, and whether parts of it are not described."""

    schema: dict[str, Json]
    is_abridged: bool


def bundle(root: dict[str, Json], schemas: Schemas, budget: int) -> Bundle:
    """Return *root*, converted by *schemas*, with the definitions that it refers to.

    *budget* is a number of values.
    """
    bundler = _Bundler(schemas, budget)
    return Bundle(bundler.result(part(root, is_whole=False)), bundler.is_abridged)


class _Bundler:
    def __init__(self, schemas: Schemas, budget: int) -> None:
        self._schemas = schemas
        self._left = budget
        self._chosen: dict[str, Part] = {}
        self._uses: Counter[str] = Counter()
        self._names: dict[str, str] = {}
        self._widened: set[str] = set()
        self.is_abridged = False

    def result(self, root: Part) -> dict[str, Json]:
        if not self._fits(root):
            self.is_abridged = True
            levels = (_trimmed_part(root, level) for level in _LEVELS if level > _LEAST)
            root = next(filter(self._fits, levels), None) or _trimmed_part(root, _LEAST)
        self._left -= root.size
        self._choose(root)
        self._widened = self._saying_less()
        for chosen in (root, *self._chosen.values()):
            self._uses.update(chosen.references)
        rendered = self._render(root.schema, 0)
        definitions: dict[str, Json] = {}
        # Rendering a definition may require another one.
        while missing := [each for each in self._names if self._names[each] not in definitions]:
            for pointer in missing:
                definitions[self._names[pointer]] = self._render(self._chosen[pointer].schema, 2)
        if definitions:
            rendered["$defs"] = {name: definitions[name] for name in sorted(definitions)}
        return rendered

    def _choose(self, root: Part) -> None:
        """Choose the definitions that fit the budget, those nearest to the top first."""
        waiting = deque(root.references)
        while waiting:
            pointer = waiting.popleft()
            if pointer in self._chosen:
                continue
            chosen = self._definition(pointer)
            self._left -= chosen.size
            self._chosen[pointer] = chosen
            waiting.extend(chosen.references)

    def _definition(self, pointer: str) -> Part:
        """Return as much of the definition at *pointer* as fits."""
        definition = self._schemas.definition(pointer)
        if self._fits(definition):
            return definition
        self.is_abridged = True
        levels = (self._schemas.trimmed(pointer, level) for level in _LEVELS)
        least = part(stub(definition.schema), is_whole=False)
        return next(filter(self._fits, levels), None) or least

    def _saying_less(self) -> set[str]:
        """Return the pointers of definitions that say less than the document, or refer to such."""
        users: dict[str, list[str]] = {}
        for pointer, chosen in self._chosen.items():
            for inner in chosen.references:
                users.setdefault(inner, []).append(pointer)
        shortened = {pointer for pointer, chosen in self._chosen.items() if not chosen.is_whole}
        waiting = list(shortened)
        while waiting:
            more = {*users.get(waiting.pop(), ())} - shortened
            shortened |= more
            waiting += more
        return shortened

    def _fits(self, candidate: Part) -> bool:
        return candidate.size <= self._left and candidate.depth <= _MAX_DEPTH

    def _render(self, schema: dict[str, Json], depth: int) -> dict[str, Json]:
        pointer = schema.get("$ref")
        if isinstance(pointer, str):
            return self._reference(pointer, schema, depth)
        rendered = mapped(schema, lambda inner, steps: self._render(inner, depth + steps))
        lost = {
            keyword
            for keyword in ALL_OR_NOTHING
            if keyword in schema and not self._widened.isdisjoint(references(schema[keyword]))
        }
        # Only here the branches are there, not their names: two of them may be alike.
        if not are_distinct([*map(mapping, array(rendered.get("oneOf")))]):
            lost.add("oneOf")
        return widened(rendered, lost) if lost else rendered

    def _reference(self, pointer: str, schema: dict[str, Json], depth: int) -> dict[str, Json]:
        target = self._chosen[pointer]
        is_single = self._uses[pointer] == 1 and not self._is_recursive(pointer)
        is_small = target.size <= _SMALL and not target.references
        if (is_single or is_small) and depth + target.depth <= _MAX_DEPTH:
            whole = self._render(target.schema, depth)
            words = schema.get("description")
            return with_description(whole, words) if isinstance(words, str) else whole
        if pointer not in self._names:
            self._names[pointer] = self._name(pointer)
        return {**schema, "$ref": f"#/$defs/{self._names[pointer]}"}

    def _is_recursive(self, pointer: str) -> bool:
        seen: set[str] = set()
        waiting = [pointer]
        while waiting:
            for inner in self._chosen[waiting.pop()].references:
                if inner == pointer:
                    return True
                if inner not in seen:
                    seen.add(inner)
                    waiting.append(inner)
        return False

    def _name(self, pointer: str) -> str:
        """Return a unique name for `$defs` made from the end of *pointer*."""
        words = unquote(pointer.rpartition("/")[2]).replace("~1", "/").replace("~0", "~")
        name = re.sub(r"[^A-Za-z0-9_.-]+", "_", words).strip("_.-")[:60] or "schema"
        taken = set(self._names.values())
        names = (name, *(f"{name}_{number}" for number in range(2, len(taken) + 2)))
        return next(each for each in names if each not in taken)


def _trimmed_part(whole: Part, levels: int) -> Part:
    return part(trimmed(whole.schema, levels), is_whole=False)
