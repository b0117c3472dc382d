"""Say what a page is about in the vocabulary of schema.org, for machines that read pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.publish._pages import paths, words
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.model import Manual, Publisher, Release, Tool
    from registry.model.entries import ManualEntry
    from registry.settings import Settings
    from registry.source import Json

Node = dict[str, "Json"]

_ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def script(nodes: Iterable[Node]) -> str:
    """Return *nodes* as the element that contains them; no string in them can end it."""
    graph: dict[str, Json] = {"@context": "https://schema.org", "@graph": list(nodes)}
    return f'<script type="application/ld+json">{_encode(graph).translate(_ESCAPED)}</script>'


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def crumbs(settings: Settings, steps: Iterable[tuple[str, str]]) -> Node:
    """Return the way to a page: *steps* are folders with their titles, the page itself last."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": position,
                "name": title,
                "item": settings.base_url + path,
            }
            for position, (path, title) in enumerate(steps, start=1)
        ],
    }


def of_site(settings: Settings, tools: int) -> list[Node]:
    """Return what the whole catalogue is, and how it is searched."""
    base = settings.base_url
    return [
        {
            "@type": "WebSite",
            "@id": f"{base}#site",
            "name": settings.name,
            "url": base,
            "potentialAction": {
                "@type": "SearchAction",
                "target": {
                    "@type": "EntryPoint",
                    "urlTemplate": f"{base}catalogue/?q={{search_term_string}}",
                },
                "query-input": "required name=search_term_string",
            },
        },
        {
            "@type": "DataCatalog",
            "name": settings.name,
            "url": f"{base}catalogue/",
            "description": f"{counted(tools, 'tool')} that agents can call.",
            "encodingFormat": ["application/json", "text/html"],
        },
    ]


def of_tool(settings: Settings, manual: Manual, release: Release, tool: Tool) -> list[Node]:
    """Return what *tool* is, who provides it, and where it is called."""
    url = settings.base_url + paths.tool_page(tool)
    provider = _provider(settings, manual.publisher)
    return [
        {
            "@type": "SoftwareApplication",
            "@id": f"{url}#tool",
            "name": tool.name,
            "description": tool.summary,
            "url": url,
            "applicationCategory": "DeveloperApplication",
            "operatingSystem": "any",
            "softwareVersion": tool.version,
            **_dated(release.released),
            **({"keywords": ", ".join(tool.tags)} if tool.tags else {}),
            "provider": provider,
        },
        {
            "@type": "WebAPI",
            "name": manual.title,
            "url": settings.base_url + paths.manual_page(manual),
            **({"documentation": manual.docs} if manual.docs else {}),
            **({"termsOfService": manual.terms} if manual.terms else {}),
            "provider": {"@id": provider["@id"]},
            **_action(tool),
        },
        crumbs(
            settings,
            (
                ("catalogue/", "Tools"),
                (paths.publisher_page(manual.publisher), manual.publisher.title),
                (paths.manual_page(manual), words.title_below_publisher(manual)),
                (paths.tool_page(tool), tool.name),
            ),
        ),
    ]


def of_manual(settings: Settings, manual: Manual, release: Release) -> list[Node]:
    """Return what *manual* describes, and the way to its page."""
    steps = (
        ("manuals/", "APIs"),
        (paths.publisher_page(manual.publisher), manual.publisher.title),
        (paths.manual_page(manual), words.title_below_publisher(manual)),
    )
    url = settings.base_url + paths.manual_page(manual)
    api: Node = {
        "@type": "WebAPI",
        "@id": f"{url}#api",
        "name": manual.title,
        **({"description": manual.summary} if manual.summary else {}),
        "url": url,
        **({"documentation": manual.docs} if manual.docs else {}),
        **({"termsOfService": manual.terms} if manual.terms else {}),
        "provider": _provider(settings, manual.publisher),
    }
    # A service has no date; the page about it has.
    page: Node = {
        "@type": "WebPage",
        "url": url,
        "name": manual.title,
        "mainEntity": {"@id": f"{url}#api"},
        **_dated(release.released),
    }
    return [page, api, crumbs(settings, steps)]


def of_list(settings: Settings, manuals: Iterable[ManualEntry]) -> list[Node]:
    """Return the list of *manuals* that a page shows, each by its own page; none if it is empty."""
    entries: list[Json] = [
        {
            "@type": "ListItem",
            "position": position,
            "name": manual.title,
            "url": settings.base_url + paths.manual_page(manual),
        }
        for position, manual in enumerate(manuals, start=1)
    ]
    item_list: Node = {
        "@type": "ItemList",
        "numberOfItems": len(entries),
        "itemListElement": entries,
    }
    return [item_list] if entries else []


def _provider(settings: Settings, publisher: Publisher) -> Node:
    page = settings.base_url + paths.publisher_page(publisher)
    return {
        "@type": "Organization",
        "@id": f"{page}#publisher",
        "name": publisher.title,
        **({"url": publisher.homepage} if publisher.homepage else {}),
    }


def _dated(released: str) -> Mapping[str, Json]:
    return {"dateModified": released} if released else {}


def _action(tool: Tool) -> Mapping[str, Json]:
    if not tool.call.url or not tool.call.method:
        return {}
    point: Node = {
        "@type": "EntryPoint",
        "urlTemplate": tool.call.url,
        "httpMethod": tool.call.method,
    }
    return {"potentialAction": {"@type": "Action", "target": point}}
