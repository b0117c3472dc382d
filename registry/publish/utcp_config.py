"""`/utcp-config.json`: the catalogue as a UTCP client's configuration, one entry a manual.

Each manual then has a namespace of its own for variables, and a broken download loses only itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, to_json
from registry.publish._paths import UTCP_CONFIG, release_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication
    from registry.source import Json


def render(publication: Publication) -> Iterator[File]:
    """Yield the configuration; clients refuse any other key in it."""
    yield File(UTCP_CONFIG, to_json({"manual_call_templates": [*_entries(publication)]}))


def _entries(publication: Publication) -> Iterator[Json]:
    for manual in publication.catalogue.listed:
        release = manual.latest
        if release and any(not publication.obstacles[tool.id] for tool in release.tools):
            yield {
                "name": manual.utcp_name,
                "call_template_type": "http",
                "http_method": "GET",
                "url": publication.settings.base_url + release_file(release, "utcp.json", "latest"),
            }
