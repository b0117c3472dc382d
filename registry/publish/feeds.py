"""`/feeds/…`: what is new, as Atom and as JSON Feed, of everything, a publisher or a tag."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from registry.model.files import File
from registry.publish import to_json
from registry.publish._events import dated_releases
from registry.publish._pages.facets import facets_of
from registry.publish._pages.news import news

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model.entries import Entries
    from registry.publish import Listing, Subject
    from registry.publish._events import DatedRelease
    from registry.publish._pages.facets import Facet, Value
    from registry.publish._pages.news import News
    from registry.settings import Settings

MOST_ENTRIES = 50
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_SINCE = "2026"
"""The year in ids of entries; they never change."""


def note_feeds(subject: Subject) -> tuple[DatedRelease, ...]:
    """Return the dated releases of the manual."""
    return dated_releases(subject.manual)


def list_feeds(listing: Listing) -> Iterator[File]:
    """Yield two files for everything, for each publisher and for each tag."""
    settings = listing.settings
    entries = news(listing, "feeds")
    yield from _feed(settings, "all", settings.name, "", entries)
    facets = facets_of(listing.entries)
    of_manual: dict[str, list[News]] = {}
    for entry in entries:
        of_manual.setdefault(entry.manual.id, []).append(entry)
    for facet in facets.all:
        for value in facets.values(facet) if facet.id in ("publisher", "tag") else ():
            ids = dict.fromkeys(_manuals(listing.entries, facet, value))
            entries_of_value = [
                entry for manual_id in ids for entry in of_manual.get(manual_id, ())
            ]
            title = f"{value.title} – {settings.name}"  # noqa: RUF001
            name = f"{facet.id}/{value.id}"
            yield from _feed(settings, name, title, value.page, entries_of_value)


def _manuals(entries: Entries, facet: Facet, value: Value) -> Iterator[str]:
    """Yield the ids of the manuals that have *value*: of a publisher, also those not listed."""
    yield from (tool.manual_id for tool in value.tools)
    if facet.id == "publisher":
        yield from (each.id for each in entries.manuals if each.publisher.name == value.id)


def _feed(
    settings: Settings, name: str, title: str, page: str, entries: Sequence[News]
) -> Iterator[File]:
    newest = sorted(entries, key=lambda each: each.manual.id)
    newest = sorted(newest, key=lambda each: each.event.date, reverse=True)[:MOST_ENTRIES]
    yield File(f"feeds/{name}.atom", _atom(settings, name, title, page, newest).encode("utf-8"))
    yield File(f"feeds/{name}.json", _json(settings, name, title, page, newest))


def _atom(settings: Settings, name: str, title: str, page: str, entries: Sequence[News]) -> str:
    base = settings.base_url
    updated = _moment(entries[0].event.date if entries else f"{_SINCE}-01-01")
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n',
        f"<id>{_id(settings, f'feed/{name}')}</id><title>{_xml(title)}</title>",
        f"<updated>{updated}</updated>",
        f'<link rel="self" href="{base}feeds/{name}.atom"/>',
        f'<link rel="alternate" type="text/html" href="{base}{page}"/>\n',
    ]
    for entry in entries:
        parts += (
            f"<entry><id>{_id(settings, entry.id)}</id><title>{_xml(entry.title)}</title>",
            f"<updated>{_moment(entry.event.date)}</updated>",
            f'<category term="{entry.kind}"/>',
            f"<author><name>{_xml(entry.manual.publisher.title)}</name></author>",
            f'<link href="{base}{entry.path}"/><summary>{_xml(entry.summary)}</summary></entry>\n',
        )
    return "".join((*parts, "</feed>\n"))


def _json(settings: Settings, name: str, title: str, page: str, entries: Sequence[News]) -> bytes:
    base = settings.base_url
    return to_json(
        {
            "version": "https://jsonfeed.org/version/1.1",
            "title": title,
            "home_page_url": base + page,
            "feed_url": f"{base}feeds/{name}.json",
            "items": [
                {
                    "id": _id(settings, each.id),
                    "url": base + each.path,
                    "title": each.title,
                    "content_text": _news_as_text(each),
                    "date_published": _moment(each.event.date),
                    "authors": [{"name": each.manual.publisher.title}],
                    "tags": [each.kind, *each.manual.tags],
                }
                for each in entries
            ],
        }
    )


def _news_as_text(each: News) -> str:
    """Return what is new, a line for each change."""
    lines = [
        f"- {f'{change.tool}: ' if change.tool else ''}{change.sentence}"
        for change in each.event.changes
    ]
    more = [f"- and {each.event.left} more"] if each.event.left else []
    return "\n".join((each.summary, *lines, *more))


def _id(settings: Settings, name: str) -> str:
    """Return a name that stays the same wherever the registry moves its pages (RFC 4151).

    It has the path of the site, as one host may serve several registries.
    """
    site = urlsplit(settings.base_url)
    return f"tag:{site.hostname},{_SINCE}:{site.path.lstrip('/')}{name}"


def _moment(date: str) -> str:
    return f"{date}T00:00:00Z"


def _xml(text: str) -> str:
    return escape(_NO_XML.sub("", text))
