"""A page for every tool: what it does, how to call it, what goes in and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.publish._changes import changes_of
from registry.publish._file_paths import manual_file_path, openapi_document, tool_record
from registry.publish._openapi_parts import part_numbers
from registry.publish._pages import paths, requests, structured_data, words
from registry.publish._pages.caller_needs import needs_of
from registry.publish._pages.installs import tool_hosts
from registry.publish._pages.markup import Markup
from registry.publish._pages.page_frame import Page, Site
from registry.publish._pages.samples import Samples
from registry.publish._pages.schema_rows import rows
from registry.publish._pages.schema_words import type_words
from registry.publish._pages.snippets import example_of, is_loadable, snippets
from registry.publish._pages.templates import macro
from registry.publish._pages.trying import host_to_try
from registry.publish._pages.utcp_programs import utcp_file
from registry.publish._pages.what_is_known import what_is_known
from registry.utcp_export import file_kind, input_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.model import Manual, Release, Tool
    from registry.model.categories import Category
    from registry.model.files import File
    from registry.model.naming import ToolId
    from registry.publish import Subject
    from registry.publish._changes import Changed
    from registry.source import Json

MAX_TOOLS = 12
"""Tools of the same manual that are listed beside each."""

_PARTS = "_tool_of_manual.html.j2"


@dataclass(frozen=True, slots=True)
class _Common:
    """The pieces that the pages of all tools of a manual share."""

    manual: Manual
    release: Release
    crumbs: Markup
    author: Markup
    cautions: Markup
    facts: Markup
    tools: Markup
    provenance: Markup
    when: Mapping[str, str]


def publish_pages_tools(subject: Subject) -> Iterator[File]:
    """Yield the page of each tool in the latest release of a listed manual."""
    if release := subject.listed:
        site = Site(subject.context, subject.files)
        common = _common(site, subject, release)
        for tool in release.tools:
            yield from site.both(_page(site, subject, common, tool))


def _common(site: Site, subject: Subject, release: Release) -> _Common:
    manual, root = subject.manual, "../" * 4
    cautions = tuple(words.manual_cautions(manual))
    return _Common(
        manual,
        release,
        macro(_PARTS, "crumbs")(root, manual),
        macro("_parts.html.j2", "author_trait")(manual.publisher),
        Markup(macro(_PARTS, "cautions")(root, manual, release, cautions).strip()),
        macro(_PARTS, "facts")(root, site, manual, release),
        macro(_PARTS, "tools")(root, manual, release, MAX_TOOLS),
        macro(_PARTS, "provenance")(root, site, manual, release, subject.context),
        _when(subject.context.categories),
    )


def _when(categories: Mapping[str, Category]) -> Mapping[str, str]:
    """Return what people say manuals are the ones for, by their ids."""
    choices = (choice for category in categories.values() for choice in category.choices)
    return {choice.manual: choice.when for choice in choices}


def _siblings(alike: Iterable[ToolId], when: Mapping[str, str]) -> Iterator[tuple[ToolId, str]]:
    """Yield each of *alike* with what its manual is for, which is said once for each manual."""
    told: set[str] = set()
    for tool in alike:
        yield tool, "" if tool.manual_id in told else when.get(tool.manual_id, "")
        told.add(tool.manual_id)


def _of_replies(release: Release, tool: Tool) -> tuple[str, ...]:
    """Return what a caller must know of all replies of *release*, which an envelope wraps."""
    return release.notices if tool.call.envelope else ()


def _page(site: Site, subject: Subject, common: _Common, tool: Tool) -> Page:
    manual, release = common.manual, common.release
    record = tool_record(tool) if site.has(tool_record(tool)) else ""
    try_host = host_to_try(manual, tool)
    samples = Samples(tool.inputs)
    example = example_of(tool, samples)
    inputs = rows(tool.inputs, "in")
    alike = subject.alike.get(tool.name, ())
    repository = site.settings.repository
    output_type = _output_type(tool)
    return Page(
        path=paths.tool_page(tool),
        title=f"{tool.name} ({manual.id})",
        description=tool.summary or f"A tool of {manual.title}.",
        template="tool.html.j2",
        markdown="tool.md.j2",
        section="catalogue/",
        twins=(("application/json", record),) if record else (),
        host=try_host,
        graph=structured_data.of_tool(site.settings, manual, release, tool),
        values={
            "tool": tool,
            "manual": manual,
            "release": release,
            "common": common,
            "example": example,
            "others": [each for each in tool.examples if not example or each.task != example.task],
            "snippets": tuple(snippets(site.settings, manual, tool, example)) if example else (),
            "mcp_hosts": tool_hosts(site.settings.base_url, release, tool),
            "is_loadable": is_loadable(tool),
            "needs": needs_of(manual, (tool,)),
            "inputs": inputs,
            "full_example": samples.value(full=True) if len(inputs) > 1 else None,
            "outputs": rows(tool.outputs, "out") if tool.outputs else (),
            "output_type": output_type,
            "reply": requests.reply_words(tool, output_type),
            "obstacles": subject.obstacles(tool),
            "cautions": tuple(words.tool_cautions(tool)),
            "notices": (*_of_replies(release, tool), *tool.notices, *input_sentences(tool)),
            "hosts": tool.call.hosts,
            "size": words.size_words(tool.average_response_size),
            "changed": tuple(_changed(manual, tool)),
            "known": tuple(what_is_known(manual, release, tool)),
            "try_host": try_host,
            "made_up_output": _made_up(tool),
            "files": site.there(_files(manual, release, tool)),
            "record": record,
            "alike": alike,
            "when": common.when.get(manual.id, ""),
            "siblings": tuple(_siblings(alike, common.when)),
            "sources": [each for each in release.sources if each.describes(tool.name)],
            "source": paths.source_url(repository, release.document.path),
            "report": paths.report_url(site.settings, tool.id),
        },
    )


def _output_type(tool: Tool) -> str:
    found = type_words(tool.outputs or {}, dict)
    return "" if found == "any" else found


def _made_up(tool: Tool) -> Json | None:
    """Return an answer of the shape that is described; None where nothing can be made up."""
    return Samples(tool.outputs).value(full=True) if tool.outputs else None


def _changed(manual: Manual, tool: Tool) -> Iterator[tuple[Release, Changed]]:
    """Yield the releases of *manual* that changed *tool*, the newest first, with what they did.

    What a withdrawn version did is said of the next one, which is compared with an older one.
    """
    changed = changes_of(manual)
    for release in reversed(manual.releases[1:]):
        news = changed[release.version]
        if release.version not in manual.yanked and news.of(tool.name):
            yield release, news


def _files(manual: Manual, release: Release, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield path and title of the files that may hold *tool*."""
    yield tool_record(tool), "Full record (JSON)"
    yield utcp_file(manual, file_kind(tool)), "UTCP manual (JSON)"
    if number := part_numbers(release).get(tool.name):
        yield openapi_document(manual.id, number), "OpenAPI document (JSON)"
    yield manual_file_path(manual.id, "latest", "source.json"), "As contributed (JSON)"
