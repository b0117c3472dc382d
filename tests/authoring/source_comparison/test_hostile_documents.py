"""No document keeps its reader for ever, makes it fall over, or leads it anywhere."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from openapi_damage import ANYTHING, damaged, read

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

HERE = Path(__file__).parent
RELEASE = find_manual(HERE / "manuals", "harbour/stations").releases[0]
SMALL = find_manual(HERE / "manuals", "harbour/split").releases[0]
SECONDS = 20
READ = {name: read(HERE / "documents" / name) for name in ("2.0.yaml", "3.0.yaml", "3.1.json")}


@pytest.mark.slow
@ANYTHING
@given(damaged(READ))
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
