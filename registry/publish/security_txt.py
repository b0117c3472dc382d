"""`/.well-known/security.txt`: where to report a weakness (RFC 9116), if that is known."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from registry.model.files import File

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing

PATH = ".well-known/security.txt"

VALID = timedelta(days=365)
"""How long it holds after the newest release: a build has no clock, and every release renews it."""


def list_security_txt(listing: Listing) -> Iterator[File]:
    """Yield the file, if there is a repository or a contact, and a release to date it by."""
    settings = listing.settings
    repository = f"{settings.repository}/security/advisories/new" if settings.repository else ""
    contact = repository or settings.contact
    newest = max((each.released for each in listing.entries.listed), default="")
    if not contact or not newest:
        return
    lines = (
        f"Contact: {contact}",
        f"Expires: {date.fromisoformat(newest) + VALID}T00:00:00Z",
        *([f"Policy: {settings.base_url}security/"] if "security/" in settings.docs else ()),
        f"Canonical: {settings.base_url}{PATH}",
        "Preferred-Languages: en",
    )
    yield File(PATH, "".join(f"{line}\n" for line in lines).encode("utf-8"))
