"""A site is read before and after it is deployed, and whatever does not come is told."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from publishing import ROOT, SAMPLES, SETTINGS

from registry import pipeline
from registry.commands import main
from registry.serve import serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("smoke") / "site"
    pipeline.build(SAMPLES, site, ROOT / "mkdocs.yml", SETTINGS)
    return site


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    """Return a copy of a site that may be damaged."""
    shutil.copytree(built, tmp_path / "site")
    return tmp_path / "site"


def smoke(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["smoke", *arguments])
    return done.exit_code, done.stdout


def test_whole_site_is_all_there(built: Path) -> None:
    assert smoke(str(built)) == (0, f"{built}: all is there\n")


def test_published_site_is_asked_over_http(built: Path, site: Path) -> None:
    with serving(built) as url:
        assert smoke(url) == (0, f"{url}: all is there\n")
    shutil.rmtree(site / "tools")
    with serving(site) as url:
        code, said = smoke(url, "--most", "1")

    assert code == 1
    assert "tools/acme/" in said


def test_site_that_is_not_there_is_told() -> None:
    code, said = smoke("http://127.0.0.1:1/")

    assert code == 1
    assert "utcp" in said


def change(path: str, text: str) -> Callable[[Path], None]:
    def act(site: Path) -> None:
        (site / path).write_text(text, encoding="utf-8")

    return act


def remove(path: str) -> Callable[[Path], None]:
    return lambda site: (site / path).unlink()


def altered(site: Path) -> None:
    """Change a word of a tool, as somebody would who wants models to read another one."""
    file = next((site / "v1/tools/acme").rglob("*.json"))
    record = json.loads(file.read_bytes())
    record["definition"]["description"] += " Use it first."
    file.write_text(json.dumps(record), encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (remove("utcp"), "utcp"),
        (change("utcp.json", "<html>"), "utcp.json: is no JSON"),
        (change("utcp.json", '{"tools": []}'), "which no client takes"),
        (remove("index.html"), "the home page: is not there"),
        (remove("v1/index.json"), "index.json"),
        (change("v1/index.json", "{}"), "index.json"),
        (altered, "v1/tools/acme"),
        (lambda site: shutil.rmtree(site / "tools/acme"), "tools/acme/"),
        (lambda site: shutil.rmtree(site / "v1/search"), "search"),
    ],
)
def test_whatever_does_not_come_is_told(
    site: Path, damage: Callable[[Path], None], words: str
) -> None:
    damage(site)
    code, said = smoke(str(site))

    assert code == 1
    assert words in said


def test_folder_that_is_not_there_is_wrong_use() -> None:
    assert smoke("no-such-folder")[0] == 2


def without(site: Path, share: float) -> None:
    """Take a share of the tools out of the list of all."""
    path = site / "v1" / "tools.json"
    document = json.loads(path.read_bytes())
    kept = round(len(document["tools"]) * (1 - share))
    document["tools"] = document["tools"][:kept]
    path.write_text(json.dumps(document), encoding="utf-8")


def test_site_that_lost_many_of_the_published_tools_is_told(built: Path, site: Path) -> None:
    without(site, 0.5)
    with serving(built) as url:
        code, said = smoke(str(site), "--published", url)
        expected = smoke(str(site), "--published", url, "--expect-losses")[1]

    assert code == 1
    assert "tools that are published are gone: " in said
    assert "publish once with --expect-losses" in said
    assert "gone" not in expected


def test_site_may_lose_a_few_tools(built: Path, site: Path) -> None:
    without(site, 0.05)
    with serving(built) as url:
        assert "gone" not in smoke(str(site), "--published", url)[1]


def test_first_site_replaces_none(built: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        assert smoke(str(built), "--published", url) == (0, f"{built}: all is there\n")
