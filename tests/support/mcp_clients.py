"""Run the released clients of MCP, each as its own program, against one server.

A request is `{"server": {"command", "args", "env"} | {"url"}, "calls": [[tool, arguments]],
"resource": uri}`, and a report `{"tools": [name], "results": [{"is_error", "texts"}],
"resource": text}`. The SDKs make all calls at once, and the inspector one after another.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

from paths import TESTS
from released_clients import need

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FOLDER = TESTS / "clients" / "mcp"
PACKAGES = FOLDER / "node_modules" / "@modelcontextprotocol"
MCP_CLIENTS = ("python", "typescript", "inspector")
_TIMEOUT = 120


def report(client: str, request: Mapping[str, Any], python: str, home: Path) -> Any:  # noqa: ANN401 - any JSON
    """Return what *client* reports about *request*; skip the test where it is not installed.

    The Python SDK is the one of the interpreter *python*; clients keep their files in *home*.
    """
    if client == "inspector":
        return _inspected(request, home)
    command = [python, "client.py"] if client == "python" else [_node(), "client.js"]
    return json.loads(_said(command, home, json.dumps(request)))


def _inspected(request: Mapping[str, Any], home: Path) -> dict[str, Any]:
    """Return the same report from the inspector, which makes one request each time it runs."""
    server = request["server"]
    program = PACKAGES / "inspector" / "clients" / "launcher" / "build" / "index.js"
    inspector = [_node(), str(program), "--cli", "--format", "json", "--quiet"]
    inspector += ["--connect-timeout", f"{_TIMEOUT * 1000}"]  # else 15 seconds, busy or not
    if "url" in server:
        place = ["--transport", "http", "--server-url", server["url"]]
    else:
        variables = [word for name in server["env"].items() for word in ("-e", "=".join(name))]
        place = [*variables, "--", server["command"], *server["args"]]

    def ask(method: str, *options: str) -> Any:  # noqa: ANN401 - any JSON
        said = _said([*inspector, "--method", method, *options, *place], home)
        return json.loads(said)["result"]

    def called(name: str, arguments: object) -> dict[str, Any]:
        options = ("--tool-name", name, "--tool-args-json", json.dumps(arguments))
        result = ask("tools/call", *options)
        texts = [each["text"] for each in result["content"]]
        return {"is_error": result["isError"], "texts": texts}

    tools = ask("tools/list", "--strict")["tools"]
    read = ask("resources/read", "--uri", request["resource"])
    return {
        "tools": [tool["name"] for tool in tools],
        "results": [called(*each) for each in request["calls"]],
        "resource": read["contents"][0]["text"],
    }


def _node() -> str:
    node = shutil.which("node")
    need("mcp", is_there=node is not None and PACKAGES.is_dir())
    return str(node)


def _said(command: Sequence[str], home: Path, text: str = "") -> str:
    done = subprocess.run(
        command,
        cwd=FOLDER,
        input=text,
        capture_output=True,
        text=True,
        timeout=_TIMEOUT,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(home)},
    )
    assert not done.returncode or done.returncode == _TOOL_FAILED, (
        done.stdout,
        done.stderr[-3000:],
    )
    return done.stdout


_TOOL_FAILED = 5
"""The exit code of the inspector for a call that has ended in an error of the tool."""
