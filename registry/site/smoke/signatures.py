"""Check whether a published site is what its registry signed; needs the extra `sign`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from registry.signing import LOADED_FIRST, SignedSite, UnreachableSiteError, UntrustedSiteError

if TYPE_CHECKING:
    from collections.abc import Iterator


def signature_problems(url: str, root: bytes) -> Iterator[str]:
    """Yield the problems of the signatures at *url* for a client that trusts *root*."""
    with tempfile.TemporaryDirectory() as name:
        try:
            site = SignedSite(url.rstrip("/") + "/", root, Path(name) / "kept")
            for path in LOADED_FIRST:
                site.file(path, Path(name) / "file")
        except UnreachableSiteError as error:
            yield f"its signatures cannot be asked for: {error}"
        except UntrustedSiteError as error:
            yield f"cannot be trusted: {error}"
