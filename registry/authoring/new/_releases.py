"""The release that the answers make, in each protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.new._answers import title_of, without_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.authoring.new._answers import Answers
    from registry.source import Json

VERSION = "1.0.0"


def release_of(answers: Answers, today: str) -> dict[str, Json]:
    """Return the first release, whose documentation was read *today*, in its protocol."""
    sources: list[Json] = [{"kind": "text", "url": answers.docs, "date": today}]
    registry: dict[str, Json] = {"released": today, **_registry_keys(answers), "sources": sources}
    return {**_RELEASES[answers.protocol](answers), "x-registry": registry}


def _registry_keys(answers: Answers) -> dict[str, Json]:
    """Return the other keys of `x-registry`: the server, the effect and an example."""
    values: dict[str, Json] = {name: answers.value(name) for name in answers.inputs}
    example: Json = {"task": answers.task, "tool": _tool_name(answers), "arguments": values}
    key: Json = {"description": f"The API key of your account at {answers.name}."}
    variables: dict[str, Json] = {"variables": {answers.variable: key}} if answers.variable else {}
    server = _SERVERS[answers.protocol](answers)
    return {**server, "effects": "read", **variables, "examples": [example]}


def _utcp(answers: Answers) -> dict[str, Json]:
    call: dict[str, Json] = {
        "call_template_type": "http",
        "http_method": "GET",
        "url": answers.url,
    }
    if answers.variable:
        address, name = without_key(answers.url)
        key = {"api_key": f"${{{answers.variable}}}", "var_name": name, "location": "query"}
        call |= {"url": address, "auth": {"auth_type": "api_key", **key}}
    tool: dict[str, Json] = {
        "name": answers.tool,
        "description": answers.description,
        "tags": [answers.manual],
        "inputs": answers.schema,
        "outputs": {"type": "object"},
        "tool_call_template": call,
    }
    return {"utcp_version": "1.0.1", "manual_version": VERSION, "tools": [tool]}


def _opentool(answers: Answers) -> dict[str, Json]:
    parameters: list[Json] = [
        {
            "name": name,
            "description": answers.input_description(name),
            "schema": {"type": "string"},
            "required": True,
        }
        for name in answers.inputs
    ]
    function: dict[str, Json] = {
        "name": answers.tool,
        "description": answers.description,
        "parameters": parameters,
        "return": {"name": "result", "schema": {"type": "string"}},
    }
    return {
        "opentool": "1.1.0",
        "info": {"title": title_of(answers.manual), "version": VERSION},
        "functions": [function],
    }


def _otc(answers: Answers) -> dict[str, Json]:
    tool: dict[str, Json] = {
        "id": f"{_camel_case(answers.manual)}.{_tool_name(answers)}@{VERSION}",
        "name": _tool_name(answers),
        "description": answers.description,
        "version": VERSION,
        "input_schema": answers.schema,
        "output_schema": {"type": "string"},
    }
    return {"items": [tool]}


def _mcp(answers: Answers) -> dict[str, Json]:
    tool: dict[str, Json] = {
        "name": answers.tool,
        "description": answers.description,
        "inputSchema": answers.schema,
    }
    return {"tools": [tool]}


_RELEASES: dict[str, Callable[[Answers], dict[str, Json]]] = {
    "utcp": _utcp,
    "opentool": _opentool,
    "otc": _otc,
    "mcp": _mcp,
}
_SERVERS: dict[str, Callable[[Answers], dict[str, Json]]] = {
    "utcp": lambda _: {},
    "opentool": lambda answers: {"call_url": answers.url, "auth": {"kind": "none"}},
    "otc": lambda answers: {
        "protocol": "otc",
        "dialect": "oxp-1.0",
        "base_url": answers.url,
        "auth": {"kind": "none"},
    },
    "mcp": lambda answers: {"server": {"transport": "streamable-http", "url": answers.url}},
}

PROTOCOLS = tuple(_RELEASES)


def _tool_name(answers: Answers) -> str:
    return _camel_case(answers.tool) if answers.protocol == "otc" else answers.tool


def _camel_case(name: str) -> str:
    """Return *name* in OTC's camel case: `world-time` becomes `WorldTime`."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))
