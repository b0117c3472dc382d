"""A page for every tool: what it does, how to call it, what goes in and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
        _when_to_choose(subject.context.categories),
    )


def _when_to_choose(categories: Mapping[str, Category]) -> Mapping[str, str]:
    """Return what people say manuals are the ones for, by their ids."""
    choices = (choice for category in categories.values() for choice in category.choices)
    return {choice.manual: choice.when for choice in choices}


def _siblings(alike: Iterable[ToolId], when: Mapping[str, str]) -> Iterator[tuple[ToolId, str]]:
    """Yield each of *alike* with what its manual is for, which is said once for each manual."""
    described: set[str] = set()
    for tool in alike:
        yield tool, "" if tool.manual_id in described else when.get(tool.manual_id, "")
        described.add(tool.manual_id)


def _page(site: Site, subject: Subject, common: _Common, tool: Tool) -> Page:
    manual, release = common.manual, common.release
    record = tool_record(tool) if site.has(tool_record(tool)) else ""
    try_host = host_to_try(manual, tool)
    samples = Samples(tool.inputs)
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
            "record": record,
            "try_host": try_host,
            **_how_to_call(site, common, tool, samples),
            **_inputs_and_outputs(tool, samples),
            **_what_to_know(subject, common, tool),
            "files": site.there(_files(manual, release, tool)),
            "source": paths.source_url(site.settings.repository, release.document.path),
            "report": paths.report_url(site.settings, tool.id),
        },
    )


def _how_to_call(site: Site, common: _Common, tool: Tool, samples: Samples) -> dict[str, Any]:
    """Return examples, the code that calls *tool*, and what a caller needs for it."""
    example = example_of(tool, samples)
    return {
        "example": example,
        "others": [each for each in tool.examples if not example or each.task != example.task],
        "snippets": tuple(snippets(site.settings, common.manual, tool, example)) if example else (),
        "mcp_hosts": tool_hosts(site.settings.base_url, common.release, tool),
        "is_loadable": is_loadable(tool),
        "needs": needs_of(common.manual, (tool,)),
        "hosts": tool.call.hosts,
    }


def _inputs_and_outputs(tool: Tool, samples: Samples) -> dict[str, Any]:
    """Return what goes into *tool* and what comes out."""
    inputs = rows(tool.inputs, "in")
    found = type_words(tool.outputs or {}, dict)
    output_type = "" if found == "any" else found
    return {
        "inputs": inputs,
        "full_example": samples.value(full=True) if len(inputs) > 1 else None,
        "outputs": rows(tool.outputs, "out") if tool.outputs else (),
        "output_type": output_type,
        "made_up_output": Samples(tool.outputs).value(full=True) if tool.outputs else None,
        "reply": requests.reply_words(tool, output_type),
        "size": words.size_words(tool.average_response_size),
    }


def _what_to_know(subject: Subject, common: _Common, tool: Tool) -> dict[str, Any]:
    """Return what is said of *tool* beside how it is called, and which tools are like it."""
    manual, release = common.manual, common.release
    alike = subject.alike.get(tool.name, ())
    of_replies = release.notices if tool.call.envelope else ()
    return {
        "obstacles": subject.obstacles(tool),
        "cautions": tuple(words.tool_cautions(tool)),
        "notices": (*of_replies, *tool.notices, *input_sentences(tool)),
        "changed": tuple(_changing_releases(manual, tool)),
        "known": tuple(what_is_known(manual, release, tool)),
        "alike": alike,
        "when": common.when.get(manual.id, ""),
        "siblings": tuple(_siblings(alike, common.when)),
        "sources": [each for each in release.sources if each.describes(tool.name)],
    }


def _changing_releases(manual: Manual, tool: Tool) -> Iterator[tuple[Release, Changed]]:
    """Yield the releases of *manual* that changed *tool*, the newest first, with what they did.

    What a withdrawn version did is said of the next one, which is compared with an older one.
    """
    changed = changes_of(manual)
    for release in reversed(manual.releases):
        news = changed.get(release.version)
        if news and release.version not in manual.yanked and news.of(tool.name):
            yield release, news


def _files(manual: Manual, release: Release, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield path and title of the files that may hold *tool*."""
    yield tool_record(tool), "Full record (JSON)"
    yield utcp_file(manual, file_kind(tool)), "UTCP manual (JSON)"
    if number := part_numbers(release).get(tool.name):
        yield openapi_document(manual.id, number), "OpenAPI document (JSON)"
    yield manual_file_path(manual.id, "latest", "source.json"), "As contributed (JSON)"
