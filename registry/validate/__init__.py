"""Check data against JSON Schemas, and explain errors to the author of the data.

`jsonschema-rs` finds nearly every file valid; `jsonschema` explains the errors of the others.
Neither ever fetches a `$ref`: the schemas are self-contained, and both are set to refuse.

A schema may contain annotations for its messages: `x-rule` (the id of the rule instead of the
general one), `x-message` (what is wrong, with `{where}` and `{value}`), `x-hint` (what to do,
with `{needed}` for the names that `required` should list), `x-form` (how to write a value that has
another type),
`x-example` (what to write for a missing key), `x-other-names` (what people often call a key, with
its name here, beside the names in `_synonyms.py`), `x-key-hints` and `x-value-hints` (what to do
about unknown keys and values that people often write), `x-explaining-keys` (by unknown key, the
keys that are missing or unknown beside it and of which its hint disposes, too), `x-inside` (by the
other key in whose mapping people often write this one, where its own hint says so).
"""

from __future__ import annotations

from registry.validate._contributed_schemas import (
    checker,
    is_pattern,
    schema_problem,
)
from registry.validate._expanded_size import MAX_WEIGHT, weigh
from registry.validate._own_schemas import SCHEMAS, Schema, embedded, load_schema
from registry.validate._values import JSON_TYPE_WORDS

__all__ = [
    "JSON_TYPE_WORDS",
    "MAX_WEIGHT",
    "SCHEMAS",
    "Schema",
    "checker",
    "embedded",
    "is_pattern",
    "load_schema",
    "schema_problem",
    "weigh",
]
