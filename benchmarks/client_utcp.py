"""Time the released UTCP client with the plugin and without: JSON in and out, run by its venv."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from typing import Any

from utcp.utcp_client import UtcpClient
from utcp_http.http_call_template import HttpCallTemplate

from registry.client import utcp_plugin

TYPE = "open_tool_registry"


async def of_default(asked: dict[str, Any]) -> dict[str, Any]:
    """Register every tool, and ask a few questions."""
    start = time.perf_counter()
    client = await UtcpClient.create()
    await client.register_manual(HttpCallTemplate(name="registry", url=f"{asked['url']}utcp"))
    ready = since(start)
    questions = asked["questions"][: asked["of_default"]]
    return {"ready": ready, "warm": [await searched(client, text) for text in questions]}


async def of_plugin(asked: dict[str, Any]) -> dict[str, Any]:
    """Ask one question of a registry never visited, then all of them, twice."""
    start = time.perf_counter()
    repository = {"tool_repository_type": TYPE, "registry": asked["url"], "cache": asked["cache"]}
    strategy = {"tool_search_strategy_type": TYPE}
    config = {"tool_repository": repository, "tool_search_strategy": strategy}
    client = await UtcpClient.create(config=config)
    await client.search_tools(asked["questions"][0])
    ready = since(start)
    new, warm = [[await searched(client, text) for text in asked["questions"]] for _ in range(2)]
    return {"ready": ready, "new": new, "warm": warm}


async def searched(client: UtcpClient, text: str) -> float:
    """Return the milliseconds of a search, which must find something."""
    start = time.perf_counter()
    found = await client.search_tools(text)
    taken = since(start)
    if not found:
        raise SystemExit(f"nothing was found for {text!r}")
    return taken


def since(start: float) -> float:
    """Return the milliseconds since *start*."""
    return 1e3 * (time.perf_counter() - start)


async def main() -> None:
    """Report on both."""
    asked = json.load(sys.stdin)
    plugin = await of_plugin(asked)
    json.dump({"plugin": plugin, "default": await of_default(asked)}, sys.stdout)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    utcp_plugin.register()
    asyncio.run(main())
