"""Check data against the registry's own JSON Schemas and say what is wrong in the author's words.

`jsonschema-rs` answers "nothing wrong here" for nearly every file; `jsonschema` explains the rest.
Neither may ever fetch a `$ref`: the schemas are closed, and both are told to refuse.

A schema may carry annotations for its messages: `x-rule` (the id of the rule instead of the
general one), `x-message` (what is wrong, with `{where}` and `{value}`), `x-hint` (what to do),
`x-example` (what to write for a key that is missing), `x-key-hints` and `x-value-hints` (what to
do about unknown keys and values that people often write).
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias, cast

import jsonschema
import jsonschema.validators
import jsonschema_rs
import referencing

from registry import references
from registry.diagnostics import Diagnostic, Place, Severity
from registry.source.limits import MAX_KEY, MAX_PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from registry.source import Document, Json, Pointer

_Error: TypeAlias = Any
"""A `jsonschema.ValidationError`, whose attributes are annotated as optional but are always set."""

_TYPE_WORDS = {
    "object": "a mapping of keys to values",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class _Wording:
    rule: str
    message: str
    hint: str
    pointer: Pointer
    at_key: bool = False


_UNEXPLAINED = _Wording(
    "malformed-value",
    "the file does not have the form wanted here",
    "compare it with the examples in docs/manual-format.md",
    (),
)
"""For what the engine that explains does not mind and the other one does."""

_SHOWN = 58
"""Characters of a value that a sentence quotes."""

_TYPE_HINTS = {
    "object": "write `key: value` pairs below it, indented",
    "array": "write a list: one line each, starting with `- `",
    "string": "write a text",
}
_TYPE_HINTS_IN_JSON = {
    "object": 'write pairs of keys and values in braces: `{"key": …}`',
    "array": "write a list in brackets: `[…]`",
    "string": "write a text in double quotes",
}

_EMPTY: referencing.Registry[Any] = referencing.Registry()
"""Resolves nothing but the schema itself."""


def _refuse(uri: str) -> NoReturn:
    message = f"schemas are never fetched: {uri}"
    raise ValueError(message)


_NOTHING = jsonschema_rs.Registry([], retriever=_refuse)
"""Holds the versions of JSON Schema alone; without it the engine asks the network for others."""


class Schema:
    """A JSON Schema (draft 2020-12) of the registry, compiled once."""

    def __init__(self, schema: Mapping[str, Json]) -> None:
        self.document = dict(schema)
        self._fast = jsonschema_rs.validator_for(
            self.document,
            retriever=_refuse,
            pattern_options=jsonschema_rs.RegexOptions(),
            validate_formats=True,
        )

    def _slow(self, suspects: frozenset[int]) -> jsonschema.Draft202012Validator:
        """Return the engine that explains; of lists it looks at the *suspects* alone, by their id.

        It is a hundred times slower, and one tool among a thousand is what is wrong mostly.
        """

        def items(engine: Any, schema: Any, value: Any, _: Any) -> Iterator[_Error]:  # noqa: ANN401
            for index, each in enumerate(value if isinstance(value, list) else ()):
                if id(each) in suspects:
                    yield from engine.descend(each, schema, path=index)

        plain = jsonschema.Draft202012Validator
        engine: Any = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
            plain, {"items": items}
        )
        return cast(
            "jsonschema.Draft202012Validator",
            engine(self.document, registry=_EMPTY, format_checker=plain.FORMAT_CHECKER),
        )

    def accepts(self, value: Json) -> bool:
        """Tell whether *value* is valid."""
        return self._fast.is_valid(value)

    def problems(self, document: Document, pointer: Pointer = ()) -> Iterator[Diagnostic]:
        """Yield the problems of the value at *pointer* of *document*, in the author's words.

        There is at least one for a value that is not valid, and at most as many as anybody reads.
        """
        value = document.get(pointer)
        if self.accepts(value):
            return
        errors = islice(self._slow(self._suspects(value)).iter_errors(value), MAX_PROBLEMS)
        found = (each for error in errors for each in _wordings(error, pointer, document))
        wordings = list(islice(found, MAX_PROBLEMS))
        for wording in wordings or [_UNEXPLAINED]:
            place = (
                document.key_place(wording.pointer)
                if wording.at_key
                else document.place(wording.pointer)
            )
            yield Diagnostic(place, Severity.ERROR, wording.rule, wording.message, wording.hint)

    def _suspects(self, value: Json) -> frozenset[int]:
        """Return the ids of the values that lead to what is wrong in *value*."""
        found: set[int] = set()
        for error in islice(self._fast.iter_errors(value), MAX_PROBLEMS):
            at: Any = value
            for step in error.instance_path:
                at = at[step]
                found.add(id(at))
        return frozenset(found)


@cache
def load_schema(path: Path) -> Schema:
    """Return the schema in the JSON file at *path*, compiled once a process."""
    return Schema(json.loads(path.read_text(encoding="utf-8")))


def embedded(schema: Mapping[str, Json], at: str) -> dict[str, Json]:
    """Return *schema* as a part of another, in which it stands at *at*, such as `#/$defs/tool`."""
    return {
        key: at + value.removeprefix("#")
        if key == "$ref" and isinstance(value, str) and value.startswith("#")
        else _embedded(value, at)
        for key, value in schema.items()
        if key not in ("$id", "$schema") or not isinstance(value, str)
    }


def _embedded(value: Json, at: str) -> Json:
    if isinstance(value, list):
        return [_embedded(each, at) for each in value]
    return embedded(value, at) if isinstance(value, dict) else value


def problem(
    place: Place, rule: str, message: str, hint: str = "", severity: Severity = Severity.ERROR
) -> Diagnostic:
    """Return the diagnostic of a problem that a reader, not a schema, has found."""
    return Diagnostic(place, severity, rule, message, hint)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the entry of *known* that *word* was probably meant to be, or ""."""
    return _nearest(word, tuple(known))


