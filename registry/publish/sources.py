"""`/v1/sources/…`: each release as it was submitted, with its keys in their author's order.

`source.json` beside the UTCP files of a release is the same in canonical form, which sorts keys.
Their order is what the arguments of a call are listed in, so it is part of a tool's digest, and
another registry that includes the release needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import State
from registry.publish import File, to_json
from registry.publish._paths import source_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication


def render(publication: Publication) -> Iterator[File]:
    """Yield every release of the manuals that are not in quarantine."""
    for manual in publication.catalogue.manuals:
        if manual.status.state is not State.QUARANTINED:
            for release in manual.releases:
                yield File(source_file(release), to_json(release.document.data))
