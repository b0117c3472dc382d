"""The engine that tells enough of an error to explain it: slow, and imported when there is one."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import jsonschema
import jsonschema.validators
import referencing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.source import Json

Error: TypeAlias = Any
"""A `jsonschema.ValidationError`, whose attributes are annotated as optional but are always set."""

_EMPTY: referencing.Registry[Any] = referencing.Registry()
"""Resolves only references inside the schema itself."""

_suspects: ContextVar[frozenset[int]] = ContextVar("the ids of what may be wrong in lists")


def errors(
    schema: Mapping[str, Json], value: Json, suspects: frozenset[int], most: int
) -> list[Error]:
    """Return the first *most* errors of *value* under *schema*; in lists, of *suspects* (ids) only.

    The engine is a hundred times slower than the other, and usually one tool of many is wrong.
    """
    token = _suspects.set(suspects)
    try:
        return [*islice(_engine()(schema, registry=_EMPTY).iter_errors(value), most)]
    finally:
        _suspects.reset(token)


@cache
def _engine() -> Callable[..., Any]:
    """Return what makes the engine, a class that takes milliseconds to define."""

    def items(engine: Any, items: Any, value: Any, _: Any) -> Iterator[Error]:  # noqa: ANN401
        for index, each in enumerate(value if isinstance(value, list) else ()):
            if id(each) in _suspects.get():
                yield from engine.descend(each, items, path=index)

    plain = jsonschema.Draft202012Validator
    made: Any = jsonschema.validators.extend(plain, {"items": items})  # type: ignore[no-untyped-call]
    return partial(made, format_checker=plain.FORMAT_CHECKER)
