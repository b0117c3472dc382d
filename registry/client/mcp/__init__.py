"""A registry for MCP hosts: three tools that find, describe and call all others.

`offer` is what is offered, `answers` and `replies` put it into words within a budget,
`definitions` says what the tools are, and `server` is the door to the Model Context Protocol's SDK,
and needs the extra `mcp`. Calling the tools of other MCP servers is in `mcp_servers`.
"""
