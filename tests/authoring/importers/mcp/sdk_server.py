"""An MCP server on the official SDK with COUNT tools: `sdk_server.py COUNT [FILE]`.

It notes in FILE which version of the protocol it was asked in.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import anyio
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext

INPUTS = {"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}


async def list_tools(
    context: ServerRequestContext[Any], _: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    if len(sys.argv) > 2:
        await anyio.Path(sys.argv[2]).write_text(context.protocol_version, encoding="utf-8")
    tools = [
        types.Tool(
            name=f"find_books_on_shelf_{number}",
            description=f"Find books of shelf {number} by words in their titles.",
            input_schema=INPUTS,
        )
        for number in range(int(sys.argv[1]))
    ]
    return types.ListToolsResult(tools=tools)


async def serve() -> None:
    server: Server[Any] = Server("library", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(serve)
