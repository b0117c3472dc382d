"""MCP servers that this project uses: list the tools of one, and call one of them.

`fenced_connection` keeps what the SDK sends to the one server, and `raw_messages` hears what a
server says before the SDK makes its own objects of it. All of it needs the extra `mcp`.
"""
