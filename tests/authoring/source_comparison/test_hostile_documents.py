"""No document keeps its reader for ever, makes it fall over, or leads it anywhere."""

from __future__ import annotations

import copy
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from registry.authoring.importers.openapi import Api
from registry.authoring.importers.sources import UnusableSourceError
from registry.authoring.source_comparison import (
    ApiDocument,
    Verdict,
    _documents,
    compare_release,
    read_document,
    report,
)
from registry.catalogue.find_manual import find_manual
from registry.source.foreign_documents import read_foreign

HERE = Path(__file__).parent
RELEASE = find_manual(HERE / "manuals", "harbour/stations").releases[0]
SMALL = find_manual(HERE / "manuals", "harbour/split").releases[0]
SECONDS = 20
TEXTS = st.sampled_from(
    (
        *("$ref", "#", "#/", "#/paths", "#/components/schemas/Station", "#/components/schemas/~"),
        *("properties", "items", "allOf", "anyOf", "type", "object", "array", "null", "enum"),
        *("required", "nullable", "in", "query", "path", "name", "schema", "content", "default"),
        *("application/json", "https://{a}.example.net", "//h", "{", "}", "\u202e", "a" * 300, "%"),
    )
) | st.text(st.characters(codec="utf-8"), max_size=20)
VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS
JSON = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def read(name: str) -> dict[str, Any]:
    data, _ = read_foreign(name, (HERE / "documents" / name).read_bytes())
    assert data is not None
    return data


READ = {name: read(name) for name in ("2.0.yaml", "3.0.yaml", "3.1.json")}


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, Any]:
    """Return one of the documents with some values or keys of it replaced by anything."""
    data = copy.deepcopy(READ[draw(st.sampled_from(sorted(READ)))])
    for _ in range(draw(st.integers(1, 4))):
        holder: Any = data
        while isinstance(holder, dict | list) and holder:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = draw(st.sampled_from(keys))
            inner = holder[key]
            if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 4)) == 0:
                holder[key] = draw(JSON)
                break
            holder = inner
    return data


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(damaged())
def test_any_document_can_be_compared(data: dict[str, Any]) -> None:
    found = compare_release(RELEASE, [ApiDocument("document", "", Api(data))])

    assert len(found.facts) + len(found.missing) > 0
    assert report.as_text(found)
    assert report.as_json(found).isascii()


def document(schemas: dict[str, Any]) -> ApiDocument:
    reply = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A0"}}}}
    data: dict[str, Any] = {
        "openapi": "3.1.0",
        "servers": [{"url": "https://api.harbour.example.net/v2"}],
        "paths": {"/old": {"get": {"responses": {"200": reply}}}},
        "components": {"schemas": schemas},
    }
    return ApiDocument("document", "", Api(data))


def reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_schemas_that_double_at_every_level_end(keyword: str) -> None:
    schemas: dict[str, Any] = {
        f"A{level}": {keyword: [reference(f"A{level + 1}")] * 9} for level in range(60)
    }
    schemas["A60"] = {"properties": {"word": {"type": "string"}}}
    began = time.monotonic()
    compare_release(SMALL, [document(schemas)])

    assert time.monotonic() - began < SECONDS


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_schema_inside_itself_ends(keyword: str) -> None:
    inside = {keyword: [reference("A0"), {"properties": {"word": {"type": "string"}}}]}
    found = compare_release(SMALL, [document({"A0": inside})])

    assert found.count(Verdict.WRONG) >= 1


def test_reference_to_itself_says_nothing() -> None:
    found = compare_release(SMALL, [document({"A0": reference("A0")})])

    assert {
        each.finding.verdict for each in found.facts if each.finding.subject == "reply.word"
    } <= {Verdict.NOT_FOUND}


def test_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "specs"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("type: boolean\n", encoding="utf-8")
    (folder / "reply.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "api.yaml").write_text(
        "openapi: 3.0.0\npaths: {/old: {get: {responses: {'200': {content: {application/json: "
        "{schema: {$ref: reply.yaml}}}}}}}}\n",
        encoding="utf-8",
    )
    found = read_document(str(folder / "api.yaml"))

    assert "boolean" not in str(found.api.data)


def test_document_in_too_many_files_is_refused_not_compared_in_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_documents, "MAX_FILES", 1)

    with pytest.raises(UnusableSourceError, match="more than 1 files; bundle it into one"):
        read_document(str(HERE / "documents/split/stations.yaml"))
