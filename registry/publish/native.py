"""`/otc/…` and `/opentool/…`: manuals in their own protocol's form, for that protocol's clients.

Discovery only: calls go to the provider's own server, which each listing names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.protocols import protocols
from registry.publish import File, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication


def render(publication: Publication) -> Iterator[File]:
    """Yield the native listing of the latest release of every manual that has one."""
    for manual in publication.catalogue.listed:
        release = manual.latest
        if release:
            folder = f"{release.protocol}/{manual.id}"
            for path, data in protocols()[release.protocol].listing(release):
                yield File(f"{folder}/{path}", to_json(data))
