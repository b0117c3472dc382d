"""Write the source code that calls a tool: one snippet for each client that can call it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from registry import protocols, utcp_tools
from registry.publish._pages.code import shell_word, to_json, to_python
from registry.publish._pages.samples import Samples

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Envelope, Manual, Release, Tool
    from registry.publish import Publication
    from registry.source import Json

PYTHON_PACKAGES = {
    "http": "utcp-http",
    "sse": "utcp-http",
    "streamable_http": "utcp-http",
    "mcp": "utcp-mcp",
    "cli": "utcp-cli",
    "text": "utcp-text",
    "websocket": "utcp-websocket",
    "tcp": "utcp-socket",
    "udp": "utcp-socket",
}
"""The package that teaches the Python client of UTCP each kind of call, beside `utcp`."""

NODE_PACKAGES = {
    "http": "@utcp/http",
    "sse": "@utcp/http",
    "streamable_http": "@utcp/http",
    "mcp": "@utcp/mcp",
    "text": "@utcp/text",
}
"""The package that teaches the TypeScript client of UTCP each kind of call."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """Code that calls a tool: *id* and *title* of its tab, what to install first, the code."""

    id: str
    title: str
    code: str
    install: str = ""
    is_data: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """The arguments that all snippets of a tool use, and whether the author gave them."""

    arguments: Mapping[str, Json]
    task: str = ""
    is_made_up: bool = False


def example_of(tool: Tool, samples: Samples) -> Example | None:
    """Return the author's first example that fits the inputs, else a made-up one, else None."""
    for example in tool.examples:
        if samples.fits(cast("Json", example.arguments)):
            return Example(example.arguments, example.task)
    value = samples.value()
    return Example(value, is_made_up=True) if isinstance(value, dict) else None


def utcp_file(manual: Manual, transport: str, version: str = "latest") -> str:
    """Return the path of the UTCP document that holds the tools of *manual* for *transport*."""
    suffix = "" if transport == "http" else f".{transport}"
    return f"v1/manuals/{manual.id}/{version}/utcp{suffix}.json"


def call_template(manual: Manual, transport: str, base_url: str) -> dict[str, Json]:
    """Return the entry of a UTCP client's configuration that registers *manual*."""
    entry: dict[str, Json] = {
        "name": manual.utcp_name,
        "call_template_type": "http",
        "http_method": "GET",
        "url": base_url + utcp_file(manual, transport),
    }
    if transport != "http":
        entry["allowed_communication_protocols"] = ["http", transport]
    return entry


def is_loadable(publication: Publication, tool: Tool) -> bool:
    """Tell whether *tool* is in the UTCP document of its manual for its transport."""
    if tool.call.transport == utcp_tools.HTTP:
        return not publication.obstacles[tool.id]
    return not utcp_tools.load_obstacles(tool)


def snippets(
    publication: Publication, manual: Manual, tool: Tool, example: Example
) -> Iterator[Snippet]:
    """Yield every snippet that makes sense for *tool*, the most wanted first."""
    transport = tool.call.transport
    if is_loadable(publication, tool):
        entry = call_template(manual, transport, publication.settings.base_url)
        call = f"{manual.utcp_name}.{tool.name}"
        arguments = _enveloped(tool.call.envelope, example.arguments)
        if transport in PYTHON_PACKAGES:
            yield _python(entry, call, arguments, PYTHON_PACKAGES[transport])
        if transport in NODE_PACKAGES:
            yield _typescript(entry, call, arguments, NODE_PACKAGES[transport])
    yield from _curl(tool, example.arguments)
    yield from _oxp(tool, example.arguments)
    if transport == "mcp" and isinstance(config := tool.call.options.get("config"), dict):
        yield Snippet("mcp", "MCP client", to_json(config))
    if transport == "cli":
        yield from _commands(tool)
    yield _function(tool)


def registrations(publication: Publication, manual: Manual, release: Release) -> Iterator[Snippet]:
    """Yield the source code that registers all tools of *manual* with a UTCP client."""
    loadable = {tool.call.transport for tool in release.tools if is_loadable(publication, tool)}
    for transport in sorted(loadable, key=lambda each: (each != utcp_tools.HTTP, each)):
        entry = call_template(manual, transport, publication.settings.base_url)
        suffix = "" if transport == utcp_tools.HTTP else f" ({transport})"
        config = to_json({"manual_call_templates": [entry]})
        yield Snippet(f"config-{transport}", f"Configuration{suffix}", config + "\n")
        if package := PYTHON_PACKAGES.get(transport):
            code = f"""from utcp.utcp_client import UtcpClient

MANUAL = {to_python(entry)}

client = await UtcpClient.create(config={{"manual_call_templates": [MANUAL]}})
tools = await client.search_tools("", limit=100)
"""
            yield Snippet(
                f"python-{transport}", f"Python{suffix}", code, f"pip install utcp {package}"
            )
        if package := NODE_PACKAGES.get(transport):
            code = f"""import "{package}";
import {{ UtcpClient }} from "@utcp/sdk";

const manual = {to_json(entry)};
const client = await UtcpClient.create(process.cwd(), {{ manual_call_templates: [manual] }});
const tools = await client.getTools();
"""
            yield Snippet(
                f"typescript-{transport}",
                f"TypeScript{suffix}",
                code,
                f"npm install @utcp/sdk {package}",
            )


