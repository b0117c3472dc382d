"""A page for every tool: what it does, how to call it, what goes in and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.publish import Stage
from registry.publish._changes import changes_of
from registry.publish._pages import graph, paths, words
from registry.publish._pages.alike import alike
from registry.publish._pages.clients import utcp_file
from registry.publish._pages.markup import Markup
from registry.publish._pages.samples import Samples
from registry.publish._pages.schema_rows import rows
from registry.publish._pages.schema_words import type_words
from registry.publish._pages.site import Page, Site
from registry.publish._pages.snippets import example_of, is_loadable, snippets
from registry.publish._pages.templates import macro
from registry.publish._paths import tool_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes import Change
    from registry.model import Manual, Release, Tool
    from registry.publish import File, Publication

STAGE = Stage.PAGES
IS_SHARED = True
"""A page links to a file only if there is one."""

MAX_TOOLS = 12
"""Tools of the same manual that are listed beside each."""

MAX_VERSIONS = 5
"""Versions that are shown of it."""

_PARTS = "_tool_of_manual.html.j2"


@dataclass(frozen=True, slots=True)
class _Common:
    """The pieces that the pages of all tools of a manual share."""

    manual: Manual
    release: Release
    crumbs: Markup
    cautions: Markup
    facts: Markup
    tools: Markup
    versions: Markup
    provenance: Markup


def render(publication: Publication) -> Iterator[File]:
    """Yield the page of each tool in the latest release of each listed manual."""
    site = Site(publication)
    common: _Common | None = None
    # The catalogue is sorted by id, so the tools of a manual come one after another.
    for tool in publication.share_of(publication.catalogue.tools):
        if common is None or common.manual.id != tool.manual_id:
            common = _common(site, publication.catalogue.manual_by_id[tool.manual_id])
        if common:
            yield from site.files(_page(site, common, tool))


def _common(site: Site, manual: Manual) -> _Common | None:
    release = manual.latest
    if release is None:
        return None
    root = "../" * 4
    cautions = tuple(words.manual_cautions(manual))
    return _Common(
        manual,
        release,
        macro(_PARTS, "crumbs")(root, manual),
        Markup(macro(_PARTS, "cautions")(manual, release, cautions).strip()),
        macro(_PARTS, "facts")(root, manual, release),
        macro(_PARTS, "tools")(root, manual, release, MAX_TOOLS),
        macro(_PARTS, "versions")(root, site, manual, changes_of(manual), MAX_VERSIONS),
        macro(_PARTS, "provenance")(root, site, manual, release, len(site.publication.rules)),
    )


def _page(site: Site, common: _Common, tool: Tool) -> Page:
    manual, release = common.manual, common.release
    samples = Samples(tool.inputs)
    example = example_of(tool, samples)
    inputs = rows(tool.inputs, "in")
    repository = site.settings.repository
    return Page(
        path=paths.tool_page(tool),
        title=f"{tool.name} ({manual.id})",
        description=tool.summary or f"A tool of {manual.title}.",
        template="tool.html.j2",
        markdown="tool.md.j2",
        section="catalogue/",
        twins=_twins(site, tool),
        graph=graph.of_tool(site.settings, manual, release, tool),
        values={
            "tool": tool,
            "manual": manual,
            "release": release,
            "common": common,
            "example": example,
            "others": [each for each in tool.examples if not example or each.task != example.task],
            "snippets": tuple(snippets(site.publication, manual, tool, example)) if example else (),
            "is_loadable": is_loadable(tool),
            "needs": words.needs(manual, (tool,)),
            "inputs": inputs,
            "full_example": samples.value(full=True) if len(inputs) > 1 else None,
            "outputs": rows(tool.outputs, "out") if tool.outputs else (),
            "output_type": _output_type(tool),
            "obstacles": site.publication.obstacles[tool.id],
            "cautions": tuple(words.tool_cautions(tool)),
            "host": words.host(tool),
            "size": words.size_words(tool.average_response_size),
            "changed": tuple(_changed(manual, tool)),
            "files": tuple(_files(site, manual, tool)),
            "record": tool_record(tool) if site.has(tool_record(tool)) else "",
            "alike": alike(site.publication.catalogue).to(tool),
            "source": paths.source_url(repository, release.document.path),
            "report": paths.report_url(repository, tool.id),
        },
    )


def _twins(site: Site, tool: Tool) -> tuple[tuple[str, str], ...]:
    record = tool_record(tool)
    return (("application/json", record),) if site.has(record) else ()


def _output_type(tool: Tool) -> str:
    schema = tool.outputs or {}
    return type_words(schema, dict) if "type" in schema else ""


def _changed(manual: Manual, tool: Tool) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """Yield the versions of *manual* that changed *tool*, the newest first."""
    for version, news in reversed(tuple(changes_of(manual).items())):
        if found := news.of(tool.name):
            yield version, found


def _files(site: Site, manual: Manual, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield path and title of the files that hold *tool*."""
    candidates = (
        (tool_record(tool), "Full record (JSON)"),
        (utcp_file(manual, tool.call.transport), "UTCP manual (JSON)"),
        (f"v1/manuals/{manual.id}/latest/source.json", "As contributed (JSON)"),
    )
    yield from (each for each in candidates if site.has(each[0]))
