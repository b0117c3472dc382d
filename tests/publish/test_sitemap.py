"""The maps of the site name every page for people once, and none is too large."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from publishing import SETTINGS

from registry.catalogue.entries import entries_of
from registry.model.entries import Entries
from registry.model.files import digest
from registry.publish import Context, Listing
from registry.publish._pages import paths
from registry.publish.sitemap import SIZE, finish_sitemap

if TYPE_CHECKING:
    from publishing import Published

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


def test_removed_tools_are_on_no_map(launched: Published) -> None:
    listing = Listing(Context(SETTINGS), entries_of(launched.catalogue))
    there = paths.tool_page(launched.catalogue.tools[0])
    part = "tools/frankfurter/exchange-rates/2/"
    gone = "tools/frankfurter/exchange-rates/get_latest_rates/"
    written = {f"{page}index.html": digest(b"") for page in (there, part, gone)}
    found = "".join(file.data.decode() for file in finish_sitemap(listing, written))

    assert there in found
    assert part in found
    assert gone not in found