@lru_cache(maxsize=10_000)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    by_fold = {name.casefold().replace("-", "_"): name for name in known}
    folded = word.casefold().replace("-", "_")
    if folded in by_fold or len(folded) > MAX_KEY:
        return by_fold.get(folded, "")
    # A slip keeps the length, nearly: of thousands of names few are worth a closer look.
    similar = [each for each in by_fold if abs(len(each) - len(folded)) <= len(folded) // 2]
    matches = difflib.get_close_matches(folded, similar[:_COMPARED], n=1, cutoff=0.75)
    return by_fold[matches[0]] if matches else ""


_COMPARED = 200
"""Names that a misspelt one is compared with."""


def _wordings(error: _Error, base: Pointer, document: Document) -> Iterator[_Wording]:
    pointer = base + tuple(error.absolute_path)
    annotated = error.schema if isinstance(error.schema, dict) else {}
    word = _WORDINGS.get(error.validator, _other)
    message = annotated.get("x-message", "").replace("{where}", _where(pointer, document))
    for wording in word(error, pointer, document):
        yield _Wording(
            annotated.get("x-rule", wording.rule),
            message.replace("{value}", _short(error.instance)) or wording.message,
            annotated.get("x-hint", wording.hint),
            wording.pointer,
            wording.at_key,
        )


def _where(pointer: Pointer, document: Document) -> str:
    """Name the spot for a sentence: "`inputs.type` of 'find_note'", "`tools[2]`" or "the file"."""
    for length in range(len(pointer), 0, -1):
        owner = document.get(pointer[:length])
        if isinstance(pointer[length - 1], int) and isinstance(owner, dict):
            name = owner.get("name", owner.get("id"))
            inner = pointer[length:]
            if isinstance(name, str) and inner not in (("name",), ("id",)):
                return f"{_path(inner)} of {_short(name)}" if inner else _short(name)
            break
    return _path(pointer)


def _path(pointer: Pointer) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in pointer)
    return f"`{text.lstrip('.')}`" if text else "the file"


