"""A plugin by which a UTCP client searches a registry and calls its tools without loading it.

    client = await UtcpClient.create(config={
        "tool_repository": {
            "tool_repository_type": "open_tool_registry",
            "registry": "https://registry.example/",
        },
        "tool_search_strategy": {"tool_search_strategy_type": "open_tool_registry"},
    })
    tools = await client.search_tools("convert currency")

UTCP finds it by the entry point `utcp.plugins`, wherever this package is installed.
"""

from __future__ import annotations

import logging


def register() -> None:
    """Register the plugin; without it where that fails, since an error here would end UTCP.

    UTCP calls this when its first object is read, and a plugin that raises takes all of UTCP in
    the process with it.
    """
    try:
        from registry.client.utcp_plugin import _utcp_client  # noqa: PLC0415

        _utcp_client.register()
    except Exception:
        logging.getLogger(__name__).warning("the registry's plugin is left out", exc_info=True)
