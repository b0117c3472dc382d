"""The manuals of other registries, as committed in the repository: read, check, join.

`included/<name>/manuals/` has the same structure as `manuals/`, and `included/<name>/lock.json`
records the request and the digests of the files. `registry include` writes both. Reading them does
not contact other registries, so a build stays the same until other files are merged.
"""

from __future__ import annotations

from registry.catalogue.included_registries._joining import (
    SHADOWED,
    TakenNames,
    join_trees,
    reworded_for_operator,
)
from registry.catalogue.included_registries._lock import (
    INCLUDE_LOCK,
    INCLUDED_FOLDER,
    INCLUDED_MANUALS,
    Include,
    IncludeLock,
    sha256_hex,
)
from registry.catalogue.included_registries._reading import (
    has_links,
    read_include,
    unused_includes,
)

__all__ = [
    "INCLUDED_FOLDER",
    "INCLUDED_MANUALS",
    "INCLUDE_LOCK",
    "SHADOWED",
    "Include",
    "IncludeLock",
    "TakenNames",
    "has_links",
    "join_trees",
    "read_include",
    "reworded_for_operator",
    "sha256_hex",
    "unused_includes",
]
