"""The programs that a manual has people start on their machines, as command lines."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from registry.rules._quoting import quoted
from registry.source import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Place
    from registry.model import Release, Tool
    from registry.source import Json


class Program(NamedTuple):
    """A command line: a shell script if *is_script*, otherwise a list of words.

    *args* are the words that are written one by one, each with its location.
    """

    origin: Origin
    line: str
    is_script: bool
    args: tuple[tuple[str, Origin], ...] = ()

    @property
    def place(self) -> Place:
        """The position of the command in the file."""
        return self.origin.place

    def place_of(self, part: str) -> Place:
        """Return the position of the word that contains *part*."""
        return next((at.place for word, at in self.args if part in word), self.place)

    @property
    def shown(self) -> str:
        """The command in quotes, for a sentence."""
        return quoted(self.line)


def commands(release: Release) -> Iterator[Program]:
    """Yield every command of *release*: those of its tools, and the one that starts its server."""
    for tool in release.tools:
        yield from programs(tool)
    if release.self_hosted:
        start = Origin(release.document, ("x-registry", "self_hosted", "start"))
        yield Program(start, release.self_hosted.start, is_script=True)


def programs(tool: Tool) -> Iterator[Program]:
    """Yield the scripts of `cli` tools and the servers that `mcp` tools start."""
    options = tool.call.options
    commands = options.get("commands")
    for index, entry in enumerate(commands if isinstance(commands, list) else ()):
        line = entry.get("command") if isinstance(entry, dict) else None
        if isinstance(line, str):
            at = ("call", "options", "commands", index, "command")
            yield Program(tool.at(*at), line, is_script=True)
    for name, server in servers(tool).items():
        command, given = server.get("command"), server.get("args")
        if isinstance(command, str):
            stated = tool.at("call", "options", "config", "mcpServers", name)
            args = tuple(
                (word, stated.at("args", index))
                for index, word in enumerate(given if isinstance(given, list) else ())
                if isinstance(word, str)
            )
            line = shlex.join([*words_of(command), *(word for word, _ in args)])
            yield Program(stated.at("command"), line, is_script=False, args=args)


def words_of(command: str) -> list[str]:
    """Return *command* as a shell splits it: one word, unless arguments are written into it."""
    try:
        return shlex.split(command)
    except ValueError:
        return [command]


def servers(tool: Tool) -> Mapping[str, dict[str, Json]]:
    """Return the MCP servers of *tool*, by name."""
    config = tool.call.options.get("config")
    found = config.get("mcpServers") if isinstance(config, dict) else None
    listed = found.items() if isinstance(found, dict) else ()
    return {name: server for name, server in listed if isinstance(server, dict)}


def environments(tool: Tool) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield every environment variable that a program of *tool* gets: the steps and the name."""
    given = tool.call.options.get("env_vars")
    for name in given if isinstance(given, dict) else ():
        yield ("call", "options", "env_vars", name), name
    for server, config in servers(tool).items():
        inner = config.get("env")
        for name in inner if isinstance(inner, dict) else ():
            yield ("call", "options", "config", "mcpServers", server, "env", name), name
