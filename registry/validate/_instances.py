"""Hold values against the schemas that contributors write, and those against JSON Schema."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from registry.source.limits import MAX_PROBLEMS
from registry.validate._refusal import refuse
from registry.validate._values import TYPE_WORDS, short, type_of
from registry.validate._weight import MAX_WEIGHT, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from registry.source import Json, Pointer

_NOTHING = jsonschema_rs.Registry([], retriever=refuse)
"""Holds the versions of JSON Schema alone; without it the engine asks the network for others."""

_MOST_STEPS = 10**7
"""Past so many, an example is not held against a schema that comes back to itself."""


def schema_problem(schema: Mapping[str, Json]) -> tuple[Pointer, str] | None:
    """Return what the definition of JSON Schema minds first in *schema*, and where, or None.

    A `$schema` that the engine does not know is minded, and never fetched.
    """
    try:
        jsonschema_rs.meta.validate(dict(schema), registry=_NOTHING)
    except jsonschema_rs.ValidationError as error:
        pointer = tuple(error.instance_path)
        if pointer[-1:] == ("type",):
            stated: Any = error.instance
            return pointer, f"{short(stated)} is none of its types ({', '.join(TYPE_WORDS)})"
        return pointer, str(error.message)
    except jsonschema_rs.ReferencingError:
        return ("$schema",), f"{short(schema['$schema'])} is no version of JSON Schema"
    return None


def instance_problems(schema: Mapping[str, Json], instance: Json) -> list[str]:
    """Return why *instance* is not valid under a contributor's *schema*; [] when it is.

    See `located_problems`.
    """
    return [sentence for _, sentence in located_problems(schema, instance)]


def located_problems(schema: Mapping[str, Json], instance: Json) -> list[tuple[Pointer, str]]:
    """Return what is wrong with *instance* under a contributor's *schema*, and where in it.

    See `checker`.
    """
    return checker(schema)(instance)


def checker(schema: Mapping[str, Json]) -> Callable[[Json], list[tuple[Pointer, str]]]:
    """Return a function that tells what is wrong with an instance of *schema*, and where in it.

    The schema is compiled by the linear-time engine alone, and never fetches anything. A schema
    that cannot be used gives one sentence saying so.
    """
    size = weigh(schema)
    if size.total > MAX_WEIGHT:
        return _unusable("its references multiply")
    try:
        validator = jsonschema_rs.validator_for(
            dict(schema), retriever=refuse, pattern_options=jsonschema_rs.RegexOptions()
        )
    except (ValueError, jsonschema_rs.ValidationError) as error:
        return _unusable(str(error).splitlines()[0])

    def problems_of(instance: Json) -> list[tuple[Pointer, str]]:
        if size.total * size.returns ** _depth(instance) > _MOST_STEPS:
            return []
        found = islice(validator.iter_errors(instance), MAX_PROBLEMS)
        return [(tuple(error.instance_path), _in_words(error)) for error in found]

    return problems_of


def _unusable(why: str) -> Callable[[Json], list[tuple[Pointer, str]]]:
    return lambda _: [((), f"the schema itself cannot be used: {why}")]


def _depth(value: Json) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


def _in_words(error: jsonschema_rs.ValidationError) -> str:
    """Say what *error* means to somebody who wrote a value, not a schema."""
    kind: Any = error.kind
    value: Any = error.instance
    if kind.name == "required":
        return f"{kind.property!r} is missing"
    if kind.name == "type":
        wanted = " or ".join(TYPE_WORDS[name] for name in kind.types)
        return f"{short(value)} is {TYPE_WORDS[type_of(value)]}, not {wanted}"
    if type(kind).__name__ in ("AnyOf", "OneOfNotValid"):
        return f"{short(value)} fits none of the alternatives"
    return str(error.message)


_COUNTS = re.compile(r"\{(\d{1,9})(?:(,)(\d{0,9}))?\}")


def is_pattern(pattern: str, *, linear: bool = False) -> bool:
    """Tell whether *pattern* is a regular expression, on request one that takes linear time."""
    options = jsonschema_rs.RegexOptions() if linear else jsonschema_rs.FancyRegexOptions()
    # What counts to a thousand takes a thousand times as long to compile, and is the same to us.
    lighter = _COUNTS.sub(_counting_to_two, pattern)
    try:
        jsonschema_rs.validator_for({"pattern": lighter}, pattern_options=options)
    except (ValueError, jsonschema_rs.ValidationError):
        return False
    return True


def _counting_to_two(count: re.Match[str]) -> str:
    least, comma, most = count.groups()
    if most and int(least) > int(most):
        return count[0]
    return f"{{1{comma or ''}{'2' if most else ''}}}"
