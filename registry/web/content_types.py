"""The content types with which the files of a site are sent, by their endings."""

from __future__ import annotations

from pathlib import PurePosixPath

BYTES = "application/octet-stream"

TYPES = {
    "": BYTES,
    ".atom": "application/atom+xml; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".jsonl": BYTES,
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
    ".yaml": "text/yaml; charset=utf-8",
    ".zip": "application/zip",
}
"""What a plain static host sends for each ending; `/utcp`, which has none, comes as bytes."""


def stored_type(path: str) -> str:
    """Return the content type with which a store is to serve the file at *path* of a site.

    What has no ending in the table is JSON: `/utcp`, and `versions/1.0.0` of a list of servers.
    """
    return TYPES.get(PurePosixPath(path).suffix or ".json", TYPES[".json"])
