"""The catalogue in numbers: charts with their tables, and the same as JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from registry.model import versions
from registry.model.facts import Counts
from registry.model.files import File
from registry.publish import to_json
from registry.publish._events import dated_releases, events
from registry.publish._pages.charts import Chart, bars, steps
from registry.publish._pages.facets import facets_of
from registry.publish._pages.page_frame import Page, Site

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.model.files import Digest
    from registry.publish import Listing, Subject
    from registry.publish._events import DatedRelease
    from registry.publish._pages.facets import Facet, Value
    from registry.publish._pages.markup import Markup
    from registry.source import Json

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


def note_pages_stats(subject: Subject) -> tuple[DatedRelease, ...]:
    """Return the dated releases of the manual."""
    return dated_releases(subject.manual)


def finish_pages_stats(listing: Listing, written: Mapping[str, Digest]) -> Iterator[File]:
    """Yield the page and its numbers; the sizes are those of files that were *written*."""
    charts = tuple(_charts(listing, written))
    site = Site(listing.context)
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
                "catalogue": listing.entries,
                "rules": listing.context.rules,
                "warnings": sum(listing.context.rule_counts.values()),
            },
        )
    )
    data: dict[str, Json] = {chart.id: {**chart.numbers} for chart, _ in charts}
    yield File("stats/stats.json", to_json(data))


def _charts(listing: Listing, written: Mapping[str, Digest]) -> Iterator[tuple[Chart, Markup]]:
    facets = facets_of(listing.entries)
    for facet in facets.all:
        if facet.id in FACETS:
            chart = _by_value(facet, facets.values(facet))
            yield chart, bars(chart)
    growth = _growth(listing)
    if len(growth.rows) >= FEWEST_DAYS:
        yield growth, steps(growth)
    quality = Chart(
        "described",
        "How many tools …",
        ("What", "Tools"),
        _described_counts(listing),
    )
    yield quality, bars(quality)
    if any(tool.counts.compared or tool.is_looked_up for tool in listing.entries.tools):
        yield from _compared_counts(listing)
    if counts := listing.context.rule_counts:
        broken = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
        findings = Chart(
            "findings", "What the rules found", ("Rule", "Times"), tuple(broken[:MOST_ROWS])
        )
        yield findings, bars(findings)
    sizes = tuple(
        (name, max(1, round(written[path].size / 1000)))
        for path, name in DOWNLOADS
        if path in written
    )
    downloads = Chart("downloads", "What agents and browsers load", ("File", "kB"), sizes, " kB")
    yield downloads, bars(downloads)


def _by_value(facet: Facet, values: Sequence[Value]) -> Chart:
    """Return how many tools have each of the *values* of *facet*, the most frequent first."""
    return Chart(
        facet.id,
        f"Tools by {facet.title.lower()}",
        (facet.title, "Tools"),
        tuple((value.title, value.count) for value in values[:MOST_ROWS]),
        hint=f"The {MOST_ROWS} most frequent of {len(values):,}." if values[MOST_ROWS:] else "",
    )


def _compared_counts(listing: Listing) -> Iterator[tuple[Chart, Markup]]:
    """Yield how many tools and facts were compared with what providers say."""
    tools = listing.entries.tools
    by_program = sum(bool(tool.counts.compared) for tool in tools)
    by_hand = sum(tool.is_looked_up and not tool.counts.compared for tool in tools)
    rows = (
        ("by a program", by_program),
        ("by hand", by_hand),
        ("not yet", len(tools) - by_program - by_hand),
    )
    how = Chart("compared", "Tools compared with what providers say", ("How", "Tools"), rows)
    yield how, bars(how)
    counts = sum((tool.counts for tool in tools), Counts())
    facts = Chart(
        "facts",
        "Facts that a program compared",
        ("Manual and document", "Facts"),
        (("agree", counts.right), ("stricter", counts.stricter), ("differ", counts.wrong)),
        keys=("right", "stricter", "wrong"),
        hint="A stricter manual allows less than the document. The page of each tool says what "
        "differs and, where it is on purpose, why.",
    )
    yield facts, bars(facts)


def _growth(listing: Listing) -> Chart:
    """Return how many tools more than before the releases of each day have."""
    added: Counter[str] = Counter()
    had: Counter[str] = Counter()
    for event in reversed(events(listing, "pages_stats")):
        release, manual = event.release, event.manual
        if not release or not manual.is_listed or event.withdrawn:
            continue
        if not versions.is_prerelease(release.version):
            added[event.date] += release.tools - had[manual.id]
            had[manual.id] = release.tools
    rows = tuple(sorted((day, more) for day, more in added.items() if more))
    return Chart("growth", "Tools over time", ("Day", "New tools"), rows)


def _described_counts(listing: Listing) -> tuple[tuple[str, int], ...]:
    tools = listing.entries.tools
    return (
        ("state their effect", sum(tool.effect_is_stated for tool in tools)),
        ("have an example", sum(tool.has_examples for tool in tools)),
        ("describe output", sum(tool.has_outputs for tool in tools)),
        ("are in /utcp", sum(tool.is_offered for tool in tools)),
        ("need no key", sum(not tool.auth_kind for tool in tools)),
    )
