"""Whatever a document holds, every operation in it becomes a sound tool or is reported."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openapi_damage import ANYTHING, JSON, TEXTS, damaged, read

from registry import source
from registry.authoring.importers.draft import about_publisher
from registry.authoring.importers.openapi import Imported, Wanted, convert_document, manual, report
from registry.authoring.manual_files import ReleaseTarget, release_files
from registry.model import TOOL_NAME, fold_name
from registry.protocols.utcp.schemas import utcp_schema

pytestmark = pytest.mark.slow

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("[!l]*"))
"""All but the large one, which takes its time."""

READ = {path.stem: read(path) for path in DOCUMENTS}


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
        about_publisher("acme", manual.homepage_of(found), manual.listed_hosts(found)),
        manual.listing_draft(found, "test"),
        manual.release_draft(found, "1.0.0", "2026-01-31"),
    )
    document, problems = source.read_document("a.yaml", texts.release.encode())
    assert problems == ()
    assert document is not None
    assert document.data["tools"] == tools


@given(damaged(READ))
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
