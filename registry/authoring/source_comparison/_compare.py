"""Every tool of a release with the operation that it calls, fact by fact."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from registry.authoring.source_comparison._auth import compare_auth
from registry.authoring.source_comparison._facts import Comparison, Fact, Finding, Verdict
from registry.authoring.source_comparison._inputs import compare_inputs
from registry.authoring.source_comparison._operation import Address, find_operation
from registry.authoring.source_comparison._replies import compare_reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.authoring.source_comparison._documents import ApiDocument
    from registry.authoring.source_comparison._operation import Match
    from registry.model import Release, Tool

MAX_FACTS = 2_000
"""Facts of one tool; a manual with more than that is not made to be compared."""

_AT = ("tool_call_template", "url")


def compare_release(release: Release, documents: Sequence[ApiDocument]) -> Comparison:
    """Return every fact that *release* and one of *documents* state.

    Each tool is compared with the one operation that fits its call best.
    """
    facts: list[Fact] = []
    missing: list[Tool] = []
    for tool in release.tools:
        match = find_operation(tool.call, documents) if tool.call.url else None
        if match is None:
            missing.append(tool)
            continue
        found = islice(_findings(tool, match), MAX_FACTS)
        facts.extend(Fact(tool, match.document, each) for each in found)
    return Comparison(release, tuple(facts), tuple(missing))


def _findings(tool: Tool, match: Match) -> Iterator[Finding]:
    yield _host(tool, match)
    yield _path(tool, match)
    yield _method(tool, match)
    if not match.has_method:
        return
    yield _deprecation(tool, match)
    yield from compare_auth(tool.call, match)
    yield from compare_inputs(tool, match)
    yield from compare_reply(tool, match)


def _host(tool: Tool, match: Match) -> Finding:
    stated = [each.host for each in match.servers if each.is_stated]
    verdict = Verdict.RIGHT if match.has_host else Verdict.WRONG if stated else Verdict.NOT_FOUND
    documented = ", ".join(dict.fromkeys(stated)) or "nothing"
    ours = Address.of(tool.call.url).host
    at = "#/host" if match.document.api.is_swagger else "#/servers"
    return Finding("call", "host", verdict, ours, documented, _AT, at)


def _path(tool: Tool, match: Match) -> Finding:
    ours = "/" + "/".join(Address.of(tool.call.url).path)
    documented = match.operation.path
    return Finding("call", "path", Verdict.RIGHT, ours, documented, _AT, match.pointer)


def _method(tool: Tool, match: Match) -> Finding:
    ours = tool.call.method or "GET"
    verdict = Verdict.RIGHT if match.has_method else Verdict.WRONG
    at = ("tool_call_template", "http_method")
    return Finding("call", "method", verdict, ours, match.operation.method, at, match.pointer)


def _deprecation(tool: Tool, match: Match) -> Finding:
    is_documented = (match.operation.data or {}).get("deprecated") is True
    is_said = "deprecated" in tool.description.lower()
    verdict = Verdict.WRONG if is_documented and not is_said else Verdict.RIGHT
    words = {True: "deprecated", False: "in use"}
    at = f"{match.pointer}/deprecated"
    said = ("description",)
    return Finding("call", "deprecation", verdict, words[is_said], words[is_documented], said, at)
