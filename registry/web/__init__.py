"""URLs, hosts and HTTP: the only place from which anything goes over a network, or is served.

What is secret in a URL or beside it is known here, too.
"""

from __future__ import annotations


def is_url(text: str) -> bool:
    """Return whether *text* is an address on the web and no path."""
    return text.lower().startswith(("https://", "http://"))
