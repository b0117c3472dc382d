"""What pages say for search engines uses only words of schema.org, where that has them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from page_facts import facts_of
from publishing import SETTINGS
from seen import some

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from page_facts import Facts

THING = {"@id", "@type", "name", "description", "url", "potentialAction"}
WORK = THING | {"dateModified", "encodingFormat", "keywords", "mainEntity", "provider"}
SERVICE = THING | {"provider", "termsOfService"}
PROPERTIES = {
    "Action": THING | {"target"},
    "BreadcrumbList": THING | {"itemListElement", "numberOfItems"},
    "DataCatalog": WORK,
    "EntryPoint": THING | {"urlTemplate", "httpMethod"},
    "ItemList": THING | {"itemListElement", "numberOfItems"},
    "ListItem": THING | {"position", "item"},
    "Organization": THING,
    "SearchAction": THING | {"target", "query-input"},
    "SoftwareApplication": WORK | {"applicationCategory", "operatingSystem", "softwareVersion"},
    "WebAPI": SERVICE | {"documentation"},
    "WebPage": WORK,
    "WebSite": WORK,
}
"""The properties of each type that are of use here, with those of the types above it."""

NEEDED = {
    "BreadcrumbList": {"itemListElement"},
    "DataCatalog": {"name", "description", "url"},
    "EntryPoint": {"urlTemplate"},
    "ItemList": {"itemListElement"},
    "ListItem": {"position", "name"},
    "Organization": {"name"},
    "SoftwareApplication": {"name", "description", "url", "applicationCategory", "operatingSystem"},
    "WebAPI": {"name", "url", "provider"},
    "WebPage": {"url", "mainEntity"},
    "WebSite": {"name", "url"},
}


CRUMBS = re.compile(r'<nav class="crumbs".*?</nav>', re.DOTALL)
STEPS = re.compile(r"<li.*?</li>", re.DOTALL)


def nodes_in(value: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        yield from nodes_in(each)


def described(pages: dict[str, Facts]) -> dict[str, list[dict[str, Any]]]:
    found = {path: [graph["@graph"] for graph in facts.data] for path, facts in pages.items()}
    return {path: list(nodes_in(graphs)) for path, graphs in found.items() if graphs}


def test_every_word_is_one_of_schema_org_and_says_something(pages: dict[str, Facts]) -> None:
    for path, nodes in some(described(pages).items()):
        for node in some(nodes):
            kind = node.get("@type", "")
            if kind:
                assert node.keys() <= PROPERTIES[kind], (path, kind)
                assert NEEDED.get(kind, set()) <= node.keys(), (path, kind)
            assert all(value not in ("", [], {}, None) for value in node.values()), (path, node)


def test_every_reference_leads_to_a_node_of_the_page(pages: dict[str, Facts]) -> None:
    for path, nodes in some(described(pages).items()):
        known = {node["@id"] for node in nodes if "@id" in node and "@type" in node}

        assert {node["@id"] for node in nodes if node.keys() == {"@id"}} <= known, path


def test_positions_count_from_one(pages: dict[str, Facts]) -> None:
    for path, nodes in some(described(pages).items()):
        for node in some(nodes):
            entries = node.get("itemListElement", [])

            assert [each["position"] for each in entries] == [*range(1, len(entries) + 1)], path
            assert node.get("numberOfItems", len(entries)) == len(entries), path


def test_kinds_of_pages_say_what_they_are(pages: dict[str, Facts]) -> None:
    found = {
        path: Counter(node.get("@type", "") for node in nodes)
        for path, nodes in described(pages).items()
    }

    assert found["index.html"].keys() >= {"WebSite", "DataCatalog", "SearchAction"}
    assert found["manuals/index.html"]["ItemList"] == 1
    assert found["catalogue/category/sea/index.html"]["ItemList"] == 1
    assert found["manuals/acme/tides/index.html"].keys() >= {"WebPage", "WebAPI"}
    assert found["tools/acme/tides/next-tide/index.html"].keys() >= {"SoftwareApplication"}


def test_way_to_a_page_is_the_one_that_it_shows(pages: dict[str, Facts], site: Path) -> None:
    ways = [
        (path, [step["name"] for step in node["itemListElement"]])
        for path, nodes in described(pages).items()
        for node in nodes
        if node.get("@type") == "BreadcrumbList"
    ]
    for path, names in some(ways):
        crumbs = CRUMBS.findall((site / path).read_text(encoding="utf-8"))
        shown = [facts_of(step).text for crumb in crumbs for step in STEPS.findall(crumb)]

        assert shown == names, path


def test_no_two_steps_of_a_way_are_called_alike(launch: Path) -> None:
    found = [*launch.glob("manuals/*/*/index.html"), *launch.glob("tools/*/*/index.html")]
    for page in some(found):
        (crumb,) = CRUMBS.findall(page.read_text(encoding="utf-8"))
        shown = [facts_of(step).text for step in STEPS.findall(crumb)]

        assert len(shown) == len(set(shown)), page


def test_lists_lead_to_pages_of_this_site(pages: dict[str, Facts]) -> None:
    lists = (
        node
        for nodes in described(pages).values()
        for node in nodes
        if node.get("@type") == "ItemList"
    )
    for entry in some(entry for each in lists for entry in each["itemListElement"]):
        path = entry["url"].removeprefix(SETTINGS.base_url)

        assert f"{path}index.html" in pages
