"""A build publishes everything or leaves the earlier site as it was."""

from __future__ import annotations

import gc
import shutil
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from calls import calls_during
from paths import ROOT
from publishing import SAMPLES, SETTINGS

from registry.model import Catalogue, Manual, Release, Tool
from registry.pipeline import BATCH, build, check
from registry.publish import Context, artefacts, render
from registry.settings import Settings
from registry.site.client_checks import ClientChecksError
from registry.site.parallel import Work
from registry.source import Document

CONFIG = ROOT / "mkdocs.yml"
DATA = [each for each in artefacts() if not each.is_page]
UNFIT = Settings("Sample Registry", "http://registry.example.com/")
"""Not encrypted, so that clients would refuse the registry's own tools."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Publish a site of one page, as an earlier build did."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_bytes(b"earlier")
    return tmp_path / "site"


def assert_untouched(site: Path) -> None:
    assert [path.name for path in site.iterdir()] == ["index.html"]
    assert (site / "index.html").read_bytes() == b"earlier"


def test_error_in_one_manual_publishes_nothing(site: Path, tmp_path: Path) -> None:
    manuals = shutil.copytree(SAMPLES, tmp_path / "manuals")
    (manuals / "acme" / "tides" / "1.1.1.yaml").write_text("utcp_version: 1.0\ntools: []\n")
    built = build(manuals, site, CONFIG, SETTINGS)

    assert built.written == {}
    assert any(each.place.path.endswith("1.1.1.yaml") for each in built.checked.diagnostics)
    assert_untouched(site)


@pytest.mark.slow
def test_file_that_clients_refuse_publishes_nothing(site: Path) -> None:
    with pytest.raises(ClientChecksError, match="utcp: list_registry_tools"):
        build(SAMPLES, site, CONFIG, UNFIT)

    assert_untouched(site)
    assert [path.name for path in site.parent.iterdir()] == ["site"]


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Make a tree of four publishers that is read in several batches, with an error in each."""
    manuals = tmp_path / "manuals"
    manual = (SAMPLES / "acme" / "tides" / "1.1.0.yaml").read_text(encoding="utf-8")
    for name in ("ant", "bee", "cat", "dog"):
        folder = manuals / name / "tides"
        folder.mkdir(parents=True)
        (folder.parent / "publisher.yaml").write_text(f"name: {name}\n", encoding="utf-8")
        padded = f"{manual}# {'-' * BATCH}\n"
        (folder / "1.1.0.yaml").write_text(padded, encoding="utf-8")
    return manuals


@pytest.mark.slow
def test_processes_find_what_one_finds(large: Path) -> None:
    alone = check(large)
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as executor:
        shared = check(large, work=Work(lambda: executor))

    assert len(alone.batches) == len(alone.catalogue.manuals) == 4
    assert {each.place.path.split("/")[1] for each in alone.diagnostics} == {
        "ant",
        "bee",
        "cat",
        "dog",
    }
    assert shared.diagnostics == alone.diagnostics
    assert shared.catalogue == alone.catalogue
    assert shared.entries == alone.entries


def test_mention_of_a_tool_of_another_batch_is_found_where_it_stands(large: Path) -> None:
    ant, bee = (large / name / "tides" / "1.1.0.yaml" for name in ("ant", "bee"))
    text = ant.read_text(encoding="utf-8")
    ant.write_text(text.replace("next-tide", "read_tide_tables"), encoding="utf-8")
    bee.write_text(text.replace("at a harbour", "as read_tide_tables does"), encoding="utf-8")
    (found,) = (each for each in check(large).diagnostics if each.rule == "foreign-tool-mention")

    assert found.place.path.endswith("bee/tides/1.1.0.yaml")
    assert "read_tide_tables" in bee.read_text(encoding="utf-8").splitlines()[found.place.line - 1]


def alive() -> Counter[str]:
    gc.collect()
    kinds = (Catalogue, Manual, Release, Tool, Document)
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, kinds))


@pytest.mark.slow
def test_checks_leave_nothing_of_what_they_read() -> None:
    before = alive()
    for _ in range(5):
        checked = check(SAMPLES)
        assert checked.catalogue.tools
        list(render(checked.catalogue, Context(SETTINGS), DATA))
    del checked

    assert alive() == before


def test_file_without_problems_is_read_once(tmp_path: Path) -> None:
    """A second reading finds the places of problems; this manual names its tools in every way."""
    files = ["publisher.yaml", "wikidata/manual.yaml", "wikidata/1.0.2.yaml"]
    (tmp_path / "manuals" / "wikimedia" / "wikidata").mkdir(parents=True)
    for name in files:
        shutil.copy(
            ROOT / "manuals" / "wikimedia" / name, tmp_path / "manuals" / "wikimedia" / name
        )

    calls = calls_during(lambda: check(tmp_path / "manuals"))

    assert calls["source/__init__.py", "_walk"] == len(files)


@pytest.mark.slow
def test_nothing_is_read_validated_or_rendered_twice_in_one_build(tmp_path: Path) -> None:
    manuals = shutil.copytree(SAMPLES, tmp_path / "manuals")
    config = shutil.copy(CONFIG, tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    sources = [path for path in manuals.rglob("*") if path.is_file()]
    catalogue = check(manuals).catalogue
    every = [
        tool for each in catalogue.manuals for release in each.releases for tool in release.tools
    ]
    releases = [release for each in catalogue.manuals for release in each.releases]
    of_utcp = [each for each in releases if each.protocol == "utcp"]

    calls = calls_during(lambda: build(manuals, tmp_path / "site", Path(config)))

    assert calls["source/__init__.py", "read_document"] == len(sources) + 1, (
        "all files, and mkdocs.yml"
    )
    assert calls["settings.py", "read_configuration"] == 1
    assert calls["protocols/utcp/nulls.py", "without_nulls"] == len(of_utcp)
    assert calls["diagnostics.py", "sorted_diagnostics"] == 1
    assert calls["utcp_export/_tool_document.py", "document"] == len(every)
    assert calls["utcp_export/_why_not_offered.py", "load_obstacles"] == len(every)
    assert calls["catalogue/tool_definition.py", "tool_digest"] == len(every)
    assert calls["publish/_records.py", "cost"] == len(catalogue.tools)
    assert calls["publish/_pages/templates.py", "_tool_row"] == len(catalogue.tools)
    assert calls["publish/_changes.py", "changes_of"] <= len(catalogue.manuals)
    assert calls["search/documents.py", "_document"] == len(catalogue.tools)
    assert calls["model/files.py", "digest"] == calls["site/file_writer.py", "_write_file"]
