"""The catalogue in numbers: charts with their tables, and the same as JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from registry.publish import File, Stage, to_json
from registry.publish._pages.charts import Chart, bars, steps
from registry.publish._pages.facets import facets_of
from registry.publish._pages.news import news
from registry.publish._pages.site import Page, Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication
    from registry.publish._pages.markup import Markup
    from registry.source import Json

STAGE = Stage.LISTS
"""Sizes are those of files that were written."""

MOST_ROWS = 12
FEWEST_DAYS = 2
"""Days with releases before there is a growth to draw."""

FACETS = ("protocol", "transport", "auth", "effect", "category", "tag")
DOWNLOADS = (
    ("utcp.json", "utcp.json"),
    ("utcp-config.json", "utcp-config.json"),
    ("v1/index.json", "v1/index.json"),
    ("v1/catalogue.jsonl.gz", "catalogue.jsonl.gz"),
    ("v1/search/index.json", "search/index.json"),
    ("catalogue/columns.json", "catalogue page"),
)
"""What agents and browsers load first, with the names that the chart gives them."""


def render(publication: Publication) -> Iterator[File]:
    """Yield the page and its numbers."""
    charts = tuple(_charts(publication))
    site = Site(publication)
    yield site.file(
        Page(
            path="stats/",
            title="The catalogue in numbers",
            description="Tools by protocol, transport, credentials and effect, and their growth.",
            template="stats.html.j2",
            section="catalogue/",
            twins=(("application/json", "stats/stats.json"),),
            values={
                "charts": charts,
                "catalogue": publication.catalogue,
                "rules": len(publication.rules),
                "warnings": sum(publication.findings.values()),
            },
        )
    )
    data: dict[str, Json] = {chart.id: {**dict(chart.rows)} for chart, _ in charts}
    yield File("stats/stats.json", to_json(data))


def _charts(publication: Publication) -> Iterator[tuple[Chart, Markup]]:
    facets = facets_of(publication.catalogue)
    for facet in facets.all:
        if facet.id in FACETS:
            values = facets.values(facet)[:MOST_ROWS]
            rows = tuple((value.title, value.count) for value in values)
            chart = Chart(facet.id, f"Tools by {facet.title.lower()}", (facet.title, "Tools"), rows)
            yield chart, bars(chart)
    growth = _growth(publication)
    if len(growth.rows) >= FEWEST_DAYS:
        yield growth, steps(growth)
    quality = Chart(
        "described",
        "Tools that say more than they must",
        ("What", "Tools"),
        _described(publication),
    )
    yield quality, bars(quality)
    if publication.findings:
        broken = sorted(publication.findings.items(), key=lambda each: (-each[1], each[0]))
        found = Chart(
            "findings", "What the rules found", ("Rule", "Times"), tuple(broken[:MOST_ROWS])
        )
        yield found, bars(found)
    sizes = tuple(
        (name, round(publication.written[path].size / 1000))
        for path, name in DOWNLOADS
        if path in publication.written
    )
    downloads = Chart("downloads", "What agents and browsers load", ("File", "kB"), sizes, " kB")
    yield downloads, bars(downloads)


def _growth(publication: Publication) -> Chart:
    """Return how many tools first releases brought on each day."""
    added: Counter[str] = Counter()
    for each in news(publication.catalogue):
        if each.is_first:
            added[each.date] += len(each.release.tools)
    return Chart("growth", "Tools over time", ("Day", "New tools"), tuple(sorted(added.items())))


def _described(publication: Publication) -> tuple[tuple[str, int], ...]:
    tools = publication.catalogue.tools
    return (
        ("state their effect", sum(tool.effect_is_stated for tool in tools)),
        ("have an example", sum(bool(tool.examples) for tool in tools)),
        ("describe output", sum(bool(tool.outputs) for tool in tools)),
        ("are in /utcp", sum(not each for each in publication.obstacles.values())),
        ("need no key", sum(tool.call.auth is None for tool in tools)),
    )
