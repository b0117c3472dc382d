"""A reference leads to one place of its document, or nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from registry.source import references

if TYPE_CHECKING:
    from registry.source import Json

ROOT: dict[str, Json] = {
    "$defs": {"a": {"type": "string"}, "b/c~d": {"type": "null"}, "e f": [1, {"x": 2}], "no": False}
}


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("#", ROOT),
        ("#/$defs/a", {"type": "string"}),
        ("#/%24defs/a", {"type": "string"}),
        ("#/$defs/b~1c~0d", {"type": "null"}),
        ("#/$defs/b%2Fc~0d", {"type": "null"}),
        ("#/$defs/e%20f/1", {"x": 2}),
        ("#/$defs/no", False),
    ],
)
def test_pointer_leads_to_what_it_names(reference: str, found: Json) -> None:
    assert references.resolve_reference(ROOT, reference) == (found,)


@pytest.mark.parametrize(
    "reference",
    [
        *("#/$defs/z", "#/$defs/a/type/x", "#/$defs/e f/2", "#/$defs/e f/-1", "#a", ""),
        *("#/$defs/e f/01", "#/$defs/e f/\N{ARABIC-INDIC DIGIT ONE}", f"#/$defs/e f/{'9' * 4301}"),
        *("a.json#/$defs/a", "https://example.com/#/$defs/a", None, 1, {}),
    ],
    ids=str,
)
def test_anything_else_leads_nowhere(reference: Json) -> None:
    assert references.resolve_reference(ROOT, reference) == ()
    assert references.mapping_at(ROOT, reference) is None


def test_only_a_mapping_is_one() -> None:
    assert references.mapping_at(ROOT, "#/$defs/a") == {"type": "string"}
    assert references.mapping_at(ROOT, "#/$defs/no") is None
