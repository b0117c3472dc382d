"""How long the catalogue's page is busy with each key, and what a question reads: in Chromium.

    python benchmarks/search/keystrokes.py SITE [QUESTION ...]

SITE is a built site, such as `benchmarks/build.py --keep` leaves one. The processor is slowed to a
quarter. A task is what the browser does without a pause; its time is that of its thread, which
does not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlparse

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tests" / "support"))

from chromium import chromium, executable

from registry.web.serve import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLOWER = 4
PAUSE = 250
"""Milliseconds between two keys."""

SETTLING = 3000
"""Milliseconds until nothing happens any more."""

FIELD = "#find [name=q]"


def main() -> None:
    """Print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("questions", nargs="*", default=["weather forecast", "delete an invoice"])
    options = parser.parse_args()
    with serving(options.site) as url, chromium(executable()) as browser:
        for question in options.questions:
            longest = typed(browser, f"{url}catalogue/", question)
            sizes = asked(browser, f"{url}catalogue/", question, options.site)
            read = ", ".join(f"{place} {size / 1e3:.0f} kB" for place, size in sizes.items())
            print(f"{question!r}: longest task {longest:.0f} ms; read, compressed: {read}")


def typed(browser: Browser, url: str, question: str) -> float:
    """Return the milliseconds of the longest task while *question* is typed."""
    page = browser.new_page()
    page.goto(url, wait_until="networkidle")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    trace = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[str] = []
    trace.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    trace.on("Tracing.tracingComplete", lambda _: ended.extend(["yes"]))
    wanted = {"includedCategories": ["toplevel", "devtools.timeline"], "excludedCategories": ["*"]}
    trace.send("Tracing.start", {"traceConfig": wanted, "transferMode": "ReportEvents"})
    page.locator(FIELD).press_sequentially(question, delay=PAUSE)
    page.wait_for_timeout(SETTLING)
    trace.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(PAUSE)
    page.close()
    threads = {each["tid"] for each in events if _type(each) == "keydown"}
    tasks = [each for each in events if each["name"].endswith("RunTask")]
    return max(float(each.get("tdur", 0)) / 1e3 for each in tasks if each["tid"] in threads)


def _type(event: dict[str, Any]) -> object:
    return (
        event.get("args", {}).get("data", {}).get("type")
        if event["name"] == "EventDispatch"
        else ""
    )


def asked(browser: Browser, url: str, question: str, site: Path) -> dict[str, int]:
    """Return the compressed bytes of the files that *question* reads, by their folder."""
    page = browser.new_page()
    page.goto(url, wait_until="networkidle")
    paths: list[str] = []
    page.on("requestfinished", lambda request: paths.append(urlparse(request.url).path))
    page.locator(FIELD).fill(question)
    page.wait_for_timeout(SETTLING)
    page.close()
    sizes: dict[str, int] = {}
    for path in paths:
        data = gzip.compress((site / path.strip("/")).read_bytes())
        folder = path.strip("/").rpartition("/")[0]
        sizes[folder] = sizes.get(folder, 0) + len(data)
    return sizes


if __name__ == "__main__":
    main()
