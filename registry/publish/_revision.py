"""Choose the files that agents load, and compute the one digest over all of them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from registry.protocols import protocols
from registry.publish._file_paths import INDEX, SERVICE, UTCP, UTCP_CONFIG

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model.files import Digest

_LISTED_ELSEWHERE = (
    *("v1/tools/", "v1/functions/", "v1/openapi/", "v1/sources/"),
    *("v1/search/terms/", "v1/search/tools/"),
)


def loaded(written: Mapping[str, Digest]) -> Mapping[str, Digest]:
    """Return the files that agents load, by path and sorted, without those that hold digests."""
    folders = ("v1/", *(f"{name}/" for name in protocols()))
    return {
        path: digest
        for path, digest in sorted(written.items())
        if (path.startswith(folders) and path not in (INDEX, SERVICE))
        or path in (*UTCP, UTCP_CONFIG)
    }


def is_top_level(path: str) -> bool:
    """Return whether the index gives the digest of the file at *path* itself.

    The catalogue does it for tools, the index of a manual for the files of its versions, and the
    record of a publisher for what was submitted.
    """
    if path.startswith("v1/manuals/"):
        return path.endswith("/index.json")
    return not path.startswith(_LISTED_ELSEWHERE)


def revision(written: Mapping[str, Digest]) -> str:
    """Return the digest over the path and the digest of every file that agents load."""
    lines = (f"{digest.sha256}  {path}\n" for path, digest in loaded(written).items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()
