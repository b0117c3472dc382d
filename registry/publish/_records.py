"""What the API says of a tool, wherever it says it: its definition, its digest and its summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import canonical, tokens
from registry.hosts import host_of
from registry.memo import once_for_each
from registry.model import State
from registry.publish import to_json
from registry.utcp_tools import aggregate_name, portable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.model import Auth, Call, Envelope, Manual, Publisher, Tool
    from registry.publish import Publication
    from registry.source import Json

_PROGRAM_TRANSPORTS = ("cli", "mcp")


def without_empty(record: Mapping[str, Json]) -> dict[str, Json]:
    """Return *record* without the members that say nothing: "", [] and {}."""
    return {key: value for key, value in record.items() if value not in ("", [], {})}


def definition(tool: Tool) -> dict[str, Json]:
    """Return all that a release says of *tool*. It never changes, and the digest is over it.

    A tool without a result has no `outputs`.
    """
    record: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "tags": list(tool.tags),
        "inputs": portable(tool.inputs),
        **({} if tool.outputs is None else {"outputs": portable(tool.outputs)}),
        "call": _call(tool.call),
        "effect": tool.effect.value,
        "effect_is_stated": tool.effect_is_stated,
        "examples": [
            {"task": each.task, "arguments": dict(each.arguments)} for each in tool.examples
        ],
        "variables": [
            without_empty(
                {"name": each.name, "description": each.description, "obtain": each.obtain}
            )
            for each in tool.variables
        ],
    }
    if tool.average_response_size is not None:
        record["average_response_size"] = tool.average_response_size
    return record


@once_for_each
def tool_digest(tool: Tool) -> str:
    """Return the sha256 of the canonical form of the definition of *tool*."""
    return canonical.sha256(definition(tool))


def _call(call: Call) -> dict[str, Json]:
    record: dict[str, Json] = {
        "transport": call.transport,
        "method": call.method,
        "url": call.url,
        "content_type": call.content_type,
        "headers": dict(call.headers),
        "arguments": [{"name": each.name, "where": each.where.value} for each in call.arguments],
        "options": dict(call.options),
    }
    if call.auth:
        record["auth"] = _auth(call.auth)
    if call.envelope:
        record["envelope"] = _envelope(call.envelope)
    return without_empty(record)


def _auth(auth: Auth) -> dict[str, Json]:
    return {"kind": auth.kind, **auth.fields}


def _envelope(envelope: Envelope) -> dict[str, Json]:
    return {
        "constants": dict(envelope.constants),
        "arguments_at": list(envelope.arguments_at),
        "fields": [
            {"path": list(each.path), "schema": dict(each.schema), "required": each.required}
            for each in envelope.fields
        ],
        "reply": portable(envelope.reply),
        "value_at": list(envelope.value_at),
    }


def summary_line(publication: Publication, tool: Tool) -> dict[str, Json]:
    """Return *tool* on one line: enough to choose it, to load it and to notice a change."""
    manual = publication.catalogue.manual_by_id[tool.manual_id]
    line: dict[str, Json] = {
        "id": tool.id,
        "version": tool.version,
        "summary": tool.summary,
        "protocol": tool.protocol,
        "transport": tool.call.transport,
        "auth": tool.call.auth.kind if tool.call.auth else "none",
        "effect": tool.effect.value,
        "tags": list(tool.tags),
        **cost(tool),
        "sha256": tool_digest(tool),
    }
    if not publication.obstacles[tool.id]:
        line["utcp_name"] = aggregate_name(tool)
    if manual.status.state is not State.ACTIVE:
        line["status"] = manual.status.state.value
    if manual.publisher.upstream:
        line["registry"] = manual.publisher.upstream.name
    return line


@once_for_each
def cost(tool: Tool) -> dict[str, Json]:
    """Return how much a model reads of *tool*: name, description and schema of the inputs."""
    shown: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "inputs": portable(tool.inputs),
    }
    text = to_json(shown).decode().rstrip()
    return {"bytes": len(text.encode()), "tokens": tokens.count(text)}


def safety(tool: Tool, *, is_self_hosted: bool) -> dict[str, Json]:
    """Return what somebody wants to know before a model may call *tool*."""
    return {
        "effect": tool.effect.value,
        "effect_is_stated": tool.effect_is_stated,
        "auth": tool.call.auth.kind if tool.call.auth else "none",
        "hosts": list(_hosts(tool.call)),
        "runs_programs": tool.call.transport in _PROGRAM_TRANSPORTS,
        "is_self_hosted": is_self_hosted,
    }


def _hosts(call: Call) -> Iterable[str]:
    """Yield every host that a call reaches, that of its token server included."""
    urls = [call.url, *(call.auth.fields.values() if call.auth else ())]
    hosts = (host_of(url) for url in urls if isinstance(url, str) and "://" in url)
    return dict.fromkeys(filter(None, hosts))


def status(manual: Manual) -> dict[str, Json]:
    """Return where *manual* stands."""
    now = manual.status
    return without_empty(
        {
            "state": now.state.value,
            "reason": now.reason,
            "since": now.since,
            "replaced_by": now.replaced_by,
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
