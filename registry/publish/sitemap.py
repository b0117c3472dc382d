"""`/robots.txt` and the maps of the site, split so that no file grows without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish._file_paths import MCP_API
from registry.publish._pages import paths

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from registry.model.files import Digest
    from registry.publish import Listing

DOCS = "sitemap-docs.xml"
"""The map of the hand-written pages, which come with the frame."""

SECTIONS = ("catalogue", "manuals", "publishers", "tags", "tools")
"""Parts of the site that have maps of their own."""

SIZE = 10_000
"""Pages in one map."""

_OPEN = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def finish_sitemap(listing: Listing, written: Mapping[str, Digest]) -> Iterator[File]:
    """Yield the maps of all pages of the catalogue, the map of those maps, and robots.txt."""
    base = listing.settings.base_url
    sections: dict[str, list[str]] = {}
    tools = {paths.tool_page(tool) for tool in listing.entries.tools}
    for path in sorted(written):
        page = path.removesuffix("index.html")
        if page == path or path.startswith(MCP_API) or _is_of_removed_tool(page, tools):
            continue
        section = path.partition("/")[0]
        sections.setdefault(section if section in SECTIONS else "site", []).append(page)
    names = [DOCS]
    for section, pages in sorted(sections.items()):
        for number, start in enumerate(range(0, len(pages), SIZE), start=1):
            lines = "".join(
                f"<url><loc>{base}{each}</loc>{_last_change(listing, each)}</url>\n"
                for each in pages[start:][:SIZE]
            )
            names.append(f"sitemap-{section}-{number}.xml")
            yield File(names[-1], map_of(lines).encode("utf-8"))
    lines = "".join(f"<sitemap><loc>{base}{name}</loc></sitemap>\n" for name in names)
    index = f"{_OPEN}<sitemapindex {_NAMESPACE}>\n{lines}</sitemapindex>\n"
    yield File("sitemap.xml", index.encode("utf-8"))
    robots = f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n"
    yield File("robots.txt", robots.encode("utf-8"))


def map_of(entries: str) -> str:
    """Return the map with *entries*, each a `<url>`."""
    return f"{_OPEN}<urlset {_NAMESPACE}>\n{entries}</urlset>\n"


def _is_of_removed_tool(page: str, tools: Collection[str]) -> bool:
    """Return whether *page* is below a manual's tools, and neither in *tools* nor a part of a list.

    The pages of removed tools are for old links.
    """
    section, *names = page.removesuffix("/").split("/")
    is_below = section == "tools" and len(names) == len(("publisher", "manual", "tool"))
    return is_below and page not in tools and not names[-1].isdecimal()


def _last_change(listing: Listing, page: str) -> str:
    """Return when the manual that *page* shows was released, "" for other pages."""
    section, _, path = page.partition("/")
    if section not in ("manuals", "tools"):
        return ""
    manual = listing.entries.manual_by_id.get("/".join(path.split("/")[:2]))
    return f"<lastmod>{manual.released}</lastmod>" if manual and manual.released else ""
