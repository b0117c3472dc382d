"""`/robots.txt` and the maps of the site, split so that no file grows without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication

STAGE = Stage.LISTS
"""The maps list what was written."""

DOCS = "sitemap-docs.xml"
"""The map of the hand-written pages, which come with the frame."""

SIZE = 10_000
_OPEN = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def render(publication: Publication) -> Iterator[File]:
    """Yield the maps of all pages of the catalogue, the map of those maps, and robots.txt."""
    base = publication.settings.base_url
    pages = sorted(path for path in publication.written if path.endswith("index.html"))
    names = [DOCS]
    for number, start in enumerate(range(0, len(pages), SIZE), start=1):
        urls = (base + path.removesuffix("index.html") for path in pages[start : start + SIZE])
        lines = "".join(f"<url><loc>{url}</loc></url>\n" for url in urls)
        names.append(f"sitemap-{number}.xml")
        text = f"{_OPEN}<urlset {_NAMESPACE}>\n{lines}</urlset>\n"
        yield File(names[-1], text.encode("utf-8"))
    lines = "".join(f"<sitemap><loc>{base}{name}</loc></sitemap>\n" for name in names)
    index = f"{_OPEN}<sitemapindex {_NAMESPACE}>\n{lines}</sitemapindex>\n"
    yield File("sitemap.xml", index.encode("utf-8"))
    robots = f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n"
    yield File("robots.txt", robots.encode("utf-8"))
