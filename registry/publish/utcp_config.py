"""`/utcp-config.json`: the catalogue as a UTCP client's configuration, one entry a manual.

Each manual then has a namespace of its own for variables, and a broken download loses only itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import UTCP_CONFIG, manual_file_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing
    from registry.source import Json


def list_utcp_config(listing: Listing) -> Iterator[File]:
    """Yield the configuration; clients refuse any other key in it."""
    yield File(UTCP_CONFIG, to_json({"manual_call_templates": [*_entries(listing)]}))


def _entries(listing: Listing) -> Iterator[Json]:
    for manual in listing.entries.listed:
        if any(tool.is_offered for tool in manual.tools):
            yield {
                "name": manual.utcp_name,
                "call_template_type": "http",
                "http_method": "GET",
                "url": listing.settings.base_url
                + manual_file_path(manual.id, "latest", "utcp.json"),
            }
