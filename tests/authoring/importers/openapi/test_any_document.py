"""Whatever a document holds, every operation in it becomes a sound tool or is reported."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from registry import source
from registry.authoring.importers.openapi import Imported, Wanted, convert_document, manual, report
from registry.authoring.manual_files import ReleaseTarget, release_files
from registry.model import TOOL_NAME, fold_name
from registry.protocols.utcp.schemas import utcp_schema
from registry.source.foreign_documents import read_foreign

pytestmark = pytest.mark.slow

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("[!l]*"))
"""All but the large one, which takes its time."""

WORDS = st.sampled_from(
    (
        *("$ref", "#", "#/", "#/components/schemas/Tree", "#/components/schemas/~", "#/paths"),
        *("properties", "items", "allOf", "anyOf", "type", "object", "array", "string", "enum"),
        *("required", "nullable", "in", "query", "path", "header", "name", "schema", "content"),
        *("application/json", "https://{a}.example.net", "//h", "http://[::1", "{", "}", "${X}"),
        *("\u202e", "\U0001f600", "a" * 300, "<b>", "..", "%", "%2e%2e", "\\", "x#/y"),
    )
)
TEXTS = WORDS | st.text(st.characters(codec="utf-8"), max_size=20)
NUMBERS = st.integers() | st.floats(allow_nan=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
ANYTHING = settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)


def read(path: Path) -> dict[str, Any]:
    data, _ = read_foreign(path.name, path.read_bytes())
    assert data is not None
    return data


READ = {path.stem: read(path) for path in DOCUMENTS}


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, Any]:
    """Return one of the documents with some values or keys of it replaced by anything."""
    data = copy.deepcopy(READ[draw(st.sampled_from(sorted(READ)))])
    for _ in range(draw(st.integers(1, 4))):
        holder: Any = data
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
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


def hold(found: Imported) -> None:
    tools = list(found.tools)
    names = [str(tool["name"]) for tool in tools]

    assert len(tools) == len(found.made)
    assert all(TOOL_NAME.fullmatch(name) for name in names)
    assert len(set(map(fold_name, names))) == len(names)
    assert [tool for tool in tools if not utcp_schema("tool").accepts(tool)] == []
    json.dumps(report.report_data(found))
    texts = release_files(
        ReleaseTarget(Path("nowhere"), "acme", "test", "1.0.0"),
        manual.publisher_draft(found, "acme"),
        manual.listing_draft(found, "test"),
        manual.release_draft(found, "1.0.0", "2026-01-31"),
    )
    document, problems = source.read_document("a.yaml", texts.release.encode())
    assert problems == ()
    assert document is not None
    assert document.data["tools"] == tools


@given(damaged())
@ANYTHING
def test_damaged_documents_are_imported_or_reported(data: dict[str, Any]) -> None:
    hold(convert_document(data))


def test_address_of_tokens_that_is_none_is_survived() -> None:
    data = copy.deepcopy(READ["security"])
    machine = data["components"]["securitySchemes"]["machine"]
    machine["flows"]["clientCredentials"]["tokenUrl"] = "//["
    found = convert_document(data, "https://security.example.net/openapi.yaml")

    hold(found)
    assert found.made


@given(st.dictionaries(TEXTS | st.sampled_from(["openapi", "swagger", "paths"]), JSON))
@ANYTHING
def test_any_json_is_survived(data: dict[str, Any]) -> None:
    hold(convert_document(data))


@given(st.dictionaries(TEXTS.map("/{}".format), st.dictionaries(st.just("get"), JSON)))
@ANYTHING
def test_any_paths_are_survived(paths: dict[str, Any]) -> None:
    wanted = Wanted(server="https://api.example.net")
    hold(convert_document({"openapi": "3.0.0", "paths": paths}, wanted=wanted))
