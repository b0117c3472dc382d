"""Publish a document as the SDKs of OpenTool load it, without references and `x-registry`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.protocols.opentool._schemas import Inliner, located_mappings, members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release
    from registry.source import Json, Pointer


def listing(release: Release) -> Iterator[tuple[str, Json]]:
    """Yield `load` and `version`, as an OpenTool server returns them.

    See Client-Server Communication Specification, sections 1 "Get Version" and 3 "Load OpenTool
    Description".

    References are expanded and `schemas` is left out: some SDKs cannot follow a reference, and
    others keep the schemas of all documents in one table.
    """
    source = release.source
    inliner = Inliner.of(source)
    functions: list[Json] = [
        _function(pointer, function, inliner)
        for pointer, function in located_mappings(source.get("functions"), ("functions",))
    ]
    kept = {key: value for key, value in source.items() if key != "schemas"}
    yield "load", {**kept, "functions": functions}
    yield "version", {"version": release.version}


def _function(pointer: Pointer, function: dict[str, Json], inliner: Inliner) -> Json:
    result = dict(function)
    result["parameters"] = [
        _inlined(parameter, at, inliner)
        for at, parameter in located_mappings(function.get("parameters"), (*pointer, "parameters"))
    ]
    returned = function.get("return")
    if isinstance(returned, dict):
        result["return"] = _inlined(returned, (*pointer, "return"), inliner)
    if "stream" in function:
        result["stream"] = {
            str(at[-1]): _inlined(event, at, inliner)
            for at, event in members(function["stream"], (*pointer, "stream"))
        }
    return result


def _inlined(owner: dict[str, Json], pointer: Pointer, inliner: Inliner) -> Json:
    return {**owner, "schema": inliner.inline_of(owner, pointer)}
