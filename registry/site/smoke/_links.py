"""Links of the site to itself, in the files that lead agents and search engines around."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.site.smoke._site import spread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.site.smoke._site import InspectedSite

MAPS = "sitemap.xml"
GUIDES = ("llms.txt", "index.md")

_MOST_ASKED = 200
"""Links of one file that a server is asked for."""

_ENTRY = re.compile(r"<loc>([^<]+)</loc>")
_LINK = re.compile(r"https://[^()\s,;]+")
_TO_FILL_IN = re.compile(r"[A-Z]{4,}")
"""A part of an address that the reader replaces, such as PUBLISHER."""


def dead_links(site: InspectedSite) -> Iterator[str]:
    """Yield each link to this site in `llms.txt`, `index.md` and the maps that leads nowhere.

    Raises OSError if one of these files cannot be read.
    """
    maps = _ENTRY.findall(_text(site, MAPS))
    base = maps[0].rpartition("/")[0] + "/" if maps else ""
    sources = {MAPS: maps}
    for address in maps:
        name = address.removeprefix(base)
        if site.has(name):
            sources[name] = _ENTRY.findall(_text(site, name))
    for name in GUIDES:
        hrefs = _LINK.findall(_text(site, name))
        sources[name] = [each for each in hrefs if not _TO_FILL_IN.search(each)]
    is_there: dict[str, bool] = {}
    for source, links in sources.items():
        own = [link.removeprefix(base).partition("#")[0] for link in links if link.startswith(base)]
        for path in spread(own, _MOST_ASKED) if site.is_web else own:
            if path not in is_there:
                is_there[path] = site.has(path)
            if not is_there[path]:
                yield f"{source}: leads to {path or 'the home page'}, which is not there"


def _text(site: InspectedSite, path: str) -> str:
    return site.read(path).decode("utf-8", "replace")
