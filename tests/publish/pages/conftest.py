"""Sites that the tests of pages look at, each built once."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium import chromium, executable, missing
from once import once
from page_facts import pages_of
from sites import hand_written_pages, launched_site, sample_site

from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from page_facts import Facts
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
SLOW = {"browser", "launch", "site", "shell"}
"""Fixtures that run a browser or the generator: every test here that uses one is `slow`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = {path for path in {item.path for item in items} if HERE in path.parents}
    for item in (each for each in items if each.path in here):
        if isinstance(item, pytest.Function) and not SLOW.isdisjoint(item.fixturenames):
            item.add_marker(pytest.mark.slow)
            if "browser" in item.fixturenames:
                _VISITING.add(item.path)


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the site of the samples of every protocol and dialect."""
    return sample_site().folder


@pytest.fixture(scope="session")
def launch() -> Path:
    """Return the site of the launch catalogue."""
    return launched_site().folder


@pytest.fixture(scope="session")
def launch_url(launch: Path) -> Iterator[str]:
    """Serve the site of the launch catalogue."""
    with serving(launch) as url:
        yield url


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[str, Facts]:
    """Return the facts of every page of the samples' site."""
    return pages_of(site)


@pytest.fixture(scope="session")
def shell(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Have the generator make the frame of a page, once for all processes."""
    return once("shell", lambda: hand_written_pages(tmp_path_factory.mktemp("frame")))


@pytest.fixture
def browser() -> Browser:
    """Return the browser that this process runs for all modules in a row that use one."""
    path = executable()
    if not path:
        missing("CHROMIUM")
    return _started(path)


_RUNNING = ExitStack()
_VISITING: set[Path] = set()
"""Modules that use the browser."""


@cache
def _started(path: str) -> Browser:
    return _RUNNING.enter_context(chromium(path))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """End the browser before other modules: while it runs, nothing else can use asyncio."""
    try:
        yield
    finally:
        if nextitem is None or nextitem.path not in _VISITING:
            pytest_sessionfinish()


def pytest_sessionfinish() -> None:
    _RUNNING.close()
    _started.cache_clear()


@pytest.fixture(scope="session")
def url(site: Path) -> Iterator[str]:
    """Serve the samples' site."""
    with serving(site) as url:
        yield url
