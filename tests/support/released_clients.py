"""Run the released clients of the protocols, each as its own program, and read their reports.

`make clients` installs them. A request for a UTCP client is

    {"sessions": [{"manuals": [{"name", "url", "allowed"?}], "config"?, "variables"?, "search"?,
                   "calls": [{"tool", "arguments"}], "variables_of": [tool]}],
     "remote": [path of a UTCP file]}

and its report has the same outline. Every session is a client of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from paths import TESTS

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENTS = TESTS.parent / ".clients"
TYPESCRIPT = TESTS / "clients" / "typescript"

UTCP_CLIENTS = ("python", "typescript")
"""The released UTCP clients, in the smallest installation with which they load http tools."""

_TIMEOUT = 120


def ask(client: str, request: object, plugins: Path | None = None) -> Any:  # noqa: ANN401 - any JSON
    """Return what *client* reports about *request*; skip the test where it is not installed.

    *plugins* is a folder with packages that it finds beside its own.
    """
    command, folder = program(client)
    process = subprocess.run(
        command,
        cwd=folder,
        input=json.dumps(request),
        capture_output=True,
        text=True,
        timeout=_TIMEOUT,
        check=False,
        # Nothing of this environment may stand in for a variable that a test forgot to give.
        env={
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            **({"PYTHONPATH": str(plugins)} if plugins else {}),
        },
    )
    assert process.returncode == 0, process.stderr[-3000:]
    return json.loads(process.stdout)


def program(client: str) -> tuple[list[str], Path]:
    """Return the command of *client*, and its folder; skip the test where it is not installed."""
    if client == "typescript":
        node = shutil.which("node")
        need(client, is_there=node is not None and (TYPESCRIPT / "node_modules/@utcp").is_dir())
        return [str(node), "client.js"], TYPESCRIPT
    environment, script = {
        "python": ("utcp", "utcp_client.py"),
        "search by tools": ("utcp", "utcp_search.py"),
        "python with plugins": ("utcp-plugins", "utcp_client.py"),
        "langchain": ("langchain", "langchain_client.py"),
        "oxp": ("oxp", "oxp_client.py"),
    }[client]
    interpreter = ENVIRONMENTS / environment / "bin" / "python"
    need(client, is_there=any((ENVIRONMENTS / environment).glob(".installed-*")))
    return [str(interpreter), str(TESTS / "clients" / script)], TESTS


def runner(client: str) -> list[str]:
    """Return the command that runs a program of one's own with what *client* has installed."""
    command, _ = program(client)
    return command[:1]


def need(client: str, *, is_there: bool) -> None:
    if is_there:
        return
    message = f"THE RELEASED {client.upper()} CLIENT IS NOT INSTALLED: run `make clients`"
    if os.environ.get("REGISTRY_REQUIRE_CLIENTS") == "1":
        pytest.fail(message)
    pytest.skip(message)
