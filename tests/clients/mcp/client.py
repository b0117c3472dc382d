"""Drive the released Python SDK of MCP: a JSON request on stdin, a JSON report on stdout.

The request is that of `tests/support/mcp_clients.py`.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import anyio
from mcp import Client, StdioServerParameters, stdio_client


async def report(request: dict[str, Any]) -> dict[str, Any]:
    server = request["server"]
    place = server.get("url") or stdio_client(StdioServerParameters(**server))
    async with Client(place) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        results = [{}] * len(request["calls"])

        async def call(number: int, name: str, arguments: dict[str, Any]) -> None:
            result = await client.call_tool(name, arguments)
            texts = [each.text for each in result.content]
            results[number] = {"is_error": bool(result.is_error), "texts": texts}

        async with anyio.create_task_group() as group:
            for number, (name, arguments) in enumerate(request["calls"]):
                group.start_soon(call, number, name, arguments)
        read = await client.read_resource(request["resource"])
    return {"tools": tools, "results": results, "resource": read.contents[0].text}


print(json.dumps(anyio.run(report, json.load(sys.stdin))))
