"""Write the source code of programs that load a manual into a UTCP client and call its tools."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from registry import utcp_export
from registry.model import request
from registry.publish._file_paths import manual_file_path, utcp_file_name
from registry.publish._pages.tabs import Snippet
from registry.publish._pages.values_as_code import pretty_json, to_python

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Envelope, Manual
    from registry.source import Json

PYTHON_PACKAGES = {
    "http": "utcp-http",
    "cookie": "utcp-http",
    "graphql": "utcp-gql",
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
    "mcp": "@utcp/mcp",
    "text": "@utcp/text",
}
"""The package that teaches the TypeScript client of UTCP each kind of call.

Not streams: release 1.1 of `@utcp/http` answers a sentence in their place and calls nothing.
"""

_UNREGISTERED = {"graphql": "utcp_gql"}
"""The modules of packages that a client does not find by itself: a program registers them."""

STREAMS = frozenset({"sse", "streamable_http"})
"""Transports whose answers come in pieces, and may never end."""

CALL_ID = "1"
"""What a caller may call its call; the curl command and the script of the page say the same."""


def utcp_file(manual: Manual, kind: str) -> str:
    """Return the path of the newest UTCP document with the tools of *manual* of one *kind*."""
    return manual_file_path(manual.id, "latest", utcp_file_name(kind))


def _call_template(name: str, address: str, kind: str) -> dict[str, Json]:
    """Return the entry of a UTCP client's configuration that registers the manual *name*."""
    entry: dict[str, Json] = {
        "name": name,
        "call_template_type": "http",
        "http_method": "GET",
        "url": address,
    }
    if kind not in (utcp_export.HTTP, utcp_export.COOKIE):
        entry["allowed_communication_protocols"] = ["http", kind]
    return entry


class Entry(NamedTuple):
    """The entry that registers a manual, as source code."""

    python: str
    json: str


@lru_cache(maxsize=256)
def _entry(name: str, address: str, kind: str) -> Entry:
    entry = _call_template(name, address, kind)
    return Entry(to_python(entry), pretty_json(entry))


def calls(
    manual: Manual, kind: str, base_url: str, tool: str, arguments: Mapping[str, Json]
) -> Iterator[Snippet]:
    """Yield programs that register *manual* and call its *tool*."""
    entry = _entry(manual.utcp_name, base_url + utcp_file(manual, kind), kind)
    call = f"{manual.utcp_name}.{tool}"
    package = PYTHON_PACKAGES.get(kind)
    if package:
        code = _python(entry, call, arguments, kind)
        yield Snippet("python", "Python", code, _pip("utcp", package))
    if node := NODE_PACKAGES.get(kind):
        code = _typescript(entry, call, arguments, node)
        yield Snippet("typescript", "TypeScript", code, f"npm install @utcp/sdk {node}")
    if kind == utcp_export.HTTP and package:
        install = _pip("langchain-utcp-adapters", "utcp", package)
        yield Snippet("langchain", "LangChain", _langchain(entry, tool, arguments), install)


def client_configurations(manual: Manual, kind: str, base_url: str) -> Iterator[Snippet]:
    """Yield the configuration and programs that load the tools of *manual* for *kind*."""
    entry = _call_template(manual.utcp_name, base_url + utcp_file(manual, kind), kind)
    suffix = "" if kind == utcp_export.HTTP else f" ({kind})"
    config = pretty_json({"manual_call_templates": [entry]})
    yield Snippet(f"config-{kind}", f"Configuration{suffix}", f"{config}\n")
    if package := PYTHON_PACKAGES.get(kind):
        code = f"""{_imports(kind)}
MANUAL = {to_python(entry)}

client = await UtcpClient.create(config={{"manual_call_templates": [MANUAL]}})
tools = await client.config.tool_repository.get_tools()
"""
        title = f"Python{suffix}"
        yield Snippet(f"python-{kind}", title, code, _pip("utcp", package))
    if package := NODE_PACKAGES.get(kind):
        client = _typescript_client(pretty_json(entry), package)
        code = f"{client}const tools = await client.getTools();\n"
        install = f"npm install @utcp/sdk {package}"
        yield Snippet(f"typescript-{kind}", f"TypeScript{suffix}", code, install)


def _pip(*packages: str) -> str:
    return " ".join(("pip install", *packages))


def _imports(kind: str) -> str:
    """Return the lines that make the client ready for tools of *kind*."""
    module = _UNREGISTERED.get(kind)
    if module is None:
        return "from utcp.utcp_client import UtcpClient\n"
    return f"import {module}\nfrom utcp.utcp_client import UtcpClient\n\n{module}.register()\n"


def _python(entry: Entry, call: str, arguments: Mapping[str, Json], kind: str) -> str:
    # `call_tool` collects a stream until it ends, so it would print nothing of one that does not.
    printing = (
        f"""async for piece in client.call_tool_streaming("{call}", arguments):
        print(piece, flush=True)"""
        if kind in STREAMS
        else f'print(await client.call_tool("{call}", arguments))'
    )
    return f"""import asyncio

{_imports(kind)}
MANUAL = {entry.python}


async def main():
    client = await UtcpClient.create(config={{"manual_call_templates": [MANUAL]}})
    arguments = {to_python(arguments, 4)}
    {printing}


asyncio.run(main())
"""


def _langchain(entry: Entry, tool: str, arguments: Mapping[str, Json]) -> str:
    return f"""import asyncio

from langchain_utcp_adapters import load_utcp_tools
from utcp.utcp_client import UtcpClient

MANUAL = {entry.python}


async def main():
    client = await UtcpClient.create(config={{"manual_call_templates": [MANUAL]}})
    tools = {{}}
    for tool in await load_utcp_tools(client):
        # The adapter shows a model no more of the inputs than their names and types,
        # and has a dot in the name, which OpenAI and Anthropic refuse.
        known = await client.config.tool_repository.get_tool(tool.name)
        tool.args_schema = known.inputs.model_dump(by_alias=True, exclude_none=True)
        tool.name = tool.name.partition(".")[2]
        tools[tool.name] = tool
    arguments = {to_python(arguments, 4)}
    print(await tools["{tool}"].ainvoke(arguments))


asyncio.run(main())
"""


def _typescript_client(entry: str, package: str) -> str:
    """Return the lines that make a client with the manual of *entry*."""
    return f"""import "{package}";
import {{ UtcpClient }} from "@utcp/sdk";

const manual = {entry};
const client = await UtcpClient.create(process.cwd(), {{ manual_call_templates: [manual] }});
"""


def _typescript(entry: Entry, call: str, arguments: Mapping[str, Json], package: str) -> str:
    return f"""{_typescript_client(entry.json, package)}
const args = {pretty_json(arguments)};
console.log(await client.callTool("{call}", args));
"""


def enveloped(envelope: Envelope | None, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the arguments as a UTCP client must be given them: an envelope is one argument."""
    if envelope is None:
        return arguments
    # What comes first is shown first: the arguments, before what the caller need not choose.
    body = request.enveloped(replace(envelope, fields=()), arguments, CALL_ID)
    return {"body": request.enveloped(replace(envelope, constants=body), arguments, CALL_ID)}
