"""The programs that a manual has people start on their machines, as command lines."""

from __future__ import annotations

import re
import shlex
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from registry.protocols import X_REGISTRY
from registry.rules._quoting import quoted
from registry.source import Origin
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Place
    from registry.model import Release, Tool

QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.", re.DOTALL)
"""What a shell takes literally, as far as operators are concerned."""

OPERATOR = re.compile(r"[|;&\n]")
"""What ends a program in a script and begins another."""

_START = r"(?:[A-Za-z]:|\.{1,2}|\\)\\"
_ON_WINDOWS = re.compile(
    rf'\s*"?(?P<path>{_START}[^"]*?\.(?:exe|cmd|bat)|{_START}[^\s"]*)"?(?=\s|$)', re.IGNORECASE
)
"""A path with backslashes, which a shell would read as escapes, and with spaces in its folders."""


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
    def parts(self) -> list[str]:
        """The line of each program that a script runs, in their order."""
        if not self.is_script:
            return [self.line]
        bare = QUOTED.sub(lambda found: " " * len(found[0]), self.line)
        ends = [found.start() for found in OPERATOR.finditer(bare)]
        return [self.line[start + 1 : end] for start, end in pairwise((-1, *ends, len(self.line)))]

    @property
    def shown(self) -> str:
        """The command in quotes, for a sentence."""
        return quoted(self.line)


def commands(release: Release) -> Iterator[Program]:
    """Yield every command of *release*: those of its tools, and the one that starts its server.

    Tools that are called through one server have its command in the same place.
    """
    found = (program for tool in release.read_tools for program in programs(tool))
    yield from {(each.line, each.origin.pointer): each for each in found}.values()
    if release.self_hosted:
        start = Origin(release.document, (X_REGISTRY, "self_hosted", "start"))
        yield Program(start, release.self_hosted.start, is_script=True)


def programs(tool: Tool) -> Iterator[Program]:
    """Yield the scripts of `cli` tools and the servers that `mcp` tools start."""
    for index, entry in enumerate(array(tool.call.options.get("commands"))):
        line = mapping(entry).get("command")
        if isinstance(line, str):
            at = ("call", "options", "commands", index, "command")
            yield Program(tool.at(*at), line, is_script=True)
    for name, server in tool.call.mcp_servers.items():
        command, arguments = mapping(server).get("command"), mapping(server).get("args")
        if isinstance(command, str):
            stated = tool.at("call", "options", "config", "mcpServers", name)
            args = tuple(
                (word, stated.at("args", index))
                for index, word in enumerate(array(arguments))
                if isinstance(word, str)
            )
            line = _joined(command, tuple(word for word, _ in args))
            yield Program(stated.at("command"), line, is_script=False, args=args)


# All tools of an MCP server have one command, which many rules ask for.
@lru_cache(maxsize=100)
def _joined(command: str, args: tuple[str, ...]) -> str:
    return shlex.join([*words_of(command), *args])


@lru_cache(maxsize=100)
def words_of(command: str) -> tuple[str, ...]:
    """Return *command* as a shell splits it: one word, unless arguments are written into it."""
    path = _ON_WINDOWS.match(command)
    try:
        if path:
            return (path["path"], *shlex.split(command[path.end() :]))
        return tuple(shlex.split(command))
    except ValueError:
        return (command,)


def environments(tool: Tool) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield every environment variable that a program of *tool* gets: the steps and the name."""
    for name in mapping(tool.call.options.get("env_vars")):
        yield ("call", "options", "env_vars", name), name
    for server, settings in tool.call.mcp_servers.items():
        for name in mapping(mapping(settings).get("env")):
            yield ("call", "options", "config", "mcpServers", server, "env", name), name
