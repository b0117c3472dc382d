"""The start page: what this is, a worked example, the ways in, what is proved, what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from registry.model import Effect
from registry.publish._pages import paths, structured_data
from registry.publish._pages.facets import facets_of
from registry.publish._pages.installs import host_snippets
from registry.publish._pages.page_frame import Page, Site, feeds
from registry.publish._pages.values_as_code import pretty_json
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.model.entries import ManualEntry
    from registry.model.files import File
    from registry.publish import Listing, Subject

NEWEST = 5
FEATURED = 6
PUBLISHERS = 20
CATEGORIES = 20
HEADING = "APIs that AI agents can call"
LONGEST_ANSWER = 320
"""Characters of an answer that fit on the card of the example."""


class Example(NamedTuple):
    """A task, the tool that solves it with its arguments, and what the provider's text answers."""

    task: str
    tool: str
    page: str
    arguments: str
    answer: str


def note_pages_home(subject: Subject) -> Example | None:
    """Return an example of the manual that can be shown from question to answer, if it has one."""
    release = subject.listed
    found = (_example(tool) for tool in release.tools) if release else iter(())
    return next(filter(None, found), None)


def _example(tool: Tool) -> Example | None:
    if tool.auth_kind or tool.effect is not Effect.READ or not tool.effect_is_stated:
        return None
    if not tool.examples or tool.example_output is None or tool.call.transport != "http":
        return None
    example, answer = tool.examples[0], pretty_json(tool.example_output.value)
    if len(answer) > LONGEST_ANSWER:
        return None
    page = paths.tool_page(tool)
    return Example(example.task, tool.id, page, pretty_json(example.arguments), answer)


def list_pages_home(listing: Listing) -> Iterator[File]:
    """Yield the page."""
    entries = listing.entries
    site = Site(listing.context)
    heading = listing.settings.home.title or HEADING
    size = f"{counted(len(entries.tools), 'tool')} of {counted(len(entries.listed), 'API')}"
    yield site.file(
        Page(
            path="",
            title=heading,
            description=(
                f"{size} for AI agents: searchable, checked, and ready for MCP hosts, UTCP clients "
                "and plain HTTP."
            ),
            template="home.html.j2",
            twins=(
                ("text/markdown", "index.md"),
                ("application/json", "v1/index.json"),
                *feeds("all"),
            ),
            graph=structured_data.of_site(site.settings, len(entries.tools)),
            values={"heading": heading, **_values(listing)},
        )
    )


def _values(listing: Listing) -> dict[str, Any]:
    entries, settings = listing.entries, listing.settings
    facets = facets_of(entries)
    values = {facet.id: facets.values(facet) for facet in facets.all}
    example = _chosen_example(listing, settings.featured)
    featured = (entries.manual_by_id.get(each) for each in settings.featured)
    return {
        "home": settings.home,
        "sample": example.task if example else "what the agent should do",
        "tools": len(entries.tools),
        "manuals": len(entries.listed),
        "publishers": values["publisher"],
        "most_publishers": PUBLISHERS,
        "keyless": sum(not tool.auth_kind for tool in entries.tools),
        "categories": values["category"],
        "most_categories": CATEGORIES,
        "example": example,
        "featured": [each for each in featured if each and each.is_listed][:FEATURED],
        "newest": _newest(listing),
        "submit": paths.submit_url(settings),
        "rules": listing.context.rules,
        "mcp_hosts": tuple(host_snippets(settings.base_url)),
        "has_wishes": bool(listing.context.wishes),
    }


def _chosen_example(listing: Listing, featured: tuple[str, ...]) -> Example | None:
    """Return the example of the first manual that is featured and has one, else of any."""
    notes = listing.noted("pages_home")
    examples = {
        manual.id: note for manual, note in zip(listing.entries.manuals, notes, strict=True) if note
    }
    first = next((examples[each] for each in featured if each in examples), None)
    return first or next(iter(examples.values()), None)


def _newest(listing: Listing) -> list[ManualEntry]:
    """Return the manuals whose latest releases were merged last, else by their dates and names."""
    arrived = listing.context.arrived
    by_name = sorted(listing.entries.listed, key=lambda manual: manual.id)
    by_date = sorted(by_name, key=lambda manual: manual.released, reverse=True)
    return sorted(by_date, key=lambda manual: arrived.get(manual.id, 0), reverse=True)[:NEWEST]
