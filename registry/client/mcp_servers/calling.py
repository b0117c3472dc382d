"""Call one tool of an MCP server, which is started for it or asked over the web."""

from __future__ import annotations

import json
import os
import shlex
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcp import Client, MCPError, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client
from pydantic import ValidationError

from registry.client.call import inherited_environment
from registry.client.call.errors import FailedCallError, ForbiddenCallError
from registry.client.call.reply import seconds_to_wait
from registry.client.mcp_servers.faults import innermost, message_of, protocol_fault
from registry.client.mcp_servers.fenced_connection import fenced_client
from registry.client.mcp_servers.started_server import started
from registry.model import with_values
from registry.source.strings import with_strings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    import httpx2

    from registry.client.call.exchange import Exchange
    from registry.client.call.target import Target
    from registry.source import Json


@dataclass(slots=True)
class _Refusal:
    """The error response to the last request, if there was one; the SDK does not say."""

    status: int = 0
    retry_after: float = 0

    async def note(self, response: httpx2.Response) -> None:
        """Note the status of *response*, if it is one to a message."""
        if response.request.method == "POST":
            is_error = response.status_code >= HTTPStatus.BAD_REQUEST
            self.status = response.status_code if is_error else 0
            self.retry_after = seconds_to_wait(response.headers) if is_error else 0

    def with_status(self, message: str) -> FailedCallError:
        """Return *message* as an error with the status, which it names, too."""
        is_new = self.status and f"({self.status})" not in message
        shown = f"{message} (status {self.status})" if is_new else message
        return FailedCallError(shown, self.status, self.retry_after)


async def ask(
    target: Target,
    arguments: Mapping[str, Json],
    secrets: Mapping[str, str],
    exchange: Exchange,
    limit: int,
) -> str:
    """Return what the tool answers: its structured result as JSON, or its text.

    Raises FailedCallError where it fails, also with an answer of more than *limit* bytes, and
    ForbiddenCallError where its server is none.
    """
    name, server = _server(target, secrets)
    params = types.CallToolRequestParams(name=_tool_name(target, name), arguments=dict(arguments))
    refusal = _Refusal()
    try:
        async with AsyncExitStack() as stack:
            opened = _client(server, exchange, stack, limit, refusal)
            client = await stack.enter_async_context(opened)
            # The client's own `call_tool` matches the patterns of the server's output schema
            # against the answer, which can take for ever.
            result = await client.session.send_request(
                types.CallToolRequest(params=params), types.CallToolResult
            )
    except OSError as error:
        raise FailedCallError(
            f"the MCP server {name} cannot be started: {error.strerror}"
        ) from None
    except (ExceptionGroup, MCPError, RuntimeError, ValidationError) as error:
        inner = innermost(error)
        if isinstance(inner, FailedCallError) and inner.status:  # refused before it was noted
            refusal.status = inner.status
        raise refusal.with_status(f"the MCP server {name} {_reason(inner, target)}") from None
    if result.is_error:
        why = _text(result.content) or _structured(result) or "without saying why"
        raise FailedCallError(f"the MCP server {name} says that the tool failed: {why[:2000]}")
    return _structured(result) or _text(result.content)


def _reason(error: BaseException, target: Target) -> str:
    """Return what *error* says of the server of *target*, which is the subject."""
    if isinstance(error, ValidationError):
        return protocol_fault(error)
    command = _command(target)
    if command and isinstance(error, MCPError) and error.error.code == types.CONNECTION_CLOSED:
        return f"ended without a result; start it yourself to see why: {command}"
    if isinstance(error, MCPError):
        return f"gives no result: {message_of(error)}"
    if isinstance(error, FailedCallError):
        return f"gives no result: {error}"
    if isinstance(error, RuntimeError):  # what it said is not what the SDK knows
        return f"cannot be understood: {error}; a newer release of the package `mcp` may know it"
    return f"cannot be reached, or has ended: {error}"


def _server(target: Target, secrets: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the name and the configuration of the server, with the values of variables."""
    servers = target.call.mcp_servers
    if len(servers) != 1:
        raise ForbiddenCallError(f"nothing was sent: {target.id} does not name one MCP server")
    name, server = next(iter(servers.items()))
    return str(name), with_strings(server, lambda text: with_values(text, secrets))


def _command(target: Target) -> str:
    """Return the line that starts the server, with variables for keys; "" if it is on the web."""
    server: Any = next(iter(target.call.mcp_servers.values()))
    words = (server["command"], *server.get("args", ())) if "command" in server else ()
    return shlex.join(map(str, words))


def _tool_name(target: Target, server: str) -> str:
    """Return the name that the server knows; manuals may write its own before it."""
    name = target.id.rpartition("/")[2]
    return name.removeprefix(f"{server}.")


@asynccontextmanager
async def _client(
    server: dict[str, Any],
    exchange: Exchange,
    stack: AsyncExitStack,
    limit: int,
    refusal: _Refusal,
) -> AsyncIterator[Client]:
    if "command" not in server:
        headers = {str(name): str(value) for name, value in server.get("headers", {}).items()}
        url = str(server["url"])
        web = await stack.enter_async_context(fenced_client(exchange, url, headers, limit))
        web.event_hooks = {"response": [refusal.note]}
        transport = streamable_http_client(url, http_client=web, max_sse_event_size=limit)
    else:
        own_variables = {str(name): str(value) for name, value in server.get("env", {}).items()}
        transport = started(
            StdioServerParameters(
                command=str(server["command"]),
                args=[str(each) for each in server.get("args", ())],
                env=inherited_environment.of_the_network() | own_variables,
                cwd=server.get("cwd"),
            ),
            # What servers log is for nobody, and may hold what they were given.
            errlog=stack.enter_context(Path(os.devnull).open("w", encoding="utf-8")),  # noqa: ASYNC230, SIM115 - the null device, closed by the stack
            limit=limit,
        )
    async with Client(transport) as client:
        yield client


def _structured(result: types.CallToolResult) -> str:
    """Return the structured result as JSON, "" if there is none."""
    stated = result.structured_content
    return "" if stated is None else json.dumps(stated, ensure_ascii=False)


def _text(content: Sequence[types.ContentBlock]) -> str:
    return "\n".join(map(_part, content))


def _part(part: types.ContentBlock) -> str:
    """Return the text of *part*, the address of a link, or what kind of data it is."""
    if isinstance(part, types.TextContent):
        return part.text
    if isinstance(part, types.ResourceLink):
        return f"[{part.type}: {part.uri}]"
    if isinstance(part, types.EmbeddedResource):
        if isinstance(part.resource, types.TextResourceContents):
            return part.resource.text
        return f"[{part.type}: {part.resource.uri}]"
    return f"[{part.type}]"
