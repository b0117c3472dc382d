"""Enter a server in MCP hosts: the file and format of each, from its documentation."""

from __future__ import annotations

import base64
import json
import re
import shlex
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

NAME = "open-tool-registry"
"""What the server is called in the configuration of a host."""

_PROGRAM = ("uvx", "--from", "open-tool-registry[mcp]", "registry", "mcp")


@dataclass(frozen=True, slots=True)
class Server:
    """The command that starts a server, with its arguments and variables, under a name."""

    name: str
    command: str
    args: tuple[str, ...]
    env: tuple[tuple[str, str], ...] = ()

    @property
    def entry(self) -> dict[str, Any]:
        """The server as most hosts write it."""
        entry: dict[str, Any] = {"command": self.command, "args": list(self.args)}
        return {**entry, "env": dict(self.env)} if self.env else entry

    @property
    def label(self) -> str:
        """The name as a shell reads it."""
        return shlex.quote(self.name)

    @property
    def words(self) -> str:
        """The command as a shell reads it."""
        return shlex.join((self.command, *self.args))


def registry_server(registry: str, options: Sequence[str] = (), name: str = NAME) -> Server:
    """Return how the MCP server of *registry*, a URL or folder, is started with *options*."""
    command, *args = _PROGRAM
    return Server(name, command, (*args, "--registry", registry, *options))


@dataclass(frozen=True, slots=True)
class Host:
    """A program that starts MCP servers.

    Attributes:
        id: its name on the command line.
        name: its name.
        files: where it keeps them by system (`darwin`, `win32`, `linux`); a path that begins with
            neither `~` nor `%` is in the folder of a project.
        key: under which the file has the servers.
        is_toml: whether the file is TOML and not JSON.
        has_type: whether an entry says that it is one of standard input and output.
        docs: the page of its documentation that says so.
        link: makes the address that installs a server with a click, or None.
        command: makes the command of its own that installs a server, or None.
    """

    id: str
    name: str
    files: Mapping[str, str]
    key: str
    docs: str
    is_toml: bool = False
    has_type: bool = False
    link: Callable[[Server], str] | None = None
    command: Callable[[Server], str] | None = None

    @property
    def file(self) -> str:
        """Where it keeps them on this system."""
        return self.files.get(sys.platform, self.files["linux"])

    def entry(self, server: Server) -> dict[str, Any]:
        """Return *server* as its file has it, below `key` and the name."""
        return _typed(server, has_type=self.has_type)

    def text(self, server: Server) -> str:
        """Return the content of a file that has *server* and nothing else."""
        if self.is_toml:
            return _toml(self.key, server)
        return _json(self.key, server, has_type=self.has_type)


def _on_every_system(path: str) -> dict[str, str]:
    return {"linux": path, "darwin": path, "win32": path}


@lru_cache(maxsize=16)
def _json(key: str, server: Server, *, has_type: bool) -> str:
    """Return the file that most hosts share, which a page shows once for each."""
    return json.dumps({key: {server.name: _typed(server, has_type=has_type)}}, indent=2) + "\n"


def _typed(server: Server, *, has_type: bool) -> dict[str, Any]:
    return {**({"type": "stdio"} if has_type else {}), **server.entry}


def _toml(key: str, server: Server) -> str:
    name = server.name if re.fullmatch(r"[A-Za-z0-9_-]+", server.name) else _quoted(server.name)
    args = ", ".join(map(_quoted, server.args))
    env = ", ".join(f"{_quoted(each)} = {_quoted(value)}" for each, value in server.env)
    lines = [f"[{key}.{name}]", f"command = {_quoted(server.command)}", f"args = [{args}]"]
    return "\n".join((*lines, *([f"env = {{ {env} }}"] if env else ()), ""))


def _quoted(text: str) -> str:
    """Return *text* as a basic string of TOML, which JSON's strings in ASCII are, too."""
    return json.dumps(text)


def _cursor_link(server: Server) -> str:
    config = base64.b64encode(json.dumps(server.entry).encode()).decode()
    # The three characters of Base64 that an address writes in another way, without a look at each.
    config = config.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
    query = urlencode({"name": server.name})
    return f"cursor://anysphere.cursor-deeplink/mcp/install?{query}&config={config}"


def _vscode_link(server: Server) -> str:
    return f"vscode:mcp/install?{quote(_named_entry(server), safe='')}"


def _named_entry(server: Server) -> str:
    return json.dumps({"name": server.name, **server.entry}, separators=(",", ":"))


HOSTS: tuple[Host, ...] = (
    Host(
        "claude-desktop",
        "Claude Desktop",
        {
            "darwin": "~/Library/Application Support/Claude/claude_desktop_config.json",
            "win32": r"%APPDATA%\Claude\claude_desktop_config.json",
            "linux": "~/.config/Claude/claude_desktop_config.json",
        },
        "mcpServers",
        "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
    ),
    Host(
        "claude-code",
        "Claude Code",
        _on_every_system(".mcp.json"),
        "mcpServers",
        "https://code.claude.com/docs/en/mcp",
        command=lambda server: f"claude mcp add --scope user {server.label} -- {server.words}",
    ),
    Host(
        "cursor",
        "Cursor",
        _on_every_system("~/.cursor/mcp.json"),
        "mcpServers",
        "https://cursor.com/docs/mcp",
        link=_cursor_link,
    ),
    Host(
        "vscode",
        "VS Code",
        _on_every_system(".vscode/mcp.json"),
        "servers",
        "https://code.visualstudio.com/docs/copilot/customization/mcp-servers",
        has_type=True,
        link=_vscode_link,
        command=lambda server: f"code --add-mcp {shlex.quote(_named_entry(server))}",
    ),
    Host(
        "codex",
        "Codex",
        _on_every_system("~/.codex/config.toml"),
        "mcp_servers",
        "https://developers.openai.com/codex/mcp",
        is_toml=True,
        command=lambda server: f"codex mcp add {server.label} -- {server.words}",
    ),
    Host(
        "gemini-cli",
        "Gemini CLI",
        _on_every_system("~/.gemini/settings.json"),
        "mcpServers",
        "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
    ),
    Host(
        "windsurf",
        "Windsurf",
        _on_every_system("~/.codeium/windsurf/mcp_config.json"),
        "mcpServers",
        "https://docs.windsurf.com/windsurf/cascade/mcp",
    ),
)
"""In the order in which pages show them."""


def host(host_id: str) -> Host:
    """Return the host called *host_id*. Raises KeyError."""
    return {each.id: each for each in HOSTS}[host_id]
