"""The key `server` of `x-registry`, which names the MCP server of a listing, as a JSON Schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.source import Json

_NAME: dict[str, Json] = {
    "description": "Its name in the official MCP registry, if it has one there.",
    "type": "string",
    "maxLength": 200,
    # It is the path of a folder of the published site, beside the list of all servers.
    "pattern": "^[a-zA-Z0-9][a-zA-Z0-9.-]*/[a-zA-Z0-9][a-zA-Z0-9._-]*$",
    "allOf": [
        {
            "not": {"type": "string", "pattern": "^index\\.html/"},
            "x-message": "{where} is {value}, where the list of all servers is published",
            "x-hint": "write the name of its server.json, such as io.github.acme/clock",
        }
    ],
    "x-hint": "write the name of its server.json, such as io.github.acme/clock",
    "x-example": "io.github.acme/clock",
}
_FOREIGN_VARIABLE = r"(^|\s)\$[A-Z][A-Z0-9_]*$|\$\{[^}]*[^A-Za-z0-9_}][^}]*\}"
"""A variable as shells and the configurations of hosts have it, which servers get as it is."""

_LONGEST = 300
"""Characters of one word: each tool of the manual is published with all of them."""

_TEXTS: dict[str, Json] = {
    "type": "object",
    "maxProperties": 20,
    "additionalProperties": {
        "type": "string",
        "maxLength": _LONGEST,
        "allOf": [
            {
                "not": {"type": "string", "pattern": _FOREIGN_VARIABLE},
                "x-message": "{where} is {value}, which is not filled in",
                "x-hint": "write a variable of the caller as `${NAME}`, with only letters, digits "
                "and `_` in braces, such as `${API_KEY}`",
            }
        ],
    },
    "x-hint": 'write names and values in braces, such as `{API_KEY: "${API_KEY}"}`',
}
_ONE_ENTRY = "remove it, and write what one of its entries contains below `server` itself"
_NOT_SSE = "; a manual cannot name a server that only speaks sse"
_AS_HEADER = 'write it as `headers: {Authorization: "Bearer ${API_KEY}"}`'
_IS_STARTED: dict[str, Json] = {
    "if": {"required": ["transport"], "properties": {"transport": {"enum": ["stdio"]}}},
    "else": {
        "not": {
            "anyOf": [
                {"required": ["url"]},
                {
                    "required": ["transport"],
                    "properties": {"transport": {"pattern": "^streamable"}},
                },
            ]
        }
    },
}
"""What `x-registry.server` has if it names a program; without a transport, its `url` decides."""

REGISTRY_KEYS: dict[str, Json] = {
    "server": {
        "description": "The MCP server that offers the tools: a program to start, or a URL.",
        "type": "object",
        "x-form": "write `{transport: stdio, command: npx, args: [-y, notes@1.2.3]}` with the words"
        " of its command, or `{transport: streamable-http, url: https://mcp.example.com/mcp}`",
        "properties": {
            "transport": {
                "description": "How to connect to the server.",
                "enum": ["stdio", "streamable-http"],
                "x-value-hints": {
                    "http": "write `streamable-http`",
                    "sse": f"write `streamable-http`{_NOT_SSE}",
                },
            }
        },
        "if": _IS_STARTED,
        "then": {
            "additionalProperties": False,
            "required": ["transport", "command"],
            "x-other-names": {
                "type": "transport",
                "cmd": "command",
                "program": "command",
                "arguments": "args",
                "environment": "env",
                "env_vars": "env",
            },
            "x-explaining-keys": {"mcpServers": ["transport", "command"]},
            "x-key-hints": {
                "type": "write `transport: stdio` instead",
                "mcpServers": _ONE_ENTRY,
            },
            "properties": {
                "transport": {"x-example": "stdio"},
                "name": _NAME,
                "command": {
                    "description": "The program to start.",
                    "type": "string",
                    "minLength": 1,
                    "maxLength": _LONGEST,
                    "x-form": "write only the program, and its other words as `args`",
                },
                "args": {
                    "description": "Its arguments.",
                    "type": "array",
                    "maxItems": 40,
                    "items": {"type": "string", "maxLength": _LONGEST},
                    "x-form": 'write each argument in quotes, such as `["-y", "notes@1.2.3"]`',
                },
                "env": {
                    "description": "Its environment; ${NAME} stands for a variable of the caller.",
                    **_TEXTS,
                },
            },
        },
        "else": {
            "additionalProperties": False,
            "required": ["transport", "url"],
            "x-other-names": {"type": "transport"},
            "x-explaining-keys": {"mcpServers": ["transport", "url"]},
            "x-key-hints": {
                "type": f"write `transport: streamable-http` instead{_NOT_SSE}",
                "mcpServers": _ONE_ENTRY,
                "oauth": "remove it: the server itself says how hosts log their users in",
                **dict.fromkeys(("auth", "authorization", "token"), _AS_HEADER),
            },
            "properties": {
                "transport": {"x-example": "streamable-http"},
                "name": _NAME,
                "url": {
                    "description": "The URL of the server.",
                    "type": "string",
                    "maxLength": _LONGEST,
                    "pattern": "^https://[A-Za-z0-9]",
                    "x-hint": "write the full URL of the server, starting with https://; for one "
                    "that people run themselves, `transport: stdio` and its `command`",
                    "x-example": "https://mcp.example.com/mcp",
                },
                "headers": {
                    "description": "Headers of requests; ${NAME} stands for a variable.",
                    **_TEXTS,
                    "x-hint": "write names and values in braces, such as "
                    '`{Authorization: "Bearer ${API_KEY}"}`',
                },
            },
        },
    }
}
