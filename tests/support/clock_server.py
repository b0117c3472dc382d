"""An MCP server of one clock, on the official SDK: `clock_server.py` or `clock_server.py PORT`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("clock")


@server.tool()
def get_time(zone: str) -> str:
    """Tell the time in a zone."""
    if zone == "Atlantis":
        raise ToolError(f"there is no zone {zone}")
    if zone == "nowhere":
        os._exit(3)
    if zone.startswith("/"):
        Path(zone).write_text(str(os.getpid()), encoding="utf-8")
    return f"noon in {zone}, key {os.environ.get('CLOCK_KEY', 'none')}"


if __name__ == "__main__":
    if sys.argv[1:]:
        server.run("streamable-http", port=int(sys.argv[1]))
    else:
        server.run()
