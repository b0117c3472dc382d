"""Whatever a source says, an import makes a draft of it or refuses it in a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attack import flipped, mangled, seeds
from damage import documents
from paths import TESTS
from seen import some

from registry import pipeline
from registry.authoring.importers import mcp, utcp
from registry.authoring.importers.draft import Draft, ImportRequest, write_draft
from registry.authoring.importers.openapi import Wanted, convert_document
from registry.authoring.importers.openapi.drafts import openapi_draft
from registry.authoring.importers.sources import UnusableSourceError
from registry.catalogue.assemble import assemble
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.source.foreign_documents import read_foreign

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

OPENAPI = TESTS / "authoring" / "importers" / "openapi" / "documents"
REQUEST = ImportRequest(Path(), "acme", "sample", "1.0.0", "2026-11-22", "")


def assembled(release: Any) -> None:  # noqa: ANN401 - JSON
    """Read *release* as the check does."""
    data = json.dumps(release).encode("utf-8", "surrogatepass")
    file = SourceFile("manuals/acme/sample/1.0.0.json", data)
    manual = ManualFolder("sample", "manuals/acme/sample", None, (("1.0.0", file),))
    assemble(Tree((PublisherFolder("acme", "manuals/acme", None, (manual,)),), ()))


def of_utcp(data: dict[str, Any]) -> None:
    assembled(utcp.utcp_draft("x", data, REQUEST).release)


def of_mcp(data: dict[str, Any]) -> None:
    server: dict[str, Any] = {"transport": "stdio", "command": "x"}
    assembled(mcp.of_listing("x", data, server, REQUEST).release)


def of_openapi(data: dict[str, Any]) -> None:
    assembled(convert_document(data).tools)


SOURCES: dict[str, tuple[Callable[[dict[str, Any]], None], list[dict[str, Any]]]] = {
    "utcp": (of_utcp, [*documents("utcp")]),
    "mcp": (of_mcp, [*documents("mcp")]),
    "openapi": (
        of_openapi,
        [
            data
            for path in sorted(OPENAPI.glob("[!l]*"))
            if (data := read_foreign(path.name, path.read_bytes())[0])
            and path.stat().st_size < 9999
        ],
    ),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_mangled_source_is_imported_or_refused(kind: str) -> None:
    importing, found = SOURCES[kind]
    imported = 0
    for seed in some(seeds(40)):
        dice = Random(f"{kind} {seed}")
        data = mangled(dice.choice(found), dice)
        with suppress(UnusableSourceError):
            importing(data)
            imported += 1

    assert imported


def drafted(kind: str, data: dict[str, Any], folder: Path) -> Draft:
    if kind == "utcp":
        return utcp.utcp_draft("x", data, REQUEST)
    if kind == "mcp":
        return mcp.of_listing("x", data, {"transport": "stdio", "command": "npx"}, REQUEST)
    file = folder / "openapi.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return openapi_draft(str(file), Wanted(), REQUEST)


@pytest.mark.parametrize("kind", SOURCES)
def test_what_is_written_of_a_mangled_source_passes_the_check(kind: str, tmp_path: Path) -> None:
    _, found = SOURCES[kind]
    written = 0
    for seed in some(seeds(12)):
        dice = Random(f"written {kind} {seed}")
        data = mangled(dice.choice(found), dice)
        out = tmp_path / str(seed) / "manuals"
        asked = replace(REQUEST, manuals=out, homepage="https://acme.com/")
        with suppress(UnusableSourceError):
            _, result = write_draft(drafted(kind, data, tmp_path), asked)
            assert bool(result.written) == out.exists()
            if result.written:
                written += 1
                assert pipeline.check(out).is_publishable, (kind, seed)

    assert written


def test_flipped_bytes_are_read_or_refused() -> None:
    found = [json.dumps(each).encode() for _, data in SOURCES.values() for each in data]
    for seed in some(seeds(60)):
        dice = Random(seed)
        data, problems = read_foreign("x.json", flipped(dice.choice(found), dice))

        assert data is not None or problems
