"""What becomes of each small document: the manual and the report, as they were read and approved.

After a change that is meant, write them again and read the difference before committing it:

    REGENERATE=1 .venv/bin/python -m pytest tests/authoring/importers/openapi/test_documents.py
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest
from paths import ROOT

from registry import source
from registry.authoring.importers.draft import about_publisher
from registry.authoring.importers.openapi import (
    CHANGED,
    LEFT_OUT,
    Imported,
    convert_document,
    manual,
    report,
)
from registry.authoring.manual_files import Files, ReleaseTarget, check_files, release_files
from registry.source.foreign_documents import read_foreign

HERE = Path(__file__).parent
DOCUMENTS = sorted((HERE / "documents").iterdir())
EXPECTED = HERE / "expected"

FAILING = {
    "servers": {"internal-host"},
}
"""Documents whose manuals break a rule, and which."""

by_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)


@cache
def imported(path: Path) -> Imported:
    data, _ = read_foreign(path.name, path.read_bytes())
    assert data is not None
    return convert_document(data)


TARGET = ReleaseTarget(HERE / "nowhere", "acme", "test", "1.0.0")


@cache
def texts(path: Path) -> Files:
    found = imported(path)
    return release_files(
        TARGET,
        about_publisher("acme", manual.homepage_of(found), manual.listed_hosts(found)),
        manual.listing_draft(found, "test"),
        manual.release_draft(found, "1.0.0", "2026-01-31"),
    )


def approved(path: Path, found: str) -> str:
    if os.environ.get("REGENERATE"):
        path.write_text(found, encoding="utf-8")
    return path.read_text(encoding="utf-8")


@by_document
def test_manual_is_as_approved(path: Path) -> None:
    written = texts(path)
    found = f"{written.about}\n{written.listing}\n{written.release}"

    assert found == approved(EXPECTED / f"{path.stem}.yaml", found)


@by_document
def test_report_is_as_approved(path: Path) -> None:
    found = json.dumps(report.report_data(imported(path)), indent=2, ensure_ascii=False) + "\n"

    assert found == approved(EXPECTED / f"{path.stem}.json", found)


@by_document
def test_manual_passes_the_public_check(path: Path) -> None:
    found = check_files(TARGET, texts(path))

    errors = {problem.rule for problem in found if problem.severity == "error"}
    assert errors == FAILING.get(path.stem, set())


@by_document
def test_every_operation_becomes_a_tool_or_is_reported(path: Path) -> None:
    found = imported(path)
    document, problems = source.read_document("a.yaml", texts(path).release.encode())

    assert not problems
    assert document is not None
    tools = document.data["tools"]
    assert isinstance(tools, list)
    assert len(tools) == len(found.made)
    assert len(found.made) + sum(each.reason is not None for each in found.outcomes) == len(
        found.outcomes
    )


def test_every_kind_of_note_is_seen_in_some_document() -> None:
    outcomes = [outcome for path in DOCUMENTS for outcome in imported(path).outcomes]
    seen = {note.kind for outcome in outcomes for note in outcome.notes}
    reasons = {outcome.reason.kind for outcome in outcomes if outcome.reason}

    assert seen == set(CHANGED)
    assert reasons == set(LEFT_OUT) - {"not-selected"}


def test_no_approved_file_is_forgotten() -> None:
    kept = {path.name for path in EXPECTED.iterdir()}

    assert kept == {f"{path.stem}.{end}" for path in DOCUMENTS for end in ("yaml", "json")}


def test_every_kind_of_note_is_explained_on_the_page() -> None:
    page = (ROOT / "docs" / "import-openapi.md").read_text(encoding="utf-8")

    assert [kind for kind in (*LEFT_OUT, *CHANGED) if f"`{kind}`" not in page] == []
