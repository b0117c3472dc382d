"""Convert what `x-registry`, `manual.yaml` and `publisher.yaml` state to the data model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from registry.model import Effect, Example, ExampleOutput, Owner, Variable
from registry.model.rate_limits import Limit
from registry.model.sources import Source, SourceKind
from registry.protocols import X_REGISTRY
from registry.utcp_export import SELF_HOSTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json


def owners(publisher: Mapping[str, Any]) -> tuple[Owner, ...]:
    """Return the owners of a publisher, from the data of a valid `publisher.yaml`."""
    return tuple(Owner(owner["login"], owner["id"]) for owner in publisher.get("owners", ()))


def limits(listing: Mapping[str, Any]) -> tuple[Limit, ...]:
    """Return the rate limits of a manual, from the data of a valid `manual.yaml`."""
    return tuple(Limit(**each) for each in listing.get("limits", ()))


def asked(listing: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the phrases in which people ask for each tool, from a valid `manual.yaml`."""
    return {name: tuple(phrases) for name, phrases in listing.get("asked", {}).items()}


def sources(registry: Mapping[str, Any]) -> tuple[Source, ...]:
    """Return the documents that a release is based on, from a valid `x-registry`."""
    return tuple(
        Source(**{**each, "kind": SourceKind(each["kind"]), "tools": tuple(each.get("tools", ()))})
        for each in registry.get("sources", ())
    )


def with_registry_data(tool: Tool, registry: Mapping[str, Json]) -> Tool:
    """Return *tool* with what a valid `x-registry` says about it."""
    changes: dict[str, Any] = {}
    effects = registry.get("effects")
    stated = effects.get(tool.name) if isinstance(effects, dict) else effects
    if isinstance(stated, str):
        changes |= {"effect": Effect(stated), "effect_is_stated": True}
    changes["examples"] = tuple(_examples(tool, registry))
    outputs = cast("dict[str, Json]", registry.get("example_outputs", {}))
    if tool.name in outputs:
        pointer = (X_REGISTRY, "example_outputs", tool.name)
        changes["example_output"] = ExampleOutput(outputs[tool.name], pointer)
    changes["variables"] = tuple(_variables(tool, registry))
    if registry.get("self_hosted"):
        changes["obstacles"] = (*tool.obstacles, SELF_HOSTED)
    return replace(tool, **changes)


def _examples(tool: Tool, registry: Mapping[str, Json]) -> Iterator[Example]:
    entries = cast("list[dict[str, Any]]", registry.get("examples", []))
    for index, entry in enumerate(entries):
        if entry["tool"] == tool.name:
            pointer = (X_REGISTRY, "examples", index)
            yield Example(entry["task"], entry["tool"], entry.get("arguments", {}), pointer)


def _variables(tool: Tool, registry: Mapping[str, Json]) -> Iterator[Variable]:
    described = cast("dict[str, dict[str, str]]", registry.get("variables", {}))
    needed = tool.call.auth.variables if tool.call.auth else ()
    named = {each.name: each.description for each in tool.variables}
    for name in dict.fromkeys((*needed, *named)):
        words = described.get(name, {})
        description = words.get("description", named.get(name, ""))
        yield Variable(name, description, words.get("obtain", ""))
