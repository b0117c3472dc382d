"""The maps of the site name every page for people once, and none is too large."""

from __future__ import annotations

import re

from publishing import SETTINGS

from registry.model.entries import Entries
from registry.model.files import digest
from registry.publish import Context, Listing
from registry.publish.sitemap import SIZE, finish_sitemap

PAGES = [f"tags/tag-{number}/" for number in range(SIZE + 1)]
FILES = ("v1/index.json", "tags/tag-1/index.md", "mcp/v0.1/servers/index.html")


def test_pages_are_split_over_maps_and_nothing_else_is_on_one() -> None:
    paths = [*(f"{page}index.html" for page in PAGES), *FILES, "index.html"]
    listing = Listing(Context(SETTINGS), Entries((), ()))
    made = {
        file.path: re.findall("<loc>([^<]*)</loc>", file.data.decode())
        for file in finish_sitemap(listing, dict.fromkeys(paths, digest(b"")))
    }
    maps = {name: len(made[name]) for name in sorted(made) if name.startswith("sitemap-")}
    named = [each for name in maps for each in made[name]]

    assert maps == {"sitemap-site-1.xml": 1, "sitemap-tags-1.xml": SIZE, "sitemap-tags-2.xml": 1}
    assert sorted(named) == sorted(SETTINGS.base_url + page for page in [*PAGES, ""])
