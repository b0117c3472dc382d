"""What other registries gave, as it lies in the repository: read, held against its lock, joined.

`included/<name>/manuals/` is laid out like `manuals/`, and `included/<name>/lock.json` says what
was asked for and which digests the files have. `registry include` writes both; whoever reads them
here asks nobody, so a build stays the same until somebody merges other files.
"""

from __future__ import annotations

from registry.included._joining import SHADOWED, Taken, joined, told
from registry.included._lock import FOLDER, LOCK, MANUALS, Include, Lock, digest
from registry.included._reading import beside, has_links, read, unused

__all__ = [
    "FOLDER",
    "LOCK",
    "MANUALS",
    "SHADOWED",
    "Include",
    "Lock",
    "Taken",
    "beside",
    "digest",
    "has_links",
    "joined",
    "read",
    "told",
    "unused",
]
