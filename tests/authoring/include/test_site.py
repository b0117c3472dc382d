"""The whole site says of each included tool where it is from, and claims nothing for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from publishing import SETTINGS
from upstreams import downstream, upstream

from registry import pipeline

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

REPOSITORY = "https://git.example.com/acme/registry"
URL = "https://tools.partner.example.net/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a site with an included registry, as if its address were a public one."""
    folder = tmp_path_factory.mktemp("including")
    mine = downstream(folder / "mine")
    with upstream(folder / "upstream") as acme:
        acme.offer("acme")
        acme.publish()
        mine.names("partner", acme)
        mine.include()
    settings = (mine.root / "mkdocs.yml").read_text("utf-8")
    lock = mine.root / "included" / "partner" / "lock.json"
    local = mine.named["partner"]["url"]
    (mine.root / "mkdocs.yml").write_text(settings.replace(local, URL), "utf-8")
    lock.write_text(lock.read_text("utf-8").replace(local, URL), "utf-8")
    wanted = SETTINGS._replace(repository=REPOSITORY)
    built = pipeline.build(mine.manuals, mine.root / "site", ROOT / "mkdocs.yml", wanted)
    assert built.written, built.checked.diagnostics
    return mine.root / "site"


def test_pages_say_where_a_tool_is_from_and_do_not_answer_for_it(site: Path) -> None:
    publisher, manual, tool = (
        (site / folder / "index.html").read_text("utf-8")
        for folder in (
            "publishers/acme",
            "manuals/acme/weather",
            "tools/acme/weather/get_weather",
        )
    )
    twins = [
        (site / folder / "index.md").read_text("utf-8")
        for folder in (
            "publishers/acme",
            "manuals/acme/weather",
            "tools/acme/weather/get_weather",
        )
    ]

    assert f'href="{URL}"' in publisher
    assert "included from the registry" in publisher
    assert "Contributors of this registry" not in publisher
    for page in (manual, tool):
        assert "someone in the registry partner" in page
        assert f'href="{URL}"' in page
    assert all("ncluded from the registry partner" in twin and URL in twin for twin in twins)
    assert f"{REPOSITORY}/blob/main/included/partner/manuals/acme/weather" in manual
    assert f"{REPOSITORY}/blob/main/included/partner/manuals/acme/weather/1.0.0.json" in tool
    assert "a contributor" not in tool
    own = (site / "manuals/harbour/tides/index.html").read_text("utf-8")
    assert "contributors of this registry" in own
    assert "partner" not in own


def test_numbers_do_not_praise_what_nobody_here_can_mend(site: Path) -> None:
    """What is merely poor in included manuals is not told, so nothing says how good they are."""
    numbers = (site / "stats/index.html").read_text("utf-8")

    assert (
        "found nothing to warn of; what is merely poor in included manuals is not counted."
        in numbers
    )
