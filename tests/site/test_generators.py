"""The same pages come from every generator that reads `mkdocs.yml`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from sites import hand_written_pages

from registry.model import Catalogue
from registry.publish import Context, artefacts, render
from registry.settings import Settings
from registry.site.mkdocs_frame import GENERATOR_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

COMMANDS = {
    "properdocs": ".clients/properdocs/bin/python -m properdocs",
    "zensical": ".clients/zensical/bin/zensical",
}
SETTINGS = Settings("Sample Registry", "https://registry.example.com/")


def built(folder: Path) -> tuple[str, dict[str, bytes]]:
    """Return the frame and the hand-written pages, by path."""
    folder.mkdir()
    shell = hand_written_pages(folder)
    pages = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*")
             if path.suffix == ".html"}  # fmt: skip
    return shell, pages


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, bytes]]:
    return built(tmp_path_factory.mktemp("usual") / "site")


@pytest.fixture(scope="module", params=list(COMMANDS))
def other(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, bytes]]:
    if not any((ROOT / ".clients" / request.param).glob(".installed-*")):
        message = f"{request.param.upper()} IS NOT INSTALLED: run `make clients`"
        if os.environ.get("REGISTRY_REQUIRE_CLIENTS") == "1":
            pytest.fail(message)
        pytest.skip(message)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(GENERATOR_VARIABLE, f"{ROOT}/{COMMANDS[request.param]}")
        return built(tmp_path_factory.mktemp("other") / "site")


def test_another_generator_makes_the_same_set_of_pages(
    usual: tuple[str, dict[str, bytes]], other: tuple[str, dict[str, bytes]]
) -> None:
    assert sorted(other[1]) == sorted(usual[1])


def test_pages_of_the_catalogue_fit_into_its_frame(other: tuple[str, dict[str, bytes]]) -> None:
    wanted = [each for each in artefacts() if each.name == "pages_home"]
    (home,) = render(Catalogue((), ()), Context(SETTINGS, other[0]), wanted)

    assert b"</footer>" in home.data
    assert b"slot:" not in home.data
