"""URLs, hosts and HTTP: the only place from which anything goes over a network, or is served."""

from __future__ import annotations


def is_url(text: str) -> bool:
    """Return whether *text* is an address on the web and no path."""
    return text.lower().startswith(("https://", "http://"))
