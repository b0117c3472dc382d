"""Find the links to the operator's own pages and files that lead nowhere in the built site."""

from __future__ import annotations

import re
from html import unescape
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from registry.catalogue.shown_paths import display_prefix
from registry.diagnostics import Diagnostic, Place, Severity, did_you_mean
from registry.site.docs_index import article_of, page_folder, pages_below
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.source import Document, Pointer

DEAD_LINK = "dead-link"

_LISTS: tuple[Pointer, ...] = (("extra", "menu"), ("extra", "footer"), ("extra_css",))
_FILES: tuple[Pointer, ...] = (("theme", "logo"), ("theme", "favicon"))
"""Where `mkdocs.yml` names pages and files of the site, in lists and by themselves."""

_LINK = re.compile(r'\b(?:href|src)="([^"]*)"')
_MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)

_LEADING = ("", "protocols/")
"""Pages made of manuals that link to hand-written pages, which an operator may have removed."""


class _Link(NamedTuple):
    """A *link*, the address of the page that it is relative to, and its *place*."""

    link: str
    page: str
    place: Place


def dead_links(site: Path, base_url: str, config: Document, docs: Path) -> Iterator[Diagnostic]:
    """Yield a warning for each link to a page or file of the folder *site* that it does not have.

    Read are the settings *config*, the built pages of the hand-written ones in the folder *docs*,
    and those pages made of manuals that link to hand-written ones. The site will be at *base_url*;
    links to other sites are not followed.
    """
    reported = set()
    names = sorted(each.name for each in site.iterdir())
    for link, page, place in chain(_in_settings(config), _in_pages(site, docs)):
        path = _own_path(base_url, page, link)
        if path is None or _is_there(site / path):
            continue
        reported.add(path)
        guess = "" if page else did_you_mean(path.strip("/"), names)
        yield Diagnostic(
            place,
            DEAD_LINK,
            f"{link!r} leads nowhere: the site has no {path!r}",
            guess or "correct it, or add the page or file below docs/",
            Severity.WARNING,
        )
    for page in _LEADING:
        for path in _missing_pages(site, base_url, page):
            if path not in reported:
                reported.add(path)
                yield Diagnostic(
                    config.place(()),
                    DEAD_LINK,
                    f"{page or 'the start page'} links to {path!r}, which the site does not have",
                    f"add docs/{path.strip('/')}.md",
                    Severity.WARNING,
                )


def _missing_pages(site: Path, base_url: str, page: str) -> Iterator[str]:
    """Yield each path to which the main part of *page* links and which *site* does not have."""
    main = _MAIN.search((site / page / "index.html").read_text(encoding="utf-8"))
    for link in _LINK.findall(main[0] if main else ""):
        path = _own_path(base_url, page, unescape(link))
        if path is not None and not _is_there(site / path):
            yield path


def _own_path(base_url: str, page: str, link: str) -> str | None:
    """Return the path below *base_url* to which *link* on *page* leads, None for another site."""
    try:
        address = urldefrag(urljoin(base_url + page, link)).url
    except ValueError:  # no address, such as `https://[your-host]/`
        return None
    if not address.startswith(base_url):
        return None
    return unquote(urlsplit(address.removeprefix(base_url)).path)


def _is_there(path: Path) -> bool:
    return path.is_file() or (path / "index.html").is_file()


def _in_settings(config: Document) -> Iterator[_Link]:
    for pointer in _FILES:
        yield from _link_at(config, pointer)
    for pointer in _LISTS:
        for index, each in enumerate(array(config.get(pointer))):
            is_entry = bool(mapping(each))
            yield from _link_at(config, (*pointer, index, *(("url",) if is_entry else ())))


def _link_at(config: Document, pointer: Pointer) -> Iterator[_Link]:
    link = string(config.get(pointer))
    if link:
        yield _Link(link, "", config.place(pointer))


def _in_pages(site: Path, docs: Path) -> Iterator[_Link]:
    """Yield each link of each hand-written page once, with the line that has it first."""
    for path in pages_below(docs):
        inside = page_folder(path, docs)
        page = site / inside / "index.html"
        if not page.is_file():
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        shown_path = f"{display_prefix(docs)}/{path.relative_to(docs).as_posix()}"
        address = "" if inside.as_posix() == "." else f"{inside.as_posix()}/"
        for href in dict.fromkeys(_LINK.findall(article_of(page.read_text(encoding="utf-8")))):
            link = unescape(href)
            yield _Link(link, address, Place(shown_path, _first_line(link, lines)))


def _first_line(link: str, lines: list[str]) -> int:
    """Return the number of the first of *lines* with the whole *link*, 1 where none has it."""
    having = [(number, line) for number, line in enumerate(lines, 1) if link in line]
    if not having:
        return 1
    whole = re.compile(rf"(?<![\w./-]){re.escape(link)}(?![\w./-])")
    return next((number for number, line in having if whole.search(line)), 1)
