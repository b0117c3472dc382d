"""Explain an error under one of the registry's own schemas to the author of the value."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from registry.diagnostics import nearest
from registry.source.json_types import type_of
from registry.validate._key_wordings import missing_key, unknown_key
from registry.validate._type_hints import form_hint, slip_hint
from registry.validate._values import TYPE_WORDS, dated, fitted, needed, short
from registry.validate._wording import Wording, name_of
from registry.validate.vocabulary import IN_LOWER_CASE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.source import Document, Json, Pointer
    from registry.validate._explaining_engine import Error


UNEXPLAINED = Wording(
    "malformed-value",
    "the file does not have the expected structure",
    "compare it with the examples in docs/manual-format.md",
    (),
)
"""For an error that only the engine without explanations finds."""


def wordings(error: Error, base: Pointer, document: Document) -> Iterator[Wording]:
    """Yield the explanations of *error*, of the value at *base* of *document*, for its author."""
    pointer = base + tuple(error.absolute_path)
    is_key = _is_key(error)
    annotated = error.schema if isinstance(error.schema, dict) else {}
    word = _WORDINGS.get(error.validator, _other_error)
    message = annotated.get("x-message", "").replace("{where}", name_of(pointer, document))
    for wording in word(error, pointer, document):
        yield Wording(
            annotated.get("x-rule", wording.rule),
            message.replace("{value}", short(error.instance)) or wording.message,
            slip_hint(error, document)
            or _as_fits(error)
            or ("shorten it" if error.validator == "maxLength" and error.validator_value else "")
            or (wording.hint if _is_only_unquoted(wording, annotated, error.instance) else "")
            or annotated.get("x-hint", wording.hint).replace(
                "{needed}", needed(pointer, document.data)
            ),
            (*pointer, error.instance) if is_key else wording.pointer,
            wording.at_key or is_key,
            wording.key,
            wording.explains,
        )


def _is_only_unquoted(wording: Wording, schema: dict[str, Any], value: Json) -> bool:
    """Return whether quotes make the number *value* right, of which the hint of *schema* is silent.

    A version such as `1` is more than unquoted.
    """
    is_number = wording.rule == "unquoted-text" and type_of(value) == "integer"
    is_said = "quotes" in schema.get("x-hint", "")
    return is_number and not is_said and bool(re.search(schema.get("pattern", ""), str(value)))


def _as_fits(error: Error) -> str:
    """Return the hint to spell a string in the way that is expected, if that is plain, or ""."""
    if error.validator not in {"pattern", "format"} or not isinstance(error.instance, str):
        return ""
    if error.schema.get("format") == "date" and (day := dated(error.instance)):
        return f'write "{day}", in quotes'
    if error.validator == "format":
        return ""
    fit = fitted(error.instance, error.validator_value)
    return f"write `{fit}`" if fit else ""


def _wrong_type(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    types = error.validator_value
    types = [types] if isinstance(types, str) else types
    spelling = document.spelling(pointer)
    if "string" in types and spelling and error.instance is not None:
        yield Wording(
            "unquoted-text",
            f"{name_of(pointer, document)} must be a string, but {spelling} without quotes is "
            f"{TYPE_WORDS[type_of(error.instance)]}",
            f'quote it: "{spelling}"',
            pointer,
        )
        return
    words = " or ".join(TYPE_WORDS[name] for name in types)
    is_entry = pointer and isinstance(pointer[-1], int)
    removable = "the entry" if is_entry else "the key if it is optional"
    yield Wording(
        "wrong-type",
        f"{name_of(pointer, document)} must be {words}, not {TYPE_WORDS[type_of(error.instance)]}",
        f"fill it in, or remove {removable}"
        if error.instance is None
        else form_hint(error, types[0], document) or f"write {words}",
        pointer,
    )


_SEVERAL = re.compile(r"^(?!1\D)\d+ ?[a-z]")
"""A number of units, such as `10 seconds`, is not one of them."""


def _unknown_value(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    value = error.validator_value
    allowed = value if error.validator == "enum" else [value]
    names = [str(each) for each in allowed]
    hints = error.schema.get("x-value-hints", {})
    is_text = isinstance(error.instance, str)
    guess = (
        nearest(error.instance, names) if is_text and not _SEVERAL.search(error.instance) else ""
    )
    hint = (f"did you mean `{guess}`? " if guess else "") + f"allowed values: {', '.join(names)}"
    if is_text and not guess:
        hint = hints.get(nearest(error.instance, hints), hint)
    if is_text and error.instance.lower() in names:
        hint = f"write `{error.instance.lower()}`{IN_LOWER_CASE}"
    hint = _hint_to_turn_round(pointer, error.instance, names) or hint
    if (spelling := document.spelling(pointer)) in names:
        hint = f'quote it: "{spelling}"'
    yield Wording(
        "unknown-value",
        f"{name_of(pointer, document)} cannot be {short(error.instance)}",
        hints.get(error.instance, hint) if is_text else hint,
        pointer,
    )


def _hint_to_turn_round(pointer: Pointer, value: Json, allowed: list[str]) -> str:
    """Return how to write a list of one word, or of names below one of *allowed*, or ""."""
    word = pointer[-1] if pointer else ""
    if isinstance(value, list) and len(value) == 1 and value[0] in allowed:
        return f"write `{value[0]}`"
    if word not in allowed or not isinstance(value, list):
        return ""
    pairs = (f"`{json.dumps(each, ensure_ascii=False)}: {word}`" for each in value)
    return f"write {', '.join(pairs)} instead"


def _is_key(error: Error) -> bool:
    """Return whether *error* is of the name of a key, whose mapping it then points to."""
    return "propertyNames" in list(error.absolute_schema_path)[-2:]


def _malformed_value(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    problem = "has a key with the wrong format" if _is_key(error) else "has the wrong format"
    if "format" in error.schema:
        problem = f"is not a valid {error.schema['format']}"
    yield Wording(
        "malformed-value",
        f"{name_of(pointer, document)} {problem}: {short(error.instance)}",
        "",
        pointer,
    )


def _wrong_size(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    limit = error.validator_value
    if isinstance(error.instance, float) and error.schema.get("type") == "integer":
        return  # its type is wrong already
    words, hint = {
        "minLength": (
            f"shorter than {limit} characters" if limit > 1 else "empty",
            f"write {limit} characters or more" if limit > 1 and error.instance else "fill it in",
        ),
        "maxLength": (f"longer than {limit} characters", "shorten it"),
        "minItems": (
            f"a list of fewer than {limit} entries" if limit > 1 else "an empty list",
            "add an entry, or remove the key if it is optional",
        ),
        "maxItems": (f"a list of more than {limit} entries", "remove some"),
        "minProperties": (
            f"a mapping of fewer than {limit} keys" if limit > 1 else "an empty mapping",
            "add a key, or remove the mapping",
        ),
        "maxProperties": (f"a mapping of more than {limit} keys", "remove some"),
        "minimum": (f"below {limit}", f"write {limit} or more"),
        "maximum": (f"above {limit}", f"write {limit} or less"),
        "exclusiveMinimum": (f"not above {limit}", f"write more than {limit}"),
    }[error.validator]
    yield Wording("malformed-value", f"{name_of(pointer, document)} is {words}", hint, pointer)


def _repeated_entry(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    written_entries: set[str] = set()
    for number, entry in enumerate(error.instance):
        # Entries may be lists, which no set holds; written out, equal ones are equal.
        written = json.dumps(entry, sort_keys=True)
        if written in written_entries:
            yield Wording(
                "malformed-value",
                f"{name_of(pointer, document)} has an entry twice: {short(entry)}",
                "remove one of the two",
                (*pointer, number),
            )
            return
        written_entries.add(written)
    yield from _other_error(error, pointer, document)


def _other_error(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    yield Wording(
        "malformed-value",
        f"{name_of(pointer, document)} does not have the expected structure ({error.validator})",
        "",
        pointer,
    )


_WORDINGS: dict[str, Callable[[Error, Pointer, Document], Iterator[Wording]]] = {
    "required": missing_key,
    "additionalProperties": unknown_key,
    "type": _wrong_type,
    "enum": _unknown_value,
    "const": _unknown_value,
    "pattern": _malformed_value,
    "format": _malformed_value,
    "uniqueItems": _repeated_entry,
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
