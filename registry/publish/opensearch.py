"""`/opensearch.xml`: lets a browser add the catalogue to its search engines."""

from __future__ import annotations

from html import escape
from textwrap import shorten
from typing import TYPE_CHECKING

from registry.model.files import File

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing

SHORT = 16
"""Characters that the short name may have."""


def list_opensearch(listing: Listing) -> Iterator[File]:
    """Yield the description."""
    settings = listing.settings
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>{escape(shorten(settings.name, SHORT, placeholder=""))}</ShortName>
<Description>{escape(f"Search the tools of {settings.name}")}</Description>
<Url type="text/html" template="{settings.base_url}catalogue/?q={{searchTerms}}"/>
<InputEncoding>UTF-8</InputEncoding>
</OpenSearchDescription>
"""
    yield File("opensearch.xml", text.encode("utf-8"))
