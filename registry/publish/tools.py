"""`/v1/tools/<publisher>/<manual>/<tool>.json`: everything the registry knows of one tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, to_json
from registry.publish._paths import link, manual_index, release_file, schema, tool_record
from registry.publish._records import (
    about_manual,
    cost,
    definition,
    safety,
    status,
    tool_digest,
    without_empty,
)
from registry.tokens import TOKENIZER
from registry.utcp_tools import aggregate_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release, Tool
    from registry.publish import Publication
    from registry.source import Json

IS_SHARED = True


def render(publication: Publication) -> Iterator[File]:
    """Yield the record of every tool of the catalogue."""
    for tool in publication.share_of(publication.catalogue.tools):
        manual = publication.catalogue.manual_by_id[tool.manual_id]
        if release := manual.latest:
            record = _record(tool, manual, release, publication.obstacles[tool.id])
            yield File(tool_record(tool), to_json(record))


def _record(
    tool: Tool, manual: Manual, release: Release, obstacles: tuple[str, ...]
) -> dict[str, Json]:
    path = tool_record(tool)
    hosted = release.self_hosted
    return {
        "schema": link(path, schema("tool")),
        "id": tool.id,
        "version": tool.version,
        "sha256": tool_digest(tool),
        "protocol": tool.protocol,
        "dialect": tool.dialect,
        "summary": tool.summary,
        "definition": definition(tool),
        "cost": {**cost(tool), "tokenizer": TOKENIZER},
        "safety": safety(tool, is_self_hosted=hosted is not None),
        "notices": [*release.notices, *tool.notices],
        "utcp": _utcp(tool, obstacles),
        "status": status(manual),
        "manual": about_manual(manual),
        **(
            {"self_hosted": without_empty({"start": hosted.start, "note": hosted.note})}
            if hosted
            else {}
        ),
        "links": {
            "manual": link(path, manual_index(manual.id)),
            "source": link(path, release_file(release, "source.json")),
        },
    }


def _utcp(tool: Tool, obstacles: tuple[str, ...]) -> dict[str, Json]:
    """Return the name of *tool* in `/utcp`, or why it is not there."""
    if obstacles:
        return {"is_offered": False, "obstacles": list(obstacles)}
    return {"is_offered": True, "name": aggregate_name(tool)}
