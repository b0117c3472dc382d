"""Files of the published site, and their digests."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Digest(NamedTuple):
    """The digest of a written file: sha256 (64 hexadecimal digits) and size in bytes."""

    sha256: str
    size: int


@dataclass(frozen=True)
class File:
    """A file of the site: its *path* below the root, with `/`, and its bytes."""

    path: str
    data: bytes

    @cached_property
    def digest(self) -> Digest:
        """The digest of the bytes, computed once."""
        return digest(self.data)


def digest(data: bytes) -> Digest:
    """Return the digest of *data*."""
    return Digest(hashlib.sha256(data).hexdigest(), len(data))
