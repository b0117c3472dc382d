"""Look at pages in a real headless Chromium, and keep what it complains about."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["chromium", "executable", "expect", "missing", "visit"]

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one that is there; the one without a window takes half of the time of the others."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--renderer-process-limit=1",
    "--js-flags=--single-threaded,--no-opt,--no-maglev",
]
"""With one process for all pages of a window, a visit takes five sixths of the time. Scripts of a
page run too shortly for what compiles them a second or a third time, or cleans up beside them, to
pay."""
DESKTOP, PHONE, NARROW = (1280, 900), (390, 844), (320, 640)
EMPTY = "robots.txt"
"""Where a visit begins that has something to do before it opens its first page."""
LOADS_MORE = ("/catalogue/", "/compare/")
"""Pages whose scripts load what they show."""


def missing(what: str) -> None:
    """Skip the test that needs *what*, or fail it where a browser is required."""
    message = f"{what} IS NOT HERE: NO PAGE IS LOOKED AT IN A BROWSER"
    if os.environ.get("REGISTRY_REQUIRE_BROWSER") == "1":
        pytest.fail(message)
    pytest.skip(message)


def executable() -> str:
    """Return the path of a Chromium, "" where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), "")


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """Run the browser at *path*."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """A page that is being looked at: what it wrote to the console and what it asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def visit(
    browser: Browser,
    url: str,
    *,
    size: tuple[int, int] = DESKTOP,
    scheme: str = "light",
    script: bool = True,
) -> Iterator[Visit]:
    """Open *url* as someone who has never been there before."""
    window = _window(browser, script=script)
    page = window.new_page()
    if size != DESKTOP:
        page.set_viewport_size({"width": size[0], "height": size[1]})
    if scheme == "dark":
        page.emulate_media(color_scheme="dark")
    visit = Visit(page)
    page.on("console", lambda message: visit.complaints.append(message.text))
    page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    page.on("requestfailed", lambda request: visit.complaints.append(f"lost {request.url}"))
    page.on("request", lambda request: visit.requests.append(request.url))
    loads_more = any(path in url for path in LOADS_MORE)
    try:
        page.goto(url, wait_until="networkidle" if loads_more else "load")
        yield visit
    except BaseException:
        _window.cache_clear()
        raise
    _forget(window, url)


@cache
def _window(browser: Browser, *, script: bool) -> BrowserContext:
    """Open a window for all visits: the browser takes longer to open one than to load a page.

    Its first page is empty, and keeps it open.
    """
    window = browser.new_context(
        viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
        color_scheme="light",
        reduced_motion="reduce",
        java_script_enabled=script,
        permissions=["clipboard-read", "clipboard-write"],
    )
    window.set_default_timeout(15_000)
    window.new_page()
    return window


def _forget(window: BrowserContext, url: str) -> None:
    """Close the pages of a visit, and have the browser forget what it kept of the site."""
    empty, *pages = window.pages
    for page in pages:
        page.close()
    orders = window.new_cdp_session(empty)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    orders.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    orders.send("Network.clearBrowserCache")
    orders.detach()
