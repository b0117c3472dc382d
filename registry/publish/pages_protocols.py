"""The list of the protocols in which manuals may be written."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from registry import protocols
from registry.publish._pages.site import Page, Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.protocols import ManualProtocol
    from registry.publish import File, Publication


def render(publication: Publication) -> Iterator[File]:
    """Yield the page; each protocol has a guide of its own among the hand-written pages."""
    entries = [_entry(publication, each) for each in protocols.protocols().values()]
    yield Site(publication).file(
        Page(
            path="protocols/",
            title="Protocols",
            description="The protocols in whose words tools are described here.",
            template="protocols.html.j2",
            section="protocols/",
            values={"entries": entries},
        )
    )


def _entry(publication: Publication, protocol: ManualProtocol) -> dict[str, object]:
    latest = filter(None, (manual.latest for manual in publication.catalogue.listed))
    releases = [release for release in latest if release.protocol == protocol.NAME]
    used = Counter(release.dialect for release in releases)
    return {
        "protocol": protocol,
        "manuals": len(releases),
        "tools": sum(len(release.tools) for release in releases),
        "dialects": [(dialect, used[dialect.id]) for dialect in protocol.DIALECTS],
    }
