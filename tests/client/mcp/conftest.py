"""What the tests of the MCP server share: a registry, its API, and a released client."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import anyio
import pytest
from anyio.from_thread import start_blocking_portal
from hostile_api import HostileApi, hostile_api
from lab import KEYS, write_site

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from mcp import Client

Ask: TypeAlias = "Callable[[Client], Awaitable[Any]]"
Host: TypeAlias = Callable[..., Any]
Running: TypeAlias = Callable[[Ask, tuple[str, ...]], Any]


@pytest.fixture(scope="module")
def server() -> Iterator[HostileApi]:
    with hostile_api() as api:
        yield api


@pytest.fixture(scope="module")
def site(server: HostileApi, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("site"), server.url)


@pytest.fixture
def api(server: HostileApi) -> HostileApi:
    """Return the API of the registry, which nobody has asked yet."""
    server.asked.clear()
    return server


@pytest.fixture(scope="module")
def running(site: Path) -> Iterator[Running]:
    """Start `registry mcp` as a host does, once with the same options; return a client of it."""
    from mcp import Client  # noqa: PLC0415 - slow to import, and no quick test needs it

    with start_blocking_portal() as portal, ExitStack() as ends:

        @cache
        def start(options: tuple[str, ...]) -> Client:
            client = Client(started(site, options))
            return ends.enter_context(portal.wrap_async_context_manager(client))

        yield lambda ask, options: portal.call(ask, start(options))


@pytest.fixture
def host(site: Path, running: Running) -> Host:
    """Return what asks a running server; one of its own is started for a host that does *more*."""
    from mcp import Client  # noqa: PLC0415 - as above

    def run(ask: Ask, *options: str, **more: Any) -> Any:  # noqa: ANN401 - whatever is asked
        async def session() -> Any:  # noqa: ANN401 - as above
            async with Client(started(site, options), **more) as client:
                return await limited(client)

        async def limited(client: Client) -> Any:  # noqa: ANN401 - as above
            with anyio.fail_after(120):
                return await ask(client)

        return anyio.run(session) if more else running(limited, options)

    return run


def started(site: Path, options: Sequence[str]) -> Any:  # noqa: ANN401 - the SDK's own type
    """Return the transport that starts the server."""
    from mcp import StdioServerParameters, stdio_client  # noqa: PLC0415 - as above

    command = ["-m", "registry", "mcp", "--registry", str(site), *options]
    environment = {**os.environ, **KEYS}
    return stdio_client(
        StdioServerParameters(command=sys.executable, args=command, env=environment)
    )
