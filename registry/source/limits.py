"""How large and how deep a contributed file may be, each limit with its reason.

The figures were read off 2,639 public API descriptions (125,200 operations): an honest manual
stays far below every one of them, and a hostile one is stopped before it costs a second.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_BYTES = 1024 * 1024
"""Bytes of one file. The 95th percentile of whole API descriptions is 472 KB."""

MAX_DEPTH = 32
"""Collections inside each other. Real documents reach 26 at the 99th percentile, and deeper
nesting exhausts the recursion of readers further down the line."""

MAX_NODES = 50_000
"""Scalars and collections of one file: bounds time and memory whatever the bytes are."""

MAX_KEYS = 2_000
"""Keys of one mapping."""

MAX_SCALAR = 64 * 1024
"""Characters of one scalar. The longest text of a real operation has 23,531."""

MAX_KEY = 128
"""Characters of one key."""

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly (RFC 7493, section 2.2)."""

MAX_PROBLEMS = 100
"""Problems reported of one file by the reader; past that the file is not worth reading on."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of everything one reading may meet; the defaults are those of contributed files."""

    size: int = MAX_BYTES
    depth: int = MAX_DEPTH
    nodes: int = MAX_NODES
    keys: int = MAX_KEYS
    scalar: int = MAX_SCALAR
    key: int = MAX_KEY
    problems: int = MAX_PROBLEMS


CONTRIBUTED = Limits()

FOREIGN = Limits(
    size=64 * 1024 * 1024,
    depth=256,
    nodes=8_000_000,
    keys=200_000,
    scalar=8 * 1024 * 1024,
    key=8 * 1024,
    problems=1_000,
)
"""For documents that are only converted and never kept. The largest public API description has
47 MB and 1.5 million values, and the deepest nests 34 collections."""
