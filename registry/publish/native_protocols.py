"""`/otc/…` and `/opentool/…`: manuals in their own protocol's form, for that protocol's clients.

Discovery only: calls go to the provider's own server, which each listing names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.files import File
from registry.protocols import protocols
from registry.publish import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Subject


def publish_native_protocols(subject: Subject) -> Iterator[File]:
    """Yield the native listing of the latest release, if its protocol has one."""
    if release := subject.listed:
        folder = f"{release.protocol}/{subject.manual.id}"
        for path, data in protocols()[release.protocol].listing(release):
            yield File(f"{folder}/{path}", to_json(data))
