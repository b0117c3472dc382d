"""The page that puts up to four tools or APIs side by side, which its address names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.publish._pages.page_frame import Page, Site
from registry.publish._pages.words import AUTHS, EFFECTS, STATES, TRANSPORTS
from registry.search.documents import NO_AUTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model.files import File
    from registry.publish import Listing


_WORDS = {
    "auth": {kind or NO_AUTH: word for kind, word in AUTHS.items()},
    "effect": EFFECTS,
    "state": STATES,
    "transport": TRANSPORTS,
}


def list_pages_compare(listing: Listing) -> Iterator[File]:
    """Yield the page; its script reads what the API says of each."""
    yield Site(listing.context).file(
        Page(
            path="compare/",
            title="Compare tools and APIs",
            description="Inputs, output, key, limits, effect and tokens, side by side.",
            template="compare.html.j2",
            values={"words": json.dumps(_WORDS)},
            section="manuals/",
        )
    )
