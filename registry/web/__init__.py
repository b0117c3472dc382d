"""URLs, hosts and HTTP: documents and sites are read from the web here, and a site is served.

Nothing else goes over a network but calls of tools, which pass `registry/client/call/fence.py`, and
the MCP server that offers them.
"""

from __future__ import annotations


def is_url(text: str) -> bool:
    """Return whether *text* is an address on the web and no path."""
    return text.lower().startswith(("https://", "http://"))
