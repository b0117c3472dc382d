"""An MCP server of one clock, on the official SDK, at its standard input or at a socket.

`clock_server.py` or `clock_server.py FILENO`, the number of a socket that listens already.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import uvicorn
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
        listening = socket.socket(fileno=int(sys.argv[1]))
        uvicorn.Server(uvicorn.Config(server.streamable_http_app())).run([listening])
    else:
        server.run()
