"""The tools of a manual with those that its server lists, fact by fact.

Servers of MCP, OpenTool and OTC/OXP list their tools; those of UTCP manuals have OpenAPI documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from registry.authoring.importers.sources import UnusableSourceError, content_of, mapping_in
from registry.authoring.source_comparison._document_schema import step
from registry.authoring.source_comparison._documents import ApiDocument
from registry.authoring.source_comparison._facts import Comparison, Fact, Finding, Verdict
from registry.protocols import UnreadRelease, mcp, protocols, utcp
from registry.source import Document
from registry.source.narrowing import mapping, strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Release, Tool
    from registry.source import Json, Pointer

_KEYWORDS = (
    *("type", "enum", "const", "default", "format", "pattern", "minimum", "maximum"),
    *("exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"),
)
_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


def is_listed(release: Release) -> bool:
    """Return whether the server of *release* lists its tools in the manual's own protocol."""
    return release.protocol != utcp.NAME


def read_listing(name: str, release: Release) -> ApiDocument:
    """Return what the server of *release* lists, from the file or the address *name*.

    For MCP that is a reply to `tools/list`, for OpenTool the document at `/opentool/load`, for
    OTC/OXP the reply at `/tools`. Raises UnusableSourceError.
    """
    content = content_of(name)
    data, _ = mapping_in(name, content)
    if release.protocol == mcp.NAME:
        result = data.get("result")
        data = result if isinstance(result, dict) else data
        if not isinstance(data.get("tools"), list):
            raise UnusableSourceError(
                f"{name} holds no list of `tools`: it is not a reply to tools/list"
            )
    elif protocols()[release.protocol].recognise(data) is None:
        raise UnusableSourceError(f"{name} is not what a server of {release.protocol} lists")
    return ApiDocument.of(name, content, data)


def compare_with_listing(release: Release, document: ApiDocument) -> Comparison:
    """Return every fact that *release* and the listing *document* state."""
    of_mcp = release.protocol == mcp.NAME
    listed = _mcp_tools(document) if of_mcp else _read_tools(release, document)
    facts: list[Fact] = []
    missing: list[Tool] = []
    for tool in release.tools:
        if tool.name not in listed:
            missing.append(tool)
            continue
        at, documented = listed[tool.name]
        facts.extend(Fact(tool, document, each) for each in _findings(tool, documented, at))
    return Comparison(release, tuple(facts), tuple(missing))


def _mcp_tools(document: ApiDocument) -> dict[str, tuple[str, Mapping[str, Json]]]:
    """Return by name where a tool is listed, and what is said of it."""
    return {
        str(each.get("name")): (f"#/tools/{index}", each)
        for index, each in enumerate(cast("list[Json]", document.api.data["tools"]))
        if isinstance(each, dict)
    }


def _read_tools(
    release: Release, document: ApiDocument
) -> dict[str, tuple[str, Mapping[str, Json]]]:
    """Return the same of *document*, read as *release* itself was, under the names of MCP."""
    protocol = protocols()[release.protocol]
    data = dict(document.api.data)
    dialect = protocol.recognise(data) or release.dialect
    unread = UnreadRelease(
        release.publisher,
        release.manual,
        release.version,
        dialect,
        Document(document.name, "", data),
        release.registry,
    )
    return {
        tool.name: (
            step("#", *tool.origin.pointer),
            {"inputSchema": tool.inputs, "outputSchema": tool.outputs},
        )
        for tool in protocol.read(unread).tools
    }


def _findings(tool: Tool, documented: Mapping[str, Json], at: str) -> Iterator[Finding]:
    yield Finding("call", "name", Verdict.RIGHT, tool.name, tool.name, ("name",), f"{at}/name")
    theirs = mapping(documented.get("inputSchema"))
    yield from _schemas("input", tool.inputs, theirs, ("inputs",), f"{at}/inputSchema")
    if documented.get("outputSchema") is not None and tool.outputs:
        outputs = mapping(documented["outputSchema"])
        yield from _schemas("reply", tool.outputs, outputs, ("outputs",), f"{at}/outputSchema")
    hints = mapping(documented.get("annotations"))
    ours = mapping(cast("Any", tool.native).get("annotations"))
    for key in _HINTS:
        if key in ours and key in hints:
            verdict, words = _verdict(ours[key], hints[key]), (str(ours[key]), str(hints[key]))
            spot, pointer = ("annotations", key), f"{at}/annotations/{key}"
            yield Finding("call", key, verdict, *words, spot, pointer)


def _schemas(
    subject: str, ours: Mapping[str, Json], theirs: Mapping[str, Json], steps: Pointer, at: str
) -> Iterator[Finding]:
    """Yield what two schemas say of one value, and of all that is in it."""
    for key in _KEYWORDS:
        if key in ours and key in theirs:
            verdict, words = _verdict(ours[key], theirs[key]), (str(ours[key]), str(theirs[key]))
            yield Finding(subject, key, verdict, *words, (*steps, key), f"{at}/{key}")
        elif key in ours:
            stated = str(ours[key])
            yield Finding(subject, key, Verdict.NOT_FOUND, stated, "nothing", (*steps, key), at)
    their_properties = mapping(theirs.get("properties"))
    our_properties = mapping(ours.get("properties"))
    yield from _required(subject, ours, theirs, steps, at)
    for name, schema in our_properties.items():
        inner = f"{subject} {name}" if subject in ("input", "reply") else f"{subject}.{name}"
        spot = (*steps, "properties", name)
        if name not in their_properties:
            theirs_at = f"{at}/properties"
            yield Finding(inner, "name", Verdict.WRONG, name, "nothing", spot, theirs_at)
        elif isinstance(schema, dict):
            pointer = step(at, "properties", name)
            yield Finding(inner, "name", Verdict.RIGHT, name, name, spot, pointer)
            yield from _schemas(inner, schema, mapping(their_properties[name]), spot, pointer)
    if isinstance(ours.get("items"), dict):
        items = mapping(theirs.get("items"))
        yield from _schemas(
            f"{subject}[]", mapping(ours["items"]), items, (*steps, "items"), f"{at}/items"
        )


def _required(
    subject: str,
    ours: Mapping[str, Json],
    theirs: Mapping[str, Json],
    steps: Pointer,
    at: str,
) -> Iterator[Finding]:
    their_names, our_names = {*strings(theirs.get("required"))}, {*strings(ours.get("required"))}
    for name in sorted(their_names | our_names):
        one = "required" if name in our_names else "optional"
        other = "required" if name in their_names else "optional"
        spot = (*steps, "properties", name)
        verdict = _verdict(one, other)
        yield Finding(f"{subject} {name}", "required", verdict, one, other, spot, f"{at}/required")


def _verdict(ours: Json, theirs: Json) -> Verdict:
    return Verdict.RIGHT if ours == theirs else Verdict.WRONG
