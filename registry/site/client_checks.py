"""Check what was built against the rules of the real clients, before it replaces the site.

The clients take a document whole or not at all: one tool that they refuse costs an agent all the
others. Whatever is found here is a fault of the registry, since contributed faults are reported
long before; so it is raised, and nothing is published.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from registry.model import VARIABLE, fold_name
from registry.source.strings import strings_in
from registry.utcp_export import COOKIE, HTTP, aggregate_name, aggregate_variable
from registry.validate import SCHEMAS, Schema, load_schema
from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.model.entries import Entries, ToolEntry
    from registry.settings import Settings
    from registry.source import Json

_Loaded: TypeAlias = Any
"""JSON as it was read back; what it should be is only known once it has been checked."""

_SCHEMAS = SCHEMAS / "api"
_HEAD = Schema(
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["utcp_version", "manual_version", "tools"],
        "properties": {
            "utcp_version": {"type": "string"},
            "manual_version": {"type": "string"},
            "tools": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {"name": {"type": "string"}},
                },
            },
        },
    }
)
"""What must hold before anything else can be looked at."""

_SHOWN = 20


class ClientChecksError(Exception):
    """The built files break a rule of the clients; the text says which files and which rules."""


def verify(folder: Path, entries: Entries, settings: Settings) -> None:
    """Check everything in *folder* that UTCP clients load.

    Raises ClientChecksError with all findings.
    """
    findings = [
        *_discovery(folder, entries, settings),
        *_configuration(folder, settings),
        *_manuals(folder),
    ]
    if findings:
        listed = "\n".join(f"  {line}" for line in findings[:_SHOWN])
        more = f"\n  and {len(findings) - _SHOWN} more" if len(findings) > _SHOWN else ""
        raise ClientChecksError(
            "the registry has built files that clients refuse, so nothing was published:\n"
            f"{listed}{more}"
        )


def refusals(data: bytes, kind: str = HTTP) -> Iterator[str]:
    """Yield why clients refuse the UTCP document *data*, all tools of which are of *kind*."""
    return _of_manual(data, _read(data), kind)


def _discovery(folder: Path, entries: Entries, settings: Settings) -> Iterator[str]:
    """Check `/utcp`: the rules of any http file, and those of a namespace that manuals share."""
    for name in ("utcp", "utcp.json"):
        if not (folder / name).is_file():
            yield f"{name}: is not a file"
            return
    data = (folder / "utcp").read_bytes()
    if data != (folder / "utcp.json").read_bytes():
        yield "utcp: is not the same as utcp.json"
    document = _read(data)
    yield from (f"utcp: {what}" for what in _of_manual(data, document, HTTP))
    if not _HEAD.accepts(document):
        return
    tools_by_name = {aggregate_name(tool): tool for tool in entries.tools}
    shared = [tool for tool in document["tools"] if "__" in tool["name"]]
    for tool in shared:
        yield from (f"utcp: {what}" for what in _of_shared(tool, tools_by_name))
    if shared and len(data) > settings.utcp_budget:
        yield f"utcp: has {len(data):,} bytes, more than {settings.utcp_budget:,}"


def _of_shared(tool: Mapping[str, Any], tools_by_name: Mapping[str, ToolEntry]) -> Iterator[str]:
    name = tool["name"]
    if name not in tools_by_name:
        yield f"{name} belongs to no latest release of a listed manual"
        return
    namespace = aggregate_variable(tools_by_name[name], "")
    for text in strings_in(tool["tool_call_template"]):
        for variable in VARIABLE.findall(text):
            if not variable.startswith(namespace):
                yield f"{name} has the variable {variable} outside {namespace}…"


def _configuration(folder: Path, settings: Settings) -> Iterator[str]:
    """Check `/utcp-config.json`: only http entries, each leading to an existing file."""
    path = folder / "utcp-config.json"
    document: _Loaded = _read(path.read_bytes()) if path.is_file() else None
    if not load_schema(_SCHEMAS / "utcp-config.schema.json").accepts(document):
        yield "utcp-config.json: is not a configuration of a UTCP client with http entries"
        return
    entries = document["manual_call_templates"]
    for entry in entries:
        target = entry["url"].removeprefix(settings.base_url)
        if target == entry["url"] or not (folder / target).is_file():
            yield f"utcp-config.json: {entry['name']} leads to {entry['url']}, which is not there"
    if len({entry["name"] for entry in entries}) != len(entries):
        yield "utcp-config.json: two manuals have one name"


def _manuals(folder: Path) -> Iterator[str]:
    # The latest version is there twice: under its number and as `latest`.
    refusals_of: dict[tuple[str, bytes], tuple[str, ...]] = {}
    for path in sorted(folder.glob("v1/manuals/*/*/*/utcp*.json")):
        data = path.read_bytes()
        kind = path.name.split(".")[1] if path.name != "utcp.json" else HTTP
        key = kind, hashlib.sha256(data).digest()
        if key not in refusals_of:
            refusals_of[key] = tuple(refusals(data, kind))
        where = path.relative_to(folder).as_posix()
        yield from (f"{where}: {what}" for what in refusals_of[key])


def _read(data: bytes) -> _Loaded:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _of_manual(data: bytes, document: _Loaded, kind: str) -> Iterator[str]:
    """Yield what is wrong with one UTCP document whose tools are all of one *kind*."""
    if not _HEAD.accepts(document):
        yield "is not a JSON object with exactly the three keys of a UTCP manual"
        return
    if b"null" in data and _holds_null(document):
        yield "holds a null"
    folded: set[str] = set()
    for tool in document["tools"]:
        name = tool["name"]
        if fold_name(name) in folded:
            yield f"{name} is there twice"
        folded.add(fold_name(name))
        yield from (f"{name} {what}" for what in _of_tool(tool, kind))


def _of_tool(tool: Mapping[str, Any], kind: str) -> Iterator[str]:
    if not _schema_of(kind).accepts(dict(tool)):
        yield f"is no {kind} tool that every client loads"
        return
    template = tool["tool_call_template"]
    for url in (template.get("url"), template.get("auth", {}).get("token_url")):
        if isinstance(url, str) and is_loopback(host_of(url)):
            yield f"points at the caller's own machine: {url}"
    for text in strings_in(template):
        if "$" in VARIABLE.sub("", text):
            yield f"has a $ that clients take for a variable: {text}"


@cache
def _schema_of(kind: str) -> Schema:
    """Return the schema of a tool in a file of *kind*; that of http says all there is."""
    manual = load_schema(_SCHEMAS / "utcp-manual.schema.json").document
    definitions = dict(cast("Mapping[str, Json]", manual["$defs"]))
    if kind != HTTP:
        definitions["http"] = {
            "type": "object",
            "required": ["call_template_type"],
            "properties": {"call_template_type": {"const": HTTP if kind == COOKIE else kind}},
        }
    return Schema({"$ref": "#/$defs/tool", "$defs": definitions})


def _holds_null(value: _Loaded) -> bool:
    if isinstance(value, dict | list):
        return any(map(_holds_null, value.values() if isinstance(value, dict) else value))
    return value is None
