"""Leave out of a release the tools that the check refuses, so that the rest can be published."""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING

from registry import source
from registry.diagnostics import Severity
from registry.model import VARIABLE
from registry.protocols import X_REGISTRY
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from registry.diagnostics import Diagnostic
    from registry.source import Json


def refused_tools(text: str, problems: Iterable[Diagnostic]) -> dict[int, str]:
    """Return the tools of the release *text* in which *problems* has an error.

    Keys are the numbers of the tools from 0, values the first error of each.
    """
    document, _ = source.read_document("release.yaml", text.encode())
    if document is None:
        return {}
    count = len(array(document.data.get("tools")))
    starts = [document.place(("tools", number)).line for number in range(count)]
    key_lines = [document.key_place((key,)).line for key in document.data]
    end = min(
        (line for line in key_lines if starts and line > starts[-1]), default=text.count("\n") + 2
    )
    refused: dict[int, str] = {}
    for problem in problems:
        number = bisect_right(starts, problem.place.line) - 1
        if problem.severity is Severity.ERROR and number >= 0 and problem.place.line < end:
            refused.setdefault(number, f"{problem.message} ({problem.rule})")
    return dict(sorted(refused.items()))


def without_tools(release: Mapping[str, Json], numbers: Collection[int]) -> dict[str, Json]:
    """Return *release* without the tools of these *numbers*, also in its `x-registry`."""
    listed = enumerate(array(release.get("tools")))
    tools = [tool for number, tool in listed if number not in numbers]
    names = {string(mapping(tool).get("name")) for tool in tools}
    registry = dict(mapping(release.get(X_REGISTRY)))
    if isinstance(effects := registry.get("effects"), dict):
        registry["effects"] = {name: effects[name] for name in effects if name in names}
    if isinstance(examples := registry.get("examples"), list):
        registry["examples"] = [
            each for each in examples if string(mapping(each).get("tool")) in names
        ]
    if isinstance(variables := registry.get("variables"), dict):
        used = set(VARIABLE.findall(json.dumps([tools, registry.get("server")])))
        registry["variables"] = {name: variables[name] for name in variables if name in used}
    return {**release, "tools": tools, X_REGISTRY: registry}
