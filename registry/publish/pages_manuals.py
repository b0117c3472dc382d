"""A page for every manual: its tools, how to register it, its versions and its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.publish._changes import changes_of
from registry.publish._file_paths import functions, manual_index, openapi_document
from registry.publish._openapi_parts import Part, parts_of
from registry.publish._pages import paths, structured_data, words
from registry.publish._pages.caller_needs import needs_of
from registry.publish._pages.installs import manual_hosts, own_server, server_snippets
from registry.publish._pages.page_frame import Page, Site, feeds
from registry.publish._pages.snippets import VENDORS, loading_snippets
from registry.publish._removed_tools import with_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release
    from registry.model.files import File
    from registry.publish import Subject


def publish_pages_manuals(subject: Subject) -> Iterator[File]:
    """Yield the page of a listed manual."""
    if release := subject.listed:
        site = Site(subject.context, subject.files)
        yield from site.both(_page(site, subject.manual, release))


def _page(site: Site, manual: Manual, release: Release) -> Page:
    repository = site.settings.repository
    summary = manual.summary or f"The tools of {manual.title}."
    hosts = dict.fromkeys(host for tool in release.tools for host in tool.call.hosts)
    server = own_server(manual, release)
    return Page(
        path=paths.manual_page(manual),
        title=f"{manual.title} ({manual.id})",
        description=summary,
        template="manual.html.j2",
        markdown="manual.md.j2",
        twins=feeds(f"publisher/{manual.publisher.name}"),
        section="manuals/",
        graph=structured_data.of_manual(site.settings, manual, release),
        values={
            "manual": manual,
            "release": release,
            "changed": changes_of(manual),
            "with_page": with_page(manual),
            "summary": summary,
            "dialect": words.dialect_name(release.protocol, release.dialect),
            "needs": needs_of(manual, release.tools),
            "registrations": tuple(loading_snippets(site.settings, manual, release)),
            "left_out": sum(bool(utcp_export.load_obstacles(tool)) for tool in release.tools),
            "hosts": tuple(hosts),
            "openapi_documents": tuple(_openapi_documents(release)),
            "starts_server": server is not None,
            "mcp_hosts": tuple(
                server_snippets(server) if server else manual_hosts(site.settings.base_url, release)
            ),
            "cautions": tuple(words.manual_cautions(manual)),
            "files": site.there(_files(site, manual, release)),
            "source": paths.source_url(repository, paths.folder_of(manual)),
            "report": paths.report_url(site.settings, manual.id),
        },
    )


def _files(site: Site, manual: Manual, release: Release) -> Iterator[tuple[str, str]]:
    """Yield path and title of the files that there may be about all of *manual*."""
    yield manual_index(manual.id), "Versions and digests"
    for path, title in site.files_of(manual, release, "latest"):
        yield path, f"{title[0].upper()}{title[1:]}"
    yield from ((path, title) for path, title, _ in _openapi_documents(release))
    for name, title in VENDORS.items():
        yield functions(manual.id, name), f"Functions for {title}"
    yield f"otc/{manual.id}/tools", "Native OTC/OXP listing"
    yield f"opentool/{manual.id}/load", "Native OpenTool document"


def _openapi_documents(release: Release) -> Iterator[tuple[str, str, Part]]:
    """Yield path and title of each OpenAPI document of *release*, and what is in it."""
    parts = parts_of(release)
    for number, part in enumerate(parts, 1):
        title = f"OpenAPI document {number}" if len(parts) > 1 else "OpenAPI document"
        yield openapi_document(release.manual_id, number), title, part
