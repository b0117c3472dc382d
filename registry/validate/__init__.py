"""Check data against the registry's own JSON Schemas and say what is wrong in the author's words.

`jsonschema-rs` answers "nothing wrong here" for nearly every file; `jsonschema` explains the rest.
Neither may ever fetch a `$ref`: the schemas are closed, and both are told to refuse.

A schema may carry annotations for its messages: `x-rule` (the id of the rule instead of the
general one), `x-message` (what is wrong, with `{where}` and `{value}`), `x-hint` (what to do),
`x-example` (what to write for a key that is missing), `x-key-hints` and `x-value-hints` (what to
do about unknown keys and values that people often write).
"""

from __future__ import annotations

from registry.validate._instances import (
    checker,
    instance_problems,
    is_pattern,
    located_problems,
    schema_problem,
)
from registry.validate._nearest import nearest
from registry.validate._schemas import Schema, embedded, load_schema, problem
from registry.validate._weight import MAX_WEIGHT, weigh

__all__ = [
    "MAX_WEIGHT",
    "Schema",
    "checker",
    "embedded",
    "instance_problems",
    "is_pattern",
    "load_schema",
    "located_problems",
    "nearest",
    "problem",
    "schema_problem",
    "weigh",
]
