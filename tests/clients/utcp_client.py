"""Drive the released Python client of UTCP: a JSON request on stdin, a JSON report on stdout.

The request is `{"sessions": [...], "remote": [...]}`; `tests/support/released_clients.py` says
what is in it. It is run by the client's own interpreter, so it imports nothing of the registry.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

from utcp.data.utcp_client_config import UtcpClientConfig
from utcp.data.utcp_manual import UtcpManualSerializer
from utcp.utcp_client import UtcpClient
from utcp_http import _security
from utcp_http.http_call_template import HttpCallTemplate


async def session(wanted: dict[str, Any]) -> dict[str, Any]:
    """Register manuals in a new client, search, call; return what came of each."""
    config = UtcpClientConfig(variables=wanted.get("variables", {}))
    if "config" in wanted:
        config = {**wanted["config"], "variables": wanted.get("variables", {})}
    client = await UtcpClient.create(config=config)
    manuals = {each["name"]: await register(client, each) for each in wanted.get("manuals", [])}
    tools = await client.config.tool_repository.get_tools()
    found = await client.search_tools(wanted["search"], limit=5) if "search" in wanted else []
    return {
        "manuals": manuals,
        "tools": [tool.name for tool in tools],
        "found": [tool.name for tool in found],
        "calls": [await call(client, each) for each in wanted.get("calls", [])],
        "variables": {
            name: await client.get_required_variables_for_registered_tool(name)
            for name in wanted.get("variables_of", [])
        },
    }


async def register(client: UtcpClient, manual: dict[str, Any]) -> dict[str, Any]:
    """Return whether the client took *manual*, and how many tools the document had for it."""
    template = HttpCallTemplate(
        name=manual["name"],
        url=manual["url"],
        allowed_communication_protocols=manual.get("allowed"),
    )
    result = await client.register_manual(template)
    return {
        "success": result.success,
        "tools": [tool.name for tool in result.manual.tools],
        "errors": [error[-500:] for error in result.errors],
    }


async def call(client: UtcpClient, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a call, or the error that it raised and the body that came with it."""
    try:
        return {"result": await client.call_tool(wanted["tool"], wanted["arguments"])}
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the result
        body = getattr(error, "body", None)
        return {"error": f"{type(error).__name__}: {error}", "body": body}


def remote(path: str) -> str:
    """Return why the client would refuse the file at *path* from a remote host, or ""."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
        manual = UtcpManualSerializer().validate_dict(document)
        _security.reject_remote_loopback_tool_urls("https://registry.example/utcp", manual)
        for tool in manual.tools:
            _security.ensure_secure_url(tool.tool_call_template.url)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the result
        return f"{type(error).__name__}: {error}"[:500]
    return ""


async def main() -> None:
    """Answer the request on stdin."""
    request = json.load(sys.stdin)
    report = {
        "sessions": [await session(each) for each in request.get("sessions", [])],
        "remote": {path: remote(path) for path in request.get("remote", [])},
    }
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(main())
