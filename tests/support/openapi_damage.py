"""OpenAPI documents, and copies of them in which some values are replaced by anything."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from registry.source.foreign_documents import read_foreign

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

WORDS = st.sampled_from(
    (
        *("$ref", "#", "#/", "#/components/schemas/Tree", "#/components/schemas/~", "#/paths"),
        *("properties", "items", "allOf", "anyOf", "type", "object", "array", "string", "enum"),
        *("null", "default"),
        *("required", "nullable", "in", "query", "path", "header", "name", "schema", "content"),
        *("application/json", "https://{a}.example.net", "//h", "http://[::1", "{", "}", "${X}"),
        *("\u202e", "\U0001f600", "a" * 300, "<b>", "..", "%", "%2e%2e", "\\", "x#/y"),
    )
)
TEXTS = WORDS | st.text(st.characters(codec="utf-8"), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
ANYTHING = settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)


def read(path: Path) -> dict[str, Any]:
    """Return the document at *path*, which can be read."""
    data, _ = read_foreign(path.name, path.read_bytes())
    assert data is not None
    return data


@st.composite
def damaged(draw: st.DrawFn, documents: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return one of *documents* with some of its values or keys replaced by anything."""
    data = copy.deepcopy(documents[draw(st.sampled_from(sorted(documents)))])
    for _ in range(draw(st.integers(1, 4))):
        holder: Any = data
        while holder:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = draw(st.sampled_from(keys))
            inner = holder[key]
            if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 4)) == 0:
                if isinstance(holder, dict) and draw(st.booleans()):
                    holder[draw(TEXTS)] = holder.pop(key)
                else:
                    holder[key] = draw(JSON)
                break
            holder = inner
    return data
