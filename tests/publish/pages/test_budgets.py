"""Pages stay light: what a visit loads, compressed, and what Lighthouse says of it."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from chromium import executable, missing, visit
from made_up_tree import make_tree
from page_facts import facts_of
from paths import TESTS
from publishing import SETTINGS, read
from seen import some

from registry.publish import Context, artefacts, render
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

BROWSER = TESTS / "browser"
LIGHTHOUSE = BROWSER / "node_modules" / "lighthouse"
JUDGED = ("", "catalogue/", "tools/open-meteo/forecast/get_forecast/")
WANTED = {"performance": 0.95, "accessibility": 0.99, "best-practices": 0.99, "seo": 0.99}
"""Performance is 0.99 and more on an idle machine, but the one category that measures time: what
makes pages slow for everybody, their bytes, other tests count."""
TRIES = 3
SLOWER, QUICK = 4, 1_500
"""How many times slower than this machine a phone is taken to be, if the machine is a quick one by
Lighthouse's own benchmark; a machine that is slower, or busy, is nearer to a phone."""

COLD, WARM = 60_000, 25_000
LARGEST_PAGES = 60
"""Pages of tools that are looked at: the largest as files, as no small one is heavy."""
READY = 120_000
"""Bytes with which the catalogue of 500 tools can be searched."""
FIRST = 150_000
"""Bytes of the first view of 10,000 tools, with its rows."""
MADE_UP = 1_000
GROWING = {"catalogue/columns.json", "v1/search/index.json"}
"""What the first view loads whole, however many tools there are."""
LOADED = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .map(({ name, transferSize }) => [name, transferSize])"""


@cache
def compressed(path: Path) -> int:
    """Return how many bytes are sent of the file at *path*; pages share most of what they load."""
    return len(gzip.compress(path.read_bytes(), mtime=0))


def loaded(page: Path) -> Iterator[Path]:
    """Yield the files that a browser loads with *page*, itself first."""
    yield page
    for tag, link in facts_of(page.read_text(encoding="utf-8")).links:
        is_fetched = tag in ("script", "img") or link.endswith((".css", "icon.svg"))
        if is_fetched and not link.startswith("https:"):
            yield (page.parent / link).resolve()


def test_a_tool_page_is_light(launch: Path) -> None:
    pages = sorted(launch.glob("tools/*/*/*/index.html"), key=lambda page: page.stat().st_size)
    for page in some(pages[-LARGEST_PAGES:]):
        cold = sum(map(compressed, loaded(page)))

        assert cold < COLD, (page, cold)
        assert compressed(page) < WARM, page


def test_the_catalogue_is_soon_ready_to_be_searched(launch: Path) -> None:
    page = launch / "catalogue" / "index.html"
    own = [launch / "v1" / "search" / "index.json"]
    fixed = sum(map(compressed, [*loaded(page), *own]))
    columns = launch / "catalogue" / "columns.json"
    tools = len(json.loads(columns.read_bytes())["manual"])

    assert fixed + compressed(columns) / tools * 500 < READY


def test_the_first_view_of_ten_thousand_tools_is_light(
    launch: Path, browser: Browser, shell: str, tmp_path: Path
) -> None:
    with serving(launch) as url, visit(browser, f"{url}catalogue/") as seen:
        loaded = {
            urlsplit(each).path.lstrip("/"): size for each, size in seen.page.evaluate(LOADED)
        }
    half = sizes(tmp_path / "half", MADE_UP // 2, shell)
    made = sizes(tmp_path / "whole", MADE_UP, shell)
    same = sum(max(size, made.get(path, 0)) for path, size in loaded.items() if path not in GROWING)
    growing = sum(made[path] for path in GROWING)
    growth = (growing - sum(half[path] for path in GROWING)) / (MADE_UP - MADE_UP // 2)

    assert loaded.keys() >= GROWING
    assert {path for path in loaded.keys() & made.keys() if "/rows/" in path}
    assert growth > 0
    assert same + growing + growth * (10_000 - MADE_UP) < FIRST


def sizes(manuals: Path, tools: int, shell: str) -> dict[str, int]:
    """Return how many bytes are sent of the files of a catalogue and search of so many *tools*."""
    make_tree(manuals, tools)
    wanted = [each for each in artefacts() if each.name in ("pages_catalogue", "search")]
    return {
        file.path.removesuffix("index.html"): len(gzip.compress(file.data, mtime=0))
        for file in render(read(manuals).catalogue, Context(SETTINGS, shell), wanted)
    }


def test_lighthouse_is_content(launch: Path) -> None:
    scores: dict[str, dict[str, float]] = {page: {} for page in JUDGED}
    slower: float = SLOWER
    with serving(launch) as url:
        # Speed is measured: a machine that is slow, or busy for a moment, gets another chance.
        for _ in range(TRIES):
            lacking = {url + page: lacking_in(found) for page, found in scores.items()}
            reports = judged({page: asked for page, asked in lacking.items() if asked}, slower)
            for address, report in reports.items():
                of_page = scores[address.removeprefix(url)]
                for category, found in report["categories"].items():
                    of_page[category] = max(found["score"] or 0, of_page.get(category, 0))
            indices = (each["environment"]["benchmarkIndex"] for each in reports.values())
            slower = SLOWER * min(1, min(indices) / QUICK)
            if not any(map(lacking_in, scores.values())):
                break

    lacking = {page: lacking_in(found) for page, found in scores.items()}
    assert lacking == {page: [] for page in JUDGED}, scores


def lacking_in(found: dict[str, float]) -> list[str]:
    """Return the categories in which the scores *found* of a page are too low, or not there."""
    return [each for each, least in WANTED.items() if found.get(each, 0) < least]


def judged(pages: dict[str, list[str]], slower: float) -> dict[str, Any]:
    """Return the report of Lighthouse on each of *pages*, in the categories that are asked for."""
    node, chrome = shutil.which("node"), executable()
    if not (node and chrome and LIGHTHOUSE.is_dir()):
        missing("LIGHTHOUSE")
    request = {
        "pages": pages,
        "settings": {
            "disableFullPageScreenshot": True,
            "logLevel": "silent",
            "throttling": {"cpuSlowdownMultiplier": max(1, slower)},
        },
        "chromeFlags": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
    }
    done = subprocess.run(
        [str(node), "lighthouse.mjs"],
        cwd=BROWSER,
        input=json.dumps(request),
        env={**os.environ, "CHROME_PATH": chrome},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    reports: dict[str, Any] = json.loads(done.stdout)
    return reports
