"""A build publishes everything or leaves the earlier site as it was."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from publishing import ROOT, SAMPLES, SETTINGS

from registry.gate import GateError
from registry.load import LEAST_PART, load
from registry.pipeline import build, check
from registry.publish import Settings

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = ROOT / "mkdocs.yml"
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


def test_file_that_clients_refuse_publishes_nothing(site: Path) -> None:
    with pytest.raises(GateError, match="utcp: list_registry_tools"):
        build(SAMPLES, site, CONFIG, UNFIT)

    assert_untouched(site)
    assert [path.name for path in site.parent.iterdir()] == ["site"]


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Make a tree of four publishers that is large enough to be shared, with an error in each."""
    manuals = tmp_path / "manuals"
    manual = (SAMPLES / "acme" / "tides" / "1.1.0.yaml").read_text(encoding="utf-8")
    for name in ("ant", "bee", "cat", "dog"):
        folder = manuals / name / "tides"
        folder.mkdir(parents=True)
        (folder.parent / "publisher.yaml").write_text(f"name: {name}\n", encoding="utf-8")
        padded = f"{manual}# {'-' * LEAST_PART}\n"
        (folder / "1.1.0.yaml").write_text(padded, encoding="utf-8")
    return manuals


def test_large_tree_is_read_in_parts_that_are_whole_together(large: Path) -> None:
    whole = load(large)
    parts = whole.parts(3)

    assert 1 < len(parts) <= 3
    assert [each for part in parts for each in part.publishers] == list(whole.publishers)


def test_processes_find_what_one_finds(large: Path) -> None:
    alone, shared = check(large), check(large, processes=3)

    assert len(alone.catalogue.manuals) == 4
    assert {each.place.path.split("/")[1] for each in alone.diagnostics} == {
        "ant",
        "bee",
        "cat",
        "dog",
    }
    assert shared == alone
