"""`/v1/sources/…`: each release as it was submitted, with its keys in their author's order.

`source.json` beside the UTCP files of a release is the same in canonical form, which sorts keys.
Their order is what the arguments of a call are listed in, so it is part of a tool's digest, and
another registry that includes the release needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import State
from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import source_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Subject


def publish_sources(subject: Subject) -> Iterator[File]:
    """Yield every release of a manual that is not in quarantine."""
    if subject.manual.status.state is not State.QUARANTINED:
        for release in subject.manual.releases:
            yield File(source_file(release), to_json(release.document.data))
