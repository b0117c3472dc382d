"""The registry's own schemas, and the problems of what is checked against them."""

from __future__ import annotations

import json
import re
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from registry.diagnostics import Diagnostic
from registry.source.limits import MAX_PROBLEMS
from registry.validate._no_fetching import refuse
from registry.validate._pointers import pointers
from registry.validate.vocabulary import with_inner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Document, Json, Pointer
    from registry.validate._wording import Wording

_MOVED = re.compile("move it into `(.+)`")

SCHEMAS = Path(__file__).parent / "schemas"
"""The folder of the registry's own schemas; `api/` has those of what it publishes."""


class Schema:
    """A JSON Schema (draft 2020-12) of the registry, compiled once, when first needed.

    Many are only read: for a schema that they are part of, or for the order of keys.
    """

    def __init__(self, schema: Mapping[str, Json]) -> None:
        self.document = dict(schema)

    @cached_property
    def _fast(self) -> jsonschema_rs.Validator:
        return jsonschema_rs.validator_for(
            self.document,
            retriever=refuse,
            pattern_options=jsonschema_rs.RegexOptions(),
            validate_formats=True,
        )

    def accepts(self, value: Json) -> bool:
        """Return whether *value* is valid. Raises ValueError if the schema cannot be used."""
        return self._fast.is_valid(value)

    def problems(self, document: Document, pointer: Pointer = ()) -> Iterator[Diagnostic]:
        """Yield the problems of the value at *pointer* of *document*, worded for its author.

        There is at least one for a value that is not valid, and at most `MAX_PROBLEMS`.
        """
        value = document.get(pointer)
        if self.accepts(value):
            return
        # Importing these takes longer than checking many valid manuals.
        from registry.validate import _explaining_engine  # noqa: PLC0415
        from registry.validate._own_schema_wordings import UNEXPLAINED, wordings  # noqa: PLC0415

        suspects = self._suspects(value)
        errors = _explaining_engine.errors(self.document, value, suspects, MAX_PROBLEMS)
        found = (each for error in errors for each in wordings(error, pointer, document))
        explained = _one_for_each_key(list(islice(found, MAX_PROBLEMS)))
        for wording in explained or [UNEXPLAINED]:
            place = (
                document.key_place(wording.pointer)
                if wording.at_key
                else document.place(wording.pointer)
            )
            yield Diagnostic(place, wording.rule, wording.message, wording.hint)

    def _suspects(self, value: Json) -> frozenset[int]:
        """Return the ids of the values on the way to each error in *value*."""
        ids: set[int] = set()
        for error in islice(self._fast.iter_errors(value), MAX_PROBLEMS):
            for pointer in pointers(value, error.instance_path):
                at: Any = value
                for step in pointer:
                    at = at[step]
                    ids.add(id(at))
        return frozenset(ids)


def _one_for_each_key(problems: list[Wording]) -> list[Wording]:
    """Return *problems* without what another one of them explains.

    That is a missing key whose other name is itself reported as unknown, what the hint for an
    unknown key disposes of, too, or a key without a value below which others are to be moved.
    """
    unknown = {each.pointer for each in problems if each.rule == "unknown-key"}
    filled = {
        (*each.mapping, moved[1]) for each in problems if (moved := _MOVED.fullmatch(each.hint))
    }
    explained = {(each.mapping, key) for each in problems for key in each.explains}
    return [
        each
        for each in problems
        if not (each.rule == "missing-key" and each.at_key and each.pointer in unknown)
        and (each.mapping, each.key) not in explained
        and not (each.rule == "wrong-type" and each.pointer in filled)
    ]


@cache
def load_schema(path: Path) -> Schema:
    """Return the schema in the JSON file at *path*, compiled once per process."""
    return Schema(json.loads(path.read_text(encoding="utf-8")))


def embedded(schema: Mapping[str, Json], at: str) -> dict[str, Json]:
    """Return *schema* for use inside another one, at the reference *at*, such as `#/$defs/tool`."""
    inner_schema = {key: value for key, value in schema.items() if key not in ("$id", "$schema")}
    reference = inner_schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#"):
        inner_schema["$ref"] = at + reference.removeprefix("#")
    return with_inner(inner_schema, lambda inner: embedded(inner, at))
