"""Load published manuals through the LangChain adapter: request on stdin, report on stdout."""

from __future__ import annotations

import asyncio
import json
import logging
import sys

from langchain_utcp_adapters import load_utcp_tools
from utcp.utcp_client import UtcpClient
from utcp_http.http_call_template import HttpCallTemplate


async def main() -> None:
    """Register what the request names, and report every tool and the result of every call."""
    request = json.load(sys.stdin)
    tools = {}
    for manual in request["manuals"]:
        # A client for each manual, as the adapter loads no more than 1,000 tools of a client.
        client = await UtcpClient.create(config={"variables": request["variables"]})
        await client.register_manual(HttpCallTemplate(name=manual["name"], url=manual["url"]))
        tools |= {tool.name: tool for tool in await load_utcp_tools(client)}
    report = {
        "tools": {name: sorted(tool.args) for name, tool in tools.items()},
        "calls": [
            await tools[each["tool"]].ainvoke(each["arguments"]) for each in request["calls"]
        ],
    }
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(main())
