"""The registry's own schemas, and the problems of what is held against them."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import jsonschema
import jsonschema.validators
import jsonschema_rs
import referencing

from registry.diagnostics import Diagnostic, Place, Severity
from registry.source.limits import MAX_PROBLEMS
from registry.validate._refusal import refuse
from registry.validate._wordings import UNEXPLAINED, Error, wordings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.source import Document, Json, Pointer

_EMPTY: referencing.Registry[Any] = referencing.Registry()
"""Resolves nothing but the schema itself."""


class Schema:
    """A JSON Schema (draft 2020-12) of the registry, compiled once."""

    def __init__(self, schema: Mapping[str, Json]) -> None:
        self.document = dict(schema)
        self._fast = jsonschema_rs.validator_for(
            self.document,
            retriever=refuse,
            pattern_options=jsonschema_rs.RegexOptions(),
            validate_formats=True,
        )

    def _slow(self, suspects: frozenset[int]) -> jsonschema.Draft202012Validator:
        """Return the engine that explains; of lists it looks at the *suspects* alone, by their id.

        It is a hundred times slower, and one tool among a thousand is what is wrong mostly.
        """

        def items(engine: Any, schema: Any, value: Any, _: Any) -> Iterator[Error]:  # noqa: ANN401
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
        found = (each for error in errors for each in wordings(error, pointer, document))
        told = list(islice(found, MAX_PROBLEMS))
        for wording in told or [UNEXPLAINED]:
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
