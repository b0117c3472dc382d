"""Values have the types that JSON Schema names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seen import some

from registry.source.json_types import has_type, type_of

if TYPE_CHECKING:
    from registry.source import Json

VALUES: list[tuple[Json, set[str]]] = [
    (None, {"null"}),
    (True, {"boolean"}),
    ("1", {"string"}),
    (1, {"integer", "number"}),
    (1.0, {"number", "integer"}),
    (1.5, {"number"}),
    (float("inf"), {"number"}),
    ([1], {"array"}),
    ({"a": 1}, {"object"}),
]
NAMES = {name for _, names in VALUES for name in names}


@pytest.mark.parametrize(("value", "names"), VALUES, ids=[repr(value) for value, _ in VALUES])
def test_value_has_the_types_that_a_schema_accepts_it_for(value: Json, names: set[str]) -> None:
    assert {name for name in NAMES if has_type(value, name)} == names
    assert type_of(value) in names


def test_number_with_a_point_is_called_a_number() -> None:
    assert type_of(1.0) == "number"
    assert type_of(1) == "integer"


def test_unknown_type_is_that_of_no_value() -> None:
    assert not any(has_type(value, "text") for value, _ in some(VALUES))
