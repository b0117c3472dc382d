"""Read what is known of a manual's facts from `benchmarks/facts/<publisher>/<manual>.yaml`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl

from registry.diagnostics import Diagnostic, did_you_mean
from registry.model import COMMAND_PLACEHOLDER, PLACEHOLDER, Where
from registry.model.facts import Counts, Difference, Facts, LookedUp, ReadDocument
from registry.source import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Call, Release, Tool
    from registry.source import Document, Pointer

_SLASHES = re.compile(r"/+$")


def facts_in(document: Document) -> Facts:
    """Return the facts in *document*, a valid file."""
    stated = cast("dict[str, Any]", document.data)
    compared = stated.get("compared", {})
    return Facts(
        release=stated["release"],
        date=compared.get("date", ""),
        documents=tuple(
            ReadDocument(each["source"], each.get("state", ""), each["sha256"])
            for each in compared.get("documents", ())
        ),
        compared={name: Counts(**each) for name, each in compared.get("tools", {}).items()},
        differences=tuple(Difference(**each) for each in stated.get("differences", ())),
        looked_up=dict(_looked_up(stated)),
        origin=Origin(document),
    )


def _looked_up(stated: Mapping[str, Any]) -> Iterator[tuple[str, LookedUp]]:
    for page in stated.get("looked_up", ()):
        for name, said in page["tools"].items():
            required = tuple(said["required"])
            yield name, LookedUp(said["call"], required, page["source"], page["date"])


def check_facts(document: Document, releases: Mapping[str, Release]) -> Iterator[Diagnostic]:
    """Report facts of a version or of tools that there are not, and those that a release denies.

    *document* is a valid file of facts, *releases* are those of its manual by version.
    """
    version = cast("str", document.data["release"])
    release = releases.get(version)
    if release is None:
        yield Diagnostic(
            document.place(("release",)),
            "unknown-version",
            f"the manual has no release {version!r}",
            f"name one of {', '.join(releases) or 'its releases'}",
        )
        return
    tools = release.tool_by_name
    for name, pointer in _named_tools(document):
        if name not in tools:
            yield Diagnostic(
                document.place(pointer),
                "unknown-tool",
                f"the release {version} has no tool {name!r}",
                did_you_mean(name, tools) or "name a tool of this release",
            )
        elif pointer[0] == "looked_up":
            said = cast("dict[str, Any]", document.get(pointer))
            for key, message in _contradictions(tools[name], said):
                place = document.place((*pointer, key))
                hint = "correct the manual in a new version, or what was looked up here"
                yield Diagnostic(place, "contradicted-fact", message, hint)


def _named_tools(document: Document) -> Iterator[tuple[str, Pointer]]:
    data = cast("dict[str, Any]", document.data)
    for name in data.get("compared", {}).get("tools", {}):
        yield name, ("compared", "tools", name)
    for index, page in enumerate(data.get("looked_up", ())):
        for name in page["tools"]:
            yield name, ("looked_up", index, "tools", name)


def _contradictions(tool: Tool, reading: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each key on which *tool* and a person's *reading* differ, and both statements."""
    ours = _call_in_words(tool.call)
    if _shape(ours) != _shape(reading["call"]):
        yield "call", f"the release calls {ours}, and the provider says {reading['call']}"
    sent = {*_sent_always(tool), *PLACEHOLDER.findall(reading["call"])}
    if missing := [name for name in reading["required"] if name not in sent]:
        yield "required", f"the provider requires {', '.join(missing)}, and the release does not"


def _call_in_words(call: Call) -> str:
    """Return *call* as people write it: the method and the URL, or the command line."""
    commands = call.options.get("commands")
    if not isinstance(commands, list):
        return f"{call.method or 'GET'} {call.url}"
    lines = (each.get("command", "") for each in commands if isinstance(each, dict))
    return COMMAND_PLACEHOLDER.sub(r"{\1}", " && ".join(map(str, lines)))


def _sent_always(tool: Tool) -> Iterator[str]:
    """Yield the names of what every call of *tool* sends: required inputs, and what is fixed."""
    yield from cast("list[str]", tool.inputs.get("required", []))
    properties = cast("dict[str, Any]", tool.inputs.get("properties", {}))
    for body in tool.call.names(Where.BODY):
        schema = properties.get(body)
        yield from schema.get("required", []) if isinstance(schema, dict) else []
    query = tool.call.url.partition("?")[2].partition("#")[0]
    yield from (name for name, _ in parse_qsl(query, keep_blank_values=True))
    yield from tool.call.headers
    if tool.call.auth:
        yield str(tool.call.auth.fields.get("var_name", ""))


def _shape(call: str) -> str:
    """Return *call* without what is optional in it: the names in braces and a query."""
    return _SLASHES.sub("", PLACEHOLDER.sub("{}", call.partition("?")[0]))
