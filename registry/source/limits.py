"""The limits on the size and depth of contributed files, each with its reason.

They come from 2,639 public API descriptions (125,200 operations): an honest manual stays far
below every limit, and a hostile one is stopped before it costs a second.
"""

from __future__ import annotations

from typing import NamedTuple

MAX_BYTES = 1024 * 1024
"""Bytes of one file. The 95th percentile of whole API descriptions is 472 KB."""

MAX_DEPTH = 32
"""Levels of nested collections. Real documents reach 26 at the 99th percentile, and deeper
nesting exhausts the recursion of later readers."""

MAX_NODES = 50_000
"""Scalars and collections in one file: bounds time and memory for any input."""

MAX_KEYS = 2_000
"""Keys of one mapping."""

MAX_SCALAR = 64 * 1024
"""Characters of one scalar. The longest text of a real operation has 23,531."""

MAX_KEY = 128
"""Characters of one key."""

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly (RFC 7493, section 2.2)."""

MAX_PROBLEMS = 100
"""Problems that the reader reports for one file before it stops."""


class Limits(NamedTuple):
    """The limits for one reading; the defaults are those for contributed files."""

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
"""For documents that are converted and not kept. The largest public API description has 47 MB
and 1.5 million values; the deepest nests 34 collections."""
