"""The registry's own tools: GETs of its files, by which an agent finds and loads all others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.publish._file_paths import CHANGES, INDEX, SEARCH, TOOLS, schema_path

if TYPE_CHECKING:
    from registry.settings import Settings
    from registry.source import Json


@dataclass(frozen=True, slots=True)
class OwnTool:
    """A tool that reads a file of the site.

    Attributes:
        name: with `registry` in it and no `__`, which the names of all other tools have.
        description: with `{registry}` for the registry's name, and `{elsewhere}` for where the
            tools are that the document has not.
        path: of the file, with `{name}` where an input goes; the inputs are those of `_INPUTS`.
        result: the name of the published schema that describes the file.
    """

    name: str
    description: str
    path: str
    result: str


_INPUTS = {
    "publisher": "Name of the publisher: the first part of a tool's id.",
    "manual": "Name of the manual: the second part of a tool's id.",
    "tool": "Name of the tool: the third part of its id.",
    "version": "A version such as `1.2.0`, or `latest`.",
    "shard": "The longest of the `shards` of the search index with which the word begins, when a "
    "`_` is put after the word: of `ci`, `cit` and `cities`, the one for `citi_` is `cit`.",
    "block": "Number of a tool divided by the `block` of the search index, without the rest.",
}

_OWN_TOOLS = (
    OwnTool(
        "list_registry_tools",
        "List every tool of the {registry}: id, summary, protocol, transport, authentication, "
        "effect, tags and size of each. It is a long file, so to find a tool for a task, begin "
        "with `list_registry_tools_briefly`. {elsewhere}",
        TOOLS,
        "tools",
    ),
    OwnTool(
        "list_registry_tools_briefly",
        "Begin here to find a tool of the {registry} for a task: get the names of all tools in one "
        "small file, under the ids of their manuals, with what each does if that fits, choose one, "
        "and get it by `get_registry_tool`: two calls. If none fits, there is none. If `tools` is "
        "null, the catalogue is too large: call `get_registry_search_index`.",
        f"{SEARCH}/brief.json",
        "search-brief",
    ),
    OwnTool(
        "get_registry_search_index",
        "Begin a search by words of the {registry}: get the `shards` of words that there are, and "
        "how many tools a `block` has. Then get the shards of the two most telling words of the "
        "task, add up the scores of each tool, and get the block of the tool with the highest sum: "
        "four calls, and a fifth for the tool itself. A tool that has only one of the words, or "
        "less than half of the highest score of each, probably does not do the task.",
        f"{SEARCH}/index.json",
        "search-index",
    ),
    OwnTool(
        "find_registry_words",
        "Get a shard of the {registry}'s search index. Under each word are two lists: the number "
        "of the first tool that has it and the distance to each next one; and its score in each. "
        "[[52, 1, 38], [28, 10, 27]] are the tools 52, 53 and 91 with 28, 10 and 27. Words are in "
        "lower case and without endings (forecasts: `forecast`, cities: `citi`, exchange: "
        "`exchang`), so take one that begins alike. Under `tag:weather` and other words with a "
        "colon is one list: the first tool and the length of each run of tools.",
        f"{SEARCH}/terms/w-{{shard}}.json",
        "search-words",
    ),
    OwnTool(
        "list_registry_tool_block",
        "List the tools of a block of the {registry}'s search index in the order of their "
        "numbers, so that a tool's place is the rest of dividing its number: id, summary, "
        "protocol, transport, authentication, effect and tags.",
        f"{SEARCH}/tools/{{block}}.json",
        "search-tools",
    ),
    OwnTool(
        "get_registry_tool",
        "Get everything the {registry} knows of one tool: its inputs and outputs, how it is "
        "called, what it needs, its effect, examples, and what to know before using it.",
        "v1/tools/{publisher}/{manual}/{tool}.json",
        "tool",
    ),
    OwnTool(
        "get_registry_manual",
        "Get a manual of the {registry} as a UTCP document: all of its http tools, ready to be "
        "registered in a UTCP client.",
        "v1/manuals/{publisher}/{manual}/{version}/utcp.json",
        "utcp-manual",
    ),
    OwnTool(
        "list_registry_releases",
        "List the versions of a manual of the {registry}, with the latest, the withdrawn ones, "
        "the digests, and the files of each.",
        "v1/manuals/{publisher}/{manual}/index.json",
        "manual",
    ),
    OwnTool(
        "list_registry_changes",
        "List what was added, released, deprecated or withdrawn last in the {registry}, the newest "
        "first, with what each version changes for callers, and the files of all months.",
        CHANGES,
        "changes-index",
    ),
    OwnTool(
        "get_registry_index",
        "Get the root of the {registry}: its revision, how much it holds, where everything is, "
        "and the digest of each file.",
        INDEX,
        "index",
    ),
)


def own_tools(settings: Settings, offered: int, tools: int) -> list[dict[str, Json]]:
    """Return the registry's own tools as UTCP tools; their results are JSON files of the site.

    They say that *offered* of its *tools* are in the same document, and where the others are.
    """
    return [_document(tool, settings, _elsewhere(offered, tools)) for tool in _OWN_TOOLS]


def _elsewhere(offered: int, tools: int) -> str:
    """Return where the tools are that are not among the *offered*."""
    if not offered:
        return "None of them is in this document: load its manual by `get_registry_manual`."
    return (
        f"{offered} of its {tools} tools are in this document, too. The others (streams, programs, "
        "MCP servers, what you run yourself) have no `utcp_name`; `get_registry_tool` says how "
        "each is called."
    )


def _document(tool: OwnTool, settings: Settings, elsewhere: str) -> dict[str, Json]:
    inputs = re.findall(r"{(\w+)}", tool.path)
    described = f"Described by {settings.base_url}{schema_path(tool.result)}"
    return {
        "name": tool.name,
        "description": tool.description.replace("{registry}", settings.name).replace(
            "{elsewhere}", elsewhere
        ),
        "inputs": {
            "type": "object",
            "properties": {
                each: {"type": "string", "minLength": 1, "description": _INPUTS[each]}
                for each in inputs
            },
            "required": [*inputs],
        },
        "outputs": {"type": "object", "description": described},
        "tags": ["registry", "tools", "discovery", "effect_read"],
        "tool_call_template": {
            "call_template_type": "http",
            "http_method": "GET",
            "url": settings.base_url + tool.path,
        },
    }
