"""Sites that the tests of pages look at, each built once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from page_facts import pages_of
from publishing import ROOT, SAMPLES, SETTINGS

from registry import pipeline, rules
from registry.chrome import build_chrome

if TYPE_CHECKING:
    from pathlib import Path

    from page_facts import Facts

REPOSITORY = "https://git.example.com/acme/registry"


def build(manuals: Path, site: Path) -> Path:
    settings = replace(SETTINGS, repository=REPOSITORY)
    built = pipeline.build(manuals, site, ROOT / "mkdocs.yml", settings)
    assert built.written, built.checked.diagnostics
    return site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the samples of every protocol and dialect."""
    return build(SAMPLES, tmp_path_factory.mktemp("samples") / "site")


@pytest.fixture(scope="session")
def bare_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a site without any manual."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "manuals").mkdir()
    return build(folder / "manuals", folder / "site")


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[str, Facts]:
    """Return the facts of every page of the samples' site."""
    return pages_of(site)


@pytest.fixture(scope="session")
def shell(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Have the generator make the frame of a page."""
    folder = tmp_path_factory.mktemp("chrome")
    return build_chrome(ROOT / "mkdocs.yml", folder, SETTINGS, rules.documented())
