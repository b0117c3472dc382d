"""Check values against contributors' schemas, and those schemas against JSON Schema."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import jsonschema_rs

from registry.source.json_types import type_of
from registry.source.limits import MAX_PROBLEMS
from registry.validate._expanded_size import MAX_WEIGHT, weigh
from registry.validate._meta_schema_hints import schema_hint, wrong_type
from registry.validate._no_fetching import refuse
from registry.validate._pointers import pointers
from registry.validate._values import NO, TYPE_WORDS, YES, short

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from registry.source import Json, Pointer

_NOTHING = jsonschema_rs.Registry([], retriever=refuse)
"""Contains only the versions of JSON Schema; without it the engine fetches others."""

_LISTED = 5
"""Allowed values that a sentence lists."""

_MOST_STEPS = 10**7
"""Steps past which an example is not checked against a recursive schema."""


class SchemaProblem(NamedTuple):
    """An error of a schema: its pointer, the sentence, and what to do, or ""."""

    pointer: Pointer
    sentence: str
    hint: str = ""


def schema_problem(schema: Mapping[str, Json]) -> SchemaProblem | None:
    """Return the first error of *schema* under the meta-schema of JSON Schema, or None.

    A `$schema` that the engine does not know is an error, and is never fetched.
    """
    try:
        jsonschema_rs.meta.validate(dict(schema), registry=_NOTHING)
    except jsonschema_rs.ValidationError as error:
        pointer, stated = _pointer(error, dict(schema)), cast("Json", error.instance)
        hint = schema_hint(pointer, stated, dict(schema))
        if pointer[-1:] == ("type",):
            types = ", ".join(TYPE_WORDS)
            sentence = f"{short(wrong_type(stated))} is not one of its types ({types})"
        elif pointer[-1:] == ("required",) and stated in (*YES, *NO):
            is_no_list = "but it is a list of the names of required inputs"
            sentence = f"`required` is {short(stated)}, {is_no_list}"
        else:
            sentence = _in_words(error, TYPE_WORDS)
        return SchemaProblem(pointer, sentence, hint)
    except jsonschema_rs.ReferencingError:
        what = f"{short(schema['$schema'])} is not a version of JSON Schema"
        return SchemaProblem(
            ("$schema",), what, schema_hint(("$schema",), schema["$schema"], dict(schema))
        )
    return None


def checker(
    schema: Mapping[str, Json], types: Mapping[str, str] = TYPE_WORDS, *, formats: bool = False
) -> Callable[[Json], list[tuple[Pointer, str]]]:
    """Return a function that returns the errors of an instance of *schema*, each with its pointer.

    *types* are the names of the types for those who read the errors. With *formats*, a string that
    is not of its `format` is an error, too: JSON Schema leaves that open.

    The schema is compiled by the linear-time engine only, and never fetches anything. A schema
    that cannot be used gives one sentence saying so.
    """
    size = weigh(schema)
    if size.total > MAX_WEIGHT:
        return _unusable("its references expand to too many schemas")
    try:
        validator = jsonschema_rs.validator_for(
            dict(schema),
            retriever=refuse,
            pattern_options=jsonschema_rs.RegexOptions(),
            validate_formats=formats,
        )
    except (ValueError, jsonschema_rs.ValidationError) as error:
        return _unusable(str(error).splitlines()[0])

    def problems_of(instance: Json) -> list[tuple[Pointer, str]]:
        if size.total * size.returns ** _depth(instance) > _MOST_STEPS:
            return []
        found = islice(validator.iter_errors(instance), MAX_PROBLEMS)
        return [(_pointer(error, instance), _in_words(error, types)) for error in found]

    return problems_of


def _pointer(error: jsonschema_rs.ValidationError, value: Json) -> Pointer:
    return next(pointers(value, error.instance_path), ())


def _unusable(why: str) -> Callable[[Json], list[tuple[Pointer, str]]]:
    return lambda _: [((), f"the schema itself is not valid: {why}")]


def _depth(value: Json) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


def _in_words(error: jsonschema_rs.ValidationError, types: Mapping[str, str]) -> str:
    """Return a sentence on *error* for the author of a value, who has not written the schema."""
    instance: Any = error.instance
    kind = type(error.kind).__name__
    if kind == "Type":
        return _type_words(error.kind, instance, types)
    words = _IN_WORDS.get(kind)
    return words(error.kind, instance) if words else str(error.message)


def _type_words(kind: Any, value: Json, types: Mapping[str, str]) -> str:  # noqa: ANN401 - its classes have no annotations
    expected = " or ".join(types[name] for name in kind.types)
    if value is None:
        return f"null is not {expected}"
    return f"{short(value)} is {types[type_of(value)]}, not {expected}"


def _no_alternative(kind: Any, value: Json) -> str:  # noqa: ANN401 - as above
    """Return that *value* matches no alternative, or what it lacks if each only needs more keys."""
    choices = [[_missing_key(each, value) for each in errors] for errors in kind.context]
    if all(map(all, choices)):
        return " or ".join(map(" and ".join, choices)) + " is missing"
    return f"{short(value)} does not match any of the alternatives"


def _missing_key(error: jsonschema_rs.ValidationError, value: Json) -> str:
    """Return the key that *value* lacks by *error*, in quotes, or "" for another error."""
    kind: Any = error.kind
    is_of_key = isinstance(kind, jsonschema_rs.ValidationErrorKind.Required)
    return repr(kind.property) if is_of_key and error.instance == value else ""


def _alternatives(values: list[Json]) -> str:
    """Return the first few of *values* for a sentence."""
    rest = len(values) - _LISTED
    return ", ".join(map(short, values[:_LISTED])) + (f" or {rest} more" if rest > 0 else "")


_IN_WORDS: dict[str, Callable[[Any, Json], str]] = {
    "AdditionalProperties": lambda kind, _: f"unknown: {', '.join(map(repr, kind.unexpected))}",
    "AnyOf": _no_alternative,
    "Constant": lambda kind, value: f"{short(value)} is not {short(kind.expected_value)}",
    "Enum": lambda kind, value: f"{short(value)} is not one of {_alternatives(kind.options)}",
    "FalseSchema": lambda _, value: f"{short(value)} is not allowed here",
    "Format": lambda kind, value: f"{short(value)} is no {kind.format}, as JSON Schema has it",
    "OneOfNotValid": _no_alternative,
    "Required": lambda kind, _: f"{kind.property!r} is missing",
    "UniqueItems": lambda _, value: f"{short(value)} has duplicate entries",
}
"""By kind of error: what it means, with the kind's own data and the value."""

_COUNTS = re.compile(r"\{(\d{1,9})(?:(,)(\d{0,9}))?\}")


def is_pattern(pattern: str, *, linear: bool = False) -> bool:
    """Return whether *pattern* is a regular expression; with *linear*, one in linear time."""
    options = jsonschema_rs.RegexOptions() if linear else jsonschema_rs.FancyRegexOptions()
    # A count of a thousand takes a thousand times as long to compile, and is just as valid.
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
