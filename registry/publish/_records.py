"""The records of the API on a tool, beside its definition."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from registry.catalogue.tool_definition import tool_digest, without_empty
from registry.model import State
from registry.model.derived import derived
from registry.publish import _token_count, json_part
from registry.utcp_export import aggregate_name, portable_inputs

if TYPE_CHECKING:
    from registry.model import Manual, Publisher, Release, Tool
    from registry.model.rate_limits import Limit
    from registry.model.sources import Source
    from registry.publish import Subject
    from registry.source import Json


def summary_line(subject: Subject, tool: Tool) -> dict[str, Json]:
    """Return *tool* on one line: enough to choose it, to load it and to notice a change."""
    manual = subject.manual
    line: dict[str, Json] = {
        "id": tool.id,
        "version": tool.version,
        "summary": tool.summary,
        "protocol": tool.protocol,
        "transport": tool.call.transport,
        "auth": tool.auth_kind or "none",
        "effect": tool.effect.value,
        "tags": list(tool.tags),
        **cost(tool),
        "sha256": tool_digest(tool),
    }
    if not subject.obstacles(tool):
        line["utcp_name"] = aggregate_name(tool)
    if manual.status.state is not State.ACTIVE:
        line["status"] = manual.status.state.value
    if manual.publisher.upstream:
        line["registry"] = manual.publisher.upstream.name
    return line


@derived
def cost(tool: Tool) -> dict[str, Json]:
    """Return how much a model reads of *tool*: name, description and schema of the inputs."""
    read_by_model: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "inputs": portable_inputs(tool),
    }
    part = json_part(read_by_model)
    return {"bytes": len(part), "tokens": _token_count.count_tokens(part.decode())}


def safety(tool: Tool, *, is_self_hosted: bool) -> dict[str, Json]:
    """Return what users need to know before they let a model call *tool*."""
    return {
        "effect": tool.effect.value,
        "effect_is_stated": tool.effect_is_stated,
        "auth": tool.auth_kind or "none",
        "hosts": list(tool.call.hosts),
        "runs_programs": tool.call.starts_program,
        "is_self_hosted": is_self_hosted,
    }


def manual_status(manual: Manual) -> dict[str, Json]:
    """Return in what state *manual* is."""
    status = manual.status
    return without_empty(
        {
            "state": status.state.value,
            "reason": status.reason,
            "since": status.since,
            "replaced_by": status.replaced_by,
        }
    )


def upstream(publisher: Publisher) -> dict[str, Json]:
    """Return which registry *publisher* was included from, {} for one of our own."""
    if publisher.upstream is None:
        return {}
    return {"registry": {"name": publisher.upstream.name, "url": publisher.upstream.url}}


def about_manual(manual: Manual) -> dict[str, Json]:
    """Return how *manual* is listed, and who publishes it."""
    publisher = manual.publisher
    return without_empty(
        {
            "id": manual.id,
            "utcp_name": manual.utcp_name,
            "title": manual.title,
            "summary": manual.summary,
            "category": manual.category,
            "tags": list(manual.tags),
            "docs": manual.docs,
            "licence": manual.licence,
            "terms": manual.terms,
            "coverage": manual.coverage,
            "limits": [_limit(each) for each in manual.limits],
            "attribution": manual.attribution,
            **({"non_commercial": True} if manual.non_commercial else {}),
            "publisher": without_empty(
                {
                    "name": publisher.name,
                    "title": publisher.title,
                    "homepage": publisher.homepage,
                    "is_owner": bool(publisher.owners),
                }
            ),
            **upstream(publisher),
        }
    )


def _limit(limit: Limit) -> dict[str, Json]:
    rate: dict[str, Json] = {"requests": limit.requests, "per": limit.per} if limit.requests else {}
    return without_empty({**rate, "note": limit.note})


def compared(manual: Manual, release: Release, tool: str = "") -> dict[str, Json]:
    """Return how *release*, or one *tool* of it, compares with what the provider says.

    It is {} where that is not known.
    """
    facts = manual.facts_of(release)
    if facts is None:
        return {}
    counts = facts.compared.get(tool) if tool else facts.counts
    if counts and counts.compared:
        tools: dict[str, Json] = {} if tool else {"tools": len(facts.compared)}
        return {"compared": {"date": facts.date, **asdict(counts), **tools}}
    looked_up = facts.looked_up.get(tool)
    if looked_up:
        return {"looked_up": {"date": looked_up.date, "source": looked_up.source}}
    return {}


def release_sources(release: Release, tool: str = "") -> list[Json]:
    """Return the documents that *release* was written from; those of one *tool* if it is named."""
    return [_source(each) for each in release.sources if not tool or each.describes(tool)]


def _source(source: Source) -> dict[str, Json]:
    return without_empty(
        {
            "kind": source.kind.value,
            "repository": source.repository,
            "package": source.package,
            "url": source.url,
            "path": source.path,
            "commit": source.commit,
            "version": source.version,
            "date": source.date,
            "tools": list(source.tools),
            "covers": source.covers,
        }
    )
