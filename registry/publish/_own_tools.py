"""The registry's own tools: GETs of its files, by which an agent finds and loads all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._paths import INDEX, TOOLS, schema

if TYPE_CHECKING:
    from registry.publish import Settings
    from registry.source import Json

_PUBLISHER = ("publisher", "Name of the publisher: the first part of a tool's id.")
_MANUAL = ("manual", "Name of the manual: the second part of a tool's id.")
_TOOL = ("tool", "Name of the tool: the third part of its id.")
_VERSION = ("version", "A version such as `1.2.0`, or `latest`.")


def own_tools(settings: Settings) -> list[dict[str, Json]]:
    """Return the registry's own tools as UTCP tools; their results are JSON files of the site."""
    name = settings.name
    return [
        _get(
            settings,
            "list_registry_tools",
            f"List every tool of the {name}: id, summary, protocol, transport, authentication, "
            "effect, tags and size of each. Use it to find a tool for a task.",
            TOOLS,
            "tools",
        ),
        _get(
            settings,
            "get_registry_tool",
            f"Get everything the {name} knows of one tool: its inputs and outputs, how it is "
            "called, what it needs, its effect, examples, and what to know before using it.",
            "v1/tools/{publisher}/{manual}/{tool}.json",
            "tool",
            _PUBLISHER,
            _MANUAL,
            _TOOL,
        ),
        _get(
            settings,
            "get_registry_manual",
            f"Get a manual of the {name} as a UTCP document: all of its http tools, ready to be "
            "registered in a UTCP client.",
            "v1/manuals/{publisher}/{manual}/{version}/utcp.json",
            "utcp-manual",
            _PUBLISHER,
            _MANUAL,
            _VERSION,
        ),
        _get(
            settings,
            "list_registry_releases",
            f"List the versions of a manual of the {name}, with the latest, the withdrawn ones, "
            "the digests, and the files of each.",
            "v1/manuals/{publisher}/{manual}/index.json",
            "manual",
            _PUBLISHER,
            _MANUAL,
        ),
        _get(
            settings,
            "get_registry_index",
            f"Get the root of the {name}: its revision, how much it holds, where everything is, "
            "and the digest of each file.",
            INDEX,
            "index",
        ),
    ]


def _get(
    settings: Settings,
    name: str,
    description: str,
    path: str,
    result: str,
    *inputs: tuple[str, str],
) -> dict[str, Json]:
    """Return the tool that GETs *path*, whose *result* is described by the schema of that name."""
    described = f"Described by {settings.base_url}{schema(result)}"
    return {
        "name": name,
        "description": description,
        "inputs": {
            "type": "object",
            "properties": {
                each: {"type": "string", "minLength": 1, "description": about}
                for each, about in inputs
            },
            "required": [each for each, _ in inputs],
        },
        "outputs": {"type": "object", "description": described},
        "tags": ["registry", "tools", "discovery"],
        "tool_call_template": {
            "call_template_type": "http",
            "http_method": "GET",
            "url": settings.base_url + path,
        },
    }
