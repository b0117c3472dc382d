"""Answer questions as the released UTCP client does: JSON in, JSON out, run by its own venv."""

from __future__ import annotations

import asyncio
import json
import sys

from utcp.data.call_template import CallTemplate
from utcp.data.tool import Tool
from utcp.data.utcp_manual import UtcpManual
from utcp.implementations.in_mem_tool_repository import InMemToolRepository
from utcp.implementations.tag_search import TagAndDescriptionWordMatchStrategy


async def main() -> None:
    """Write the ids of the best ten tools for each question."""
    asked = json.load(sys.stdin)
    template = CallTemplate(name="all", call_template_type="text")
    tools = [
        Tool(
            name=tool["id"],
            description=tool["description"],
            tags=tool["tags"],
            tool_call_template=template,
        )
        for tool in asked["tools"]
    ]
    repository = InMemToolRepository()
    await repository.save_manual(template, UtcpManual(tools=tools))
    strategy = TagAndDescriptionWordMatchStrategy()
    found = [await strategy.search_tools(repository, text) for text in asked["questions"]]
    json.dump([[tool.name for tool in tools] for tools in found], sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())