def _python(
    entry: dict[str, Json], call: str, arguments: Mapping[str, Json], package: str
) -> Snippet:
    code = f"""import asyncio

from utcp.utcp_client import UtcpClient

MANUAL = {to_python(entry)}


async def main():
    client = await UtcpClient.create(config={{"manual_call_templates": [MANUAL]}})
    arguments = {to_python(arguments, 4)}
    print(await client.call_tool("{call}", arguments))


asyncio.run(main())
"""
    return Snippet("python", "Python", code, f"pip install utcp {package}")


def _typescript(
    entry: dict[str, Json], call: str, arguments: Mapping[str, Json], package: str
) -> Snippet:
    code = f"""import "{package}";
import {{ UtcpClient }} from "@utcp/sdk";

const manual = {to_json(entry)};
const client = await UtcpClient.create(process.cwd(), {{ manual_call_templates: [manual] }});

const args = {to_json(arguments)};
console.log(await client.callTool("{call}", args));
"""
    return Snippet("typescript", "TypeScript", code, f"npm install @utcp/sdk {package}")


def _enveloped(envelope: Envelope | None, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the arguments as a UTCP client must be given them: an envelope is one argument."""
    if envelope is None:
        return arguments
    body: dict[str, Json] = deepcopy(dict(envelope.constants))
    _put(body, envelope.arguments_at, cast("Json", dict(arguments)))
    for part in envelope.fields:
        if part.required:
            _put(body, part.path, Samples(part.schema).value())
    return {"body": body}


def _put(body: dict[str, Json], path: tuple[str, ...], value: Json) -> None:
    first, *rest = path
    if not rest:
        body[first] = value
    elif isinstance(inner := body.setdefault(first, {}), dict):
        _put(inner, tuple(rest), value)


def _curl(tool: Tool, arguments: Mapping[str, Json]) -> Iterator[Snippet]:
    protocol = protocols.protocols().get(tool.protocol)
    call = protocol.native_call(tool, arguments) if protocol else None
    if call is None:
        return
    glob = "--globoff " if any(character in call.url for character in "[]{}") else ""
    parts = [f"curl {glob}{shell_word(call.url)}"]
    if call.method not in ("GET", "POST") or (call.method == "POST" and call.body is None):
        parts.append(f"--request {shell_word(call.method)}")
    if call.user:
        parts.append(f"--user {shell_word(call.user)}")
    for name, value in call.headers.items():
        parts.append(f"--header {shell_word(f'{name}: {value}')}")
    if call.body is not None:
        text = call.body if isinstance(call.body, str) else to_json(call.body)
        parts.append(f"--data {shell_word(text)}")
    yield Snippet("curl", "curl", " \\\n  ".join(parts) + "\n")


def _oxp(tool: Tool, arguments: Mapping[str, Json]) -> Iterator[Snippet]:
    """Yield the call with the released `oxp` client, which speaks the wrapped dialects only."""
    envelope, url = tool.call.envelope, tool.call.url
    request = envelope.constants.get("request") if envelope else None
    path = "/tools/call"
    if tool.protocol != "otc" or not isinstance(request, dict) or not url.endswith(path):
        return
    variables = tool.call.auth.variables if tool.call.auth else ()
    token = f'os.environ["{variables[0]}"]' if variables else '"none"'
    load = "import os\n\n" if variables else ""
    body = to_python({**request, "input": cast("Json", dict(arguments))}, 4)
    code = f"""{load}from oxp import Oxp

client = Oxp(bearer_token={token}, base_url={to_python(url.removesuffix(path))})
response = client.tools.call(
    request={body},
    schema={to_python(envelope.constants.get("$schema", "") if envelope else "")},
)
print(response.result)
"""
    yield Snippet("oxp", "OXP client", code, "pip install oxp")


def _commands(tool: Tool) -> Iterator[Snippet]:
    """Yield the commands of a command-line tool, as its author wrote them."""
    commands = tool.call.options.get("commands")
    entries = commands if isinstance(commands, list) else []
    lines = [
        line
        for entry in entries
        if isinstance(entry, dict) and isinstance(line := entry.get("command"), str)
    ]
    if lines:
        yield Snippet("cli", "Commands", "\n".join(lines) + "\n")


def _function(tool: Tool) -> Snippet:
    """Return *tool* as the interfaces of LLMs want it, under the name it has in `/utcp`."""
    definition: dict[str, Json] = {
        "type": "function",
        "name": utcp_tools.aggregate_name(tool),
        "description": tool.description,
        "parameters": cast("Json", tool.inputs),
    }
    return Snippet("function", "Function JSON", to_json(definition) + "\n", is_data=True)
