"""`/mcp/…`: MCP servers as `server.json`, and the read-only API v0.1 of MCP registries.

The API has addresses that are prefixes of others, and on a disk no file has the path of a folder.
So a list is the `index.html` of its folder, which every static host serves at the folder's address,
and holds JSON in which nothing can be taken for markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from registry.model import State
from registry.model.files import File
from registry.protocols import mcp
from registry.protocols.mcp import server_json
from registry.publish import to_json
from registry.publish._file_paths import MCP_API as API
from registry.publish._pages import paths
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release
    from registry.publish import Listing, Subject
    from registry.source import Json

OFFICIAL = "io.modelcontextprotocol.registry/official"
OURS = "io.modelcontextprotocol.registry/publisher-provided"
_LONGEST = 100


class Described(NamedTuple):
    """A release of an MCP server and its `server.json`."""

    release: Release
    data: dict[str, Json]


def publish_mcp_registry(subject: Subject) -> Iterator[File]:
    """Yield the `server.json` of the manual, and every version of it as the API has them."""
    described = _described_releases(subject)
    if not described:
        return
    manual = subject.manual
    responses = [_response(manual, description) for description in described]
    folder = f"{API}/{_name(subject)}/versions"
    for description, response in zip(described, responses, strict=True):
        data = _json(response)
        yield File(f"{folder}/{description.release.version}", data)
        if description.release is manual.latest:
            yield File(f"{folder}/latest", data)
            yield File(f"mcp/{manual.id}/server.json", to_json(description.data))
    yield File(f"{folder}/index.html", _list(responses[::-1]))


def note_mcp_registry(subject: Subject) -> list[Json]:
    """Return what the list of all servers says of the manual: one entry, or none."""
    latest = subject.manual.latest
    return [
        _response(subject.manual, each)
        for each in _described_releases(subject)
        if each.release is latest
    ]


def list_mcp_registry(listing: Listing) -> Iterator[File]:
    """Yield the list of all servers in their latest versions."""
    servers = [each for noted in listing.noted("mcp_registry") for each in noted]
    if servers:
        yield File(f"{API}/index.html", _list(servers))


def _described_releases(subject: Subject) -> list[Described]:
    """Return the releases that can be described, oldest first; none if the latest cannot be."""
    if subject.listed is None or subject.listed.protocol != mcp.NAME:
        return []
    manual = subject.manual
    described = [
        Described(release, data)
        for release in manual.releases
        if release.protocol == mcp.NAME and release.version not in manual.yanked
        if (data := _server_json(subject, release))
    ]
    return described if any(each.release is manual.latest for each in described) else []


def _server_json(subject: Subject, release: Release) -> dict[str, Json]:
    manual, server = subject.manual, release.registry.get("server")
    if not isinstance(server, dict):
        return {}
    explained = {each.name: each.description for tool in release.tools for each in tool.variables}
    started = server_json.entry(server, explained)
    if not started:
        return {}
    repository = next((each.repository for each in release.sources if each.repository), "")
    return {
        "$schema": server_json.SCHEMA,
        "name": _name(subject),
        "title": manual.title[:_LONGEST],
        "description": _short(manual.summary or manual.title),
        "version": release.version,
        **({"websiteUrl": manual.docs} if manual.docs else {}),
        **({"repository": _repository(repository)} if repository else {}),
        **started,
        "_meta": {
            OURS: {
                "manual": subject.settings.base_url + paths.manual_page(manual),
                "effects": {tool.name: tool.effect.value for tool in release.tools},
            }
        },
    }


def _name(subject: Subject) -> str:
    """Return the name under which its vendor registered the server, or one of this registry.

    Names below that of this registry's host are its own to give: one that is stated may be the one
    that another manual gets.
    """
    server = mapping(subject.listed.registry.get("server")) if subject.listed else {}
    host = urlsplit(subject.settings.base_url).hostname or "localhost"
    own_prefix = f"{'.'.join(reversed(host.split('.')))}/"
    stated = string(server.get("name"))
    is_foreign = stated and not stated.lower().startswith(own_prefix)
    return stated if is_foreign else own_prefix + subject.manual.id.replace("/", ".")


def _repository(url: str) -> Json:
    host = urlsplit(url).hostname or ""
    return {"url": url, "source": host.partition(".")[0]}


def _short(text: str) -> str:
    """Return *text* on one line, cut at a word to what the schema allows."""
    line = " ".join(text.split())
    if len(line) <= _LONGEST:
        return line
    return line[: _LONGEST - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def _response(manual: Manual, described: Described) -> Json:
    release, status = described.release, manual.status
    official: dict[str, Json] = {
        "status": "active" if status.state is State.ACTIVE else "deprecated",
        **({"statusMessage": status.reason} if status.reason else {}),
        **({"publishedAt": f"{release.released}T00:00:00Z"} if release.released else {}),
        **({"updatedAt": f"{release.released}T00:00:00Z"} if release.released else {}),
        "isLatest": release is manual.latest,
    }
    return {"server": described.data, "_meta": {OFFICIAL: official}}


def _list(responses: list[Json]) -> bytes:
    return _json({"servers": responses, "metadata": {"count": len(responses)}})


def _json(value: Json) -> bytes:
    r"""Return *value* as JSON that no browser takes for markup: `<` is `\u003c`."""
    return to_json(value).replace(b"<", b"\\u003c")
