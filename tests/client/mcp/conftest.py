"""What the tests of the MCP server share: a registry, its API, and a released client."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import anyio
import pytest
from hostile_api import HostileApi, hostile_api
from lab import KEYS, write_site
from mcp import Client, StdioServerParameters, stdio_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Ask: TypeAlias = Callable[[Client], Awaitable[Any]]
Host: TypeAlias = Callable[..., Any]


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


@pytest.fixture
def host(site: Path) -> Host:
    """Start `registry mcp` as a host does, and return what *ask* makes of it."""

    def run(ask: Ask, *options: str, **more: Any) -> Any:  # noqa: ANN401 - whatever is asked
        command = ["-m", "registry", "mcp", "--registry", str(site), *options]
        started = StdioServerParameters(
            command=sys.executable, args=command, env={**os.environ, **KEYS}
        )

        async def session() -> Any:  # noqa: ANN401 - as above
            with anyio.fail_after(120):
                async with Client(stdio_client(started), **more) as client:
                    return await ask(client)

        return anyio.run(session)

    return run