def _missing_key(error: _Error, pointer: Pointer, document: Document) -> Iterator[_Wording]:
    for key in error.validator_value:
        if key not in error.instance and f"{key!r} is a required property" == error.message:
            example = error.schema.get("properties", {}).get(key, {})
            shown = example.get("x-example", "…") if isinstance(example, dict) else "…"
            hints = error.schema.get("x-key-hints", {})
            other = next((k for k in hints if k in error.instance and f"`{key}`" in hints[k]), "")
            yield _Wording(
                "missing-key",
                f"{_where(pointer, document)} has no `{key}`",
                f"rename `{other}` to `{key}`" if other else f"add `{key}: {shown}`",
                pointer,
            )


def _unknown_key(error: _Error, pointer: Pointer, document: Document) -> Iterator[_Wording]:
    known = list(error.schema.get("properties", {}))
    patterns = error.schema.get("patternProperties", {})
    hints = error.schema.get("x-key-hints", {})
    for key in error.instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        guess = nearest(key, known)
        hint = f"did you mean `{guess}`?" if guess else f"remove it; known: {', '.join(known)}"
        yield _Wording(
            "unknown-key",
            f"{_where(pointer, document)} has a key that nothing reads: {key!r}",
            hints.get(key, hint),
            (*pointer, key),
            at_key=True,
        )


def _wrong_type(error: _Error, pointer: Pointer, document: Document) -> Iterator[_Wording]:
    wanted = error.validator_value
    wanted = [wanted] if isinstance(wanted, str) else wanted
    spelling = document.spelling(pointer)
    if "string" in wanted and spelling and error.instance is not None:
        yield _Wording(
            "unquoted-text",
            f"{_where(pointer, document)} must be a text, but {spelling} without quotes is "
            f"{_TYPE_WORDS[_type_of(error.instance)]}",
            f'quote it: "{spelling}"',
            pointer,
        )
        return
    words = " or ".join(_TYPE_WORDS[name] for name in wanted)
    hints = _TYPE_HINTS_IN_JSON if document.path.endswith(".json") else _TYPE_HINTS
    yield _Wording(
        "wrong-type",
        f"{_where(pointer, document)} must be {words}, not {_TYPE_WORDS[_type_of(error.instance)]}",
        "remove it" if error.instance is None else hints.get(wanted[0], f"write {words}"),
        pointer,
    )


def _unknown_value(error: _Error, pointer: Pointer, document: Document) -> Iterator[_Wording]:
    value = error.validator_value
    allowed = value if error.validator == "enum" else [value]
    names = [str(each) for each in allowed]
    hints = error.schema.get("x-value-hints", {})
    is_text = isinstance(error.instance, str)
    guess = nearest(error.instance, names) if is_text else ""
    hint = (f"did you mean `{guess}`? " if guess else "") + f"allowed: {', '.join(names)}"
    yield _Wording(
        "unknown-value",
        f"{_where(pointer, document)} cannot be {_short(error.instance)}",
        hints.get(error.instance, hint) if is_text else hint,
        pointer,
    )


def _malformed_value(error: _Error, pointer: Pointer, document: Document) -> Iterator[_Wording]:
    yield _Wording(
        "malformed-value",
        f"{_where(pointer, document)} is {_short(error.instance)}, "
        "which is not of the form wanted here",
        "",
        pointer,
    )


