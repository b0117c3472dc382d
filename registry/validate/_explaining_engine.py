"""The engine that tells enough of an error to explain it: slow, and imported when there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import jsonschema
import jsonschema.validators
import referencing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json

Error: TypeAlias = Any
"""A `jsonschema.ValidationError`, whose attributes are annotated as optional but are always set."""

_EMPTY: referencing.Registry[Any] = referencing.Registry()
"""Resolves only references inside the schema itself."""


def errors(schema: Mapping[str, Json], value: Json, suspects: frozenset[int]) -> Iterator[Error]:
    """Yield the errors of *value* under *schema*; in lists, only those of *suspects* (ids).

    The engine is a hundred times slower than the other, and usually one tool of many is wrong.
    """

    def items(engine: Any, items: Any, value: Any, _: Any) -> Iterator[Error]:  # noqa: ANN401
        for index, each in enumerate(value if isinstance(value, list) else ()):
            if id(each) in suspects:
                yield from engine.descend(each, items, path=index)

    plain = jsonschema.Draft202012Validator
    engine: Any = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
        plain, {"items": items}
    )
    yield from engine(schema, registry=_EMPTY, format_checker=plain.FORMAT_CHECKER).iter_errors(
        value
    )
