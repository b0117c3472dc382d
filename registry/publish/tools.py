"""`/v1/tools/<publisher>/<manual>/<tool>.json`: everything the registry knows of one tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.tool_definition import tool_definition, tool_digest, without_empty
from registry.model.files import File
from registry.publish import to_json
from registry.publish._file_paths import link, manual_index, release_path, schema_path, tool_record
from registry.publish._records import (
    about_manual,
    compared,
    cost,
    manual_status,
    release_sources,
    safety,
)
from registry.publish._token_count import TOKENIZER
from registry.utcp_export import aggregate_name, input_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release, Tool
    from registry.publish import Subject
    from registry.source import Json


def publish_tools(subject: Subject) -> Iterator[File]:
    """Yield the record of every tool of the catalogue."""
    if release := subject.listed:
        for tool in release.tools:
            record = _record(tool, subject.manual, release, subject.obstacles(tool))
            yield File(tool_record(tool), to_json(record))


def _record(
    tool: Tool, manual: Manual, release: Release, obstacles: tuple[str, ...]
) -> dict[str, Json]:
    path = tool_record(tool)
    hosted = release.self_hosted
    return {
        "schema": link(path, schema_path("tool")),
        "id": tool.id,
        "version": tool.version,
        "sha256": tool_digest(tool),
        "protocol": tool.protocol,
        "dialect": tool.dialect,
        "summary": tool.summary,
        "definition": tool_definition(tool),
        "cost": {**cost(tool), "tokenizer": TOKENIZER},
        "safety": safety(tool, is_self_hosted=hosted is not None),
        "notices": [*release.notices, *tool.notices, *input_sentences(tool)],
        "utcp": _utcp(tool, obstacles),
        "status": manual_status(manual),
        "manual": about_manual(manual),
        **(
            {"self_hosted": without_empty({"start": hosted.start, "note": hosted.note})}
            if hosted
            else {}
        ),
        **without_empty({"sources": release_sources(release, tool.name)}),
        **compared(manual, release, tool.name),
        "links": {
            "manual": link(path, manual_index(manual.id)),
            "source": link(path, release_path(release, "source.json")),
        },
    }


def _utcp(tool: Tool, obstacles: tuple[str, ...]) -> dict[str, Json]:
    """Return the name of *tool* in `/utcp`, or why it is not there."""
    if obstacles:
        return {"is_offered": False, "obstacles": list(obstacles)}
    return {"is_offered": True, "name": aggregate_name(tool)}