def _wrong_size(error: _Error, pointer: Pointer, document: Document) -> Iterator[_Wording]:
    limit = error.validator_value
    words, hint = {
        "minLength": (f"shorter than {limit} characters" if limit > 1 else "empty", "fill it in"),
        "maxLength": (f"longer than {limit} characters", "shorten it"),
        "minItems": (
            f"a list of fewer than {limit} entries" if limit > 1 else "an empty list",
            "add an entry, or remove the key",
        ),
        "maxItems": (f"a list of more than {limit} entries", "remove some"),
        "minProperties": ("an empty mapping", "add a key to it, or remove it"),
        "maxProperties": (f"a mapping of more than {limit} keys", "remove some"),
        "minimum": (f"below {limit}", f"write {limit} or more"),
        "maximum": (f"above {limit}", f"write {limit} or less"),
        "exclusiveMinimum": (f"not above {limit}", f"write more than {limit}"),
    }[error.validator]
    yield _Wording("malformed-value", f"{_where(pointer, document)} is {words}", hint, pointer)


def _other(error: _Error, pointer: Pointer, document: Document) -> Iterator[_Wording]:
    yield _Wording(
        "malformed-value",
        f"{_where(pointer, document)} does not have the form wanted here ({error.validator})",
        "",
        pointer,
    )


_WORDINGS: dict[str, Callable[[_Error, Pointer, Document], Iterator[_Wording]]] = {
    "required": _missing_key,
    "additionalProperties": _unknown_key,
    "type": _wrong_type,
    "enum": _unknown_value,
    "const": _unknown_value,
    "pattern": _malformed_value,
    "format": _malformed_value,
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minimum",
            "maximum",
            "exclusiveMinimum",
        ),
        _wrong_size,
    ),
}


def _type_of(value: Json) -> str:
    if value is None:
        return "null"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}
    return names.get(type(value), "object")


def _short(value: Json) -> str:
    """Return *value* for one line of a terminal, a text with both its quotes."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…")
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


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
            return pointer, f"{_short(stated)} is none of its types ({', '.join(_TYPE_WORDS)})"
        return pointer, str(error.message)
    except jsonschema_rs.ReferencingError:
        return ("$schema",), f"{_short(schema['$schema'])} is no version of JSON Schema"
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
            dict(schema), retriever=_refuse, pattern_options=jsonschema_rs.RegexOptions()
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


MAX_WEIGHT = 20_000
"""Collections that a schema may have when every reference in it is replaced."""

_DEEPEST = 200
"""Collections and references inside each other: more than any file nests, by far."""

_MOST_STEPS = 10**7
"""Past so many, an example is not held against a schema that comes back to itself."""


class Weight(NamedTuple):
    """How large a schema is: collections in *total*, and how often it *returns* to itself."""

    total: int
    returns: int


def weigh(schema: Mapping[str, Json]) -> Weight:
    """Return how large *schema* is with every reference replaced, or a little more than the limit.

    A chain of references without end counts as too large.
    """
    known: dict[int, Weight] = {}
    whole = dict(schema)

    def weight_of(value: Json, depth: int) -> Weight:
        if not isinstance(value, dict | list):
            return Weight(0, 0)
        if depth > _DEEPEST:
            return Weight(MAX_WEIGHT + 1, 0)
        if id(value) in known:
            return known[id(value)]
        known[id(value)] = Weight(0, 1)  # until it is weighed: who meets it now comes back to it
        inside = list(value.values() if isinstance(value, dict) else value)
        target = value.get("$ref") if isinstance(value, dict) else None
        inside += references.found(whole, target)
        weights = [weight_of(each, depth + 1) for each in inside]
        total = 1 + sum(each.total for each in weights)
        returns = sum(each.returns for each in weights)
        known[id(value)] = Weight(min(total, MAX_WEIGHT + 1), min(returns, MAX_WEIGHT))
        return known[id(value)]

    return weight_of(whole, 0)


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
        wanted = " or ".join(_TYPE_WORDS[name] for name in kind.types)
        return f"{_short(value)} is {_TYPE_WORDS[_type_of(value)]}, not {wanted}"
    if type(kind).__name__ in ("AnyOf", "OneOfNotValid"):
        return f"{_short(value)} fits none of the alternatives"
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
