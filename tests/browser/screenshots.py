"""Take pictures of every kind of page, in four widths and on paper, into `screenshots/`.

The pictures are to be looked at by people; nothing compares them. The one in the README is taken
with `--readme`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from chromium import chromium, executable, visit  # noqa: E402

from registry import pipeline, settings  # noqa: E402
from registry.web.serve import serving  # noqa: E402

KINDS = {
    "home": "",
    "catalogue": "catalogue/",
    "search": "catalogue/?q=weather+forecast&auth=none",
    "nothing": "catalogue/?q=zebra+crossing",
    "letter": "catalogue/g/",
    "tool": "tools/open-meteo/forecast/get_forecast/",
    "tool-with-key": "tools/github/rest/create_issue/",
    "tool-to-run": "tools/open-tool-registry/bookshelf/add_book/",
    "tool-that-is-gone": "tools/frankfurter/exchange-rates/get_latest_rates/",
    "tool-local": "tools/git-scm/repository/list_commits/",
    "manual": "manuals/github/rest/",
    "manual-with-changes": "manuals/frankfurter/exchange-rates/",
    "any-two-versions": "manuals/frankfurter/exchange-rates/changes/",
    "difference": "manuals/frankfurter/exchange-rates/changes/1.0.0...2.0.2/",
    "category": "catalogue/category/weather/",
    "apis": "manuals/",
    "compared": "compare/?id=open-meteo/forecast&id=openweather/weather",
    "publishers": "publishers/",
    "publisher": "publishers/open-meteo/",
    "tags": "tags/",
    "tag": "tags/weather/",
    "protocols": "protocols/",
    "wishes": "wishes/",
    "changes": "changes/",
    "numbers": "stats/",
    "guide": "protocols/otc/",
    "document": "agents/",
    "rule": "rules/plain-http-url/",
    "missing": "no/such/page/",
}
SIZES = {
    "phone": (360, 740),
    "tablet": (768, 1024),
    "desktop": (1280, 900),
    "wide": (1920, 1080),
}
MODES = {
    **{f"{name}-{scheme}": (SIZES[name], scheme) for name in SIZES for scheme in ("light", "dark")},
    "paper": ((794, 1123), "light"),
}
README = ROOT / "docs" / "assets" / "screenshot.png"


def main() -> None:
    """Build the site from `manuals/`, and take the pictures."""
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as work:
        site = Path(work) / "site"
        config = ROOT / "mkdocs.yml"
        pipeline.build(ROOT / "manuals", site, config, settings.load_settings(config))
        with serving(site) as url, chromium(executable()) as browser:
            if wanted == ["--readme"]:
                with visit(browser, url + KINDS["tool"], size=(1120, 760)) as seen:
                    seen.page.screenshot(path=README)
                return
            folder = ROOT / "screenshots"
            folder.mkdir(exist_ok=True)
            for kind, path in KINDS.items():
                for mode, (size, scheme) in MODES.items():
                    if not wanted or kind in wanted:
                        with visit(browser, url + path, size=size, scheme=scheme) as seen:
                            if mode == "paper":
                                seen.page.emulate_media(media="print")
                            target = folder / f"{kind}-{mode}.png"
                            seen.page.screenshot(path=target, full_page=True)
    sys.stdout.write(f"look at {folder}\n")


if __name__ == "__main__":
    main()
