"""What `registry mcp install` writes for a host starts the server."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from typing import TYPE_CHECKING

import anyio
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters, stdio_client

from registry.cli import main
from registry.client.mcp import host_configurations

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def words_written_for(host: host_configurations.Host, site: Path, file: Path) -> tuple[str, ...]:
    """Return the words that start the server, as the command writes them into *file*."""
    words = ("mcp", "install", host.id, "--registry", str(site), "--file", str(file), "--read-only")
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    text = file.read_text(encoding="utf-8")
    (entry,) = (tomllib.loads(text) if host.is_toml else json.loads(text))[host.key].values()
    return (entry["command"], *entry["args"])


def test_command_writes_what_starts_the_server(site: Path, tmp_path: Path) -> None:
    program = ["uvx", "--from", "open-tool-registry[mcp]", "registry"]
    written = {
        words_written_for(host, site, tmp_path / "of the host" / host.id)
        for host in host_configurations.HOSTS
    }
    (words,) = written  # the same for all of them
    assert [*words[: len(program)]] == program

    async def tools() -> list[str]:
        started = StdioServerParameters(
            command=sys.executable,
            args=["-m", "registry", *words[len(program) :]],
            env=dict(os.environ),
        )
        async with Client(stdio_client(started)) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert anyio.run(tools) == ["search_tools", "get_tool", "call_tool"]
