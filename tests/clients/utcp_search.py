"""Search a registry with nothing but its own tools in `/utcp`: request on stdin, report on stdout.

Written after the descriptions of the tools and run by the released client's interpreter, this is
what an agent does that has a UTCP client and no library of the registry.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections import Counter
from itertools import accumulate
from typing import Any

from utcp.utcp_client import UtcpClient
from utcp_http.http_call_template import HttpCallTemplate


class Agent:
    """A client with `/utcp`, and how often it called."""

    def __init__(self, client: UtcpClient) -> None:
        self.client = client
        self.calls = 0

    async def call(self, tool: str, **arguments: str) -> Any:  # noqa: ANN401 - any JSON
        """Return the result of one of the registry's own tools."""
        self.calls += 1
        return await self.client.call_tool(f"registry.{tool}", arguments)

    async def best(self, text: str) -> str:
        """Return the id of the best tool for *text*."""
        index = await self.call("get_registry_search_index")
        scores: Counter[int] = Counter()
        for word in text.split():
            term = stem(word, index["analysis"]["steps"])
            fitting = [each for each in index["shards"] if f"{term}_".startswith(each)]
            words = await self.call("find_registry_words", shard=max(fitting, key=len))
            distances, worth = words.get(term, [[], []])
            scores.update(dict(zip(accumulate(distances), worth, strict=True)))
        number = min(scores, key=lambda each: (-scores[each], each))
        block, place = divmod(number, index["block"])
        tools = await self.call("list_registry_tool_block", block=str(block))
        return tools["tools"][place]["id"]


def stem(word: str, steps: list[list[list[str]]]) -> str:
    """Return *word* as the index has it."""
    for step in steps:
        for old, new in step:
            word, count = re.subn(old, new, word, count=1)
            if count:
                break
    return word


async def main() -> None:
    """Answer every question of the request."""
    request = json.load(sys.stdin)
    client = await UtcpClient.create()
    await client.register_manual(HttpCallTemplate(name="registry", url=request["url"]))
    report = []
    for text in request["questions"]:
        agent = Agent(client)
        report.append({"best": await agent.best(text), "calls": agent.calls})
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(main())
