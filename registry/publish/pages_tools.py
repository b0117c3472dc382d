"""A page for every tool: what it does, how to call it, what goes in and what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import Stage
from registry.publish._pages import paths, words
from registry.publish._pages.samples import sample
from registry.publish._pages.schema_rows import rows
from registry.publish._pages.schema_words import type_words
from registry.publish._pages.site import Page, Site
from registry.publish._pages.snippets import example_of, snippets, utcp_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release, Tool
    from registry.publish import File, Publication

STAGE = Stage.PAGES
IS_SHARED = True
"""A page links to a file only if there is one."""

MAX_SIBLINGS = 12


def render(publication: Publication) -> Iterator[File]:
    """Yield the page of each tool in the latest release of each listed manual."""
    site = Site(publication)
    for tool in publication.share_of(publication.catalogue.tools):
        manual = publication.catalogue.manual_by_id[tool.manual_id]
        if release := manual.latest:
            yield site.file(_page(site, manual, release, tool))


def _page(site: Site, manual: Manual, release: Release, tool: Tool) -> Page:
    example = example_of(tool)
    inputs = rows(tool.inputs, "in")
    siblings = tuple(each for each in release.tools if each is not tool)
    repository = site.settings.repository
    return Page(
        path=paths.tool_page(tool),
        title=f"{tool.name} ({manual.id})",
        description=tool.summary or f"A tool of {manual.title}.",
        template="tool.html.j2",
        section="catalogue/",
        values={
            "tool": tool,
            "manual": manual,
            "release": release,
            "example": example,
            "snippets": tuple(snippets(site.publication, manual, tool, example)) if example else (),
            "needs": words.needs(manual, (tool,)),
            "inputs": inputs,
            "full_example": sample(tool.inputs, full=True) if len(inputs) > 1 else None,
            "outputs": rows(tool.outputs, "out") if tool.outputs else (),
            "output_type": _output_type(tool),
            "obstacles": site.publication.obstacles[tool.id],
            "cautions": tuple(words.cautions(manual, tool)),
            "host": words.host(tool),
            "size": words.size_words(tool.average_response_size),
            "files": tuple(_files(site, manual, tool)),
            "source": paths.source_url(repository, release.document.path),
            "report": paths.report_url(repository, tool.id),
            "siblings": siblings[:MAX_SIBLINGS],
            "more_siblings": len(release.tools) if len(siblings) > MAX_SIBLINGS else 0,
        },
    )


def _output_type(tool: Tool) -> str:
    schema = tool.outputs or {}
    return type_words(schema, dict) if "type" in schema else ""


def _files(site: Site, manual: Manual, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield path and title of the files that hold *tool*."""
    candidates = (
        (f"v1/tools/{tool.id}.json", "Full record (JSON)"),
        (utcp_file(manual, tool.call.transport), "UTCP manual (JSON)"),
        (f"v1/manuals/{manual.id}/latest/source.json", "As contributed (JSON)"),
    )
    yield from (each for each in candidates if site.has(each[0]))
