"""`registry import mcp`: create a manual from the tools of an MCP server."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from registry.authoring.importers import mcp, sources
from registry.authoring.importers.mcp.configuration import import_commands
from registry.cli.import_._request import importing
from registry.protocols.mcp import server_json
from registry.web import is_url

if TYPE_CHECKING:
    from types import ModuleType

    from registry.authoring.importers.draft import Draft, ImportRequest
    from registry.source import Json


_IS_COMMAND = f"{__name__}.is_command"
"""The key of whether `--` was typed: what comes after it is a command, whatever it looks like."""


class _WithCommand(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_IS_COMMAND] = "--" in args
        return super().parse_args(ctx, args)


@click.command(
    cls=_WithCommand,
    short_help="Create a manual from an MCP server, or from its tools/list reply.",
)
@click.argument("words", nargs=-1, required=True, metavar="FILE|URL|-|-- COMMAND...")
@click.option(
    "--server",
    metavar="URL|COMMAND",
    help="For a FILE: the server's URL, the command that starts it, or its server.json.",
)
@click.option(
    "--start",
    is_flag=True,
    help="For a server.json that names a package: start it here and ask it for its tools.",
)
@click.option(
    "--bearer",
    default="",
    metavar="NAME",
    help="The variable that holds the token for the server at URL; its value is never written.",
)
@click.option(
    "--env",
    "variables",
    multiple=True,
    metavar="NAME",
    help="A variable that the server needs in its environment; its value is never written.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="How long a server may take to answer.",
)
@importing
def import_mcp_command(
    *,
    words: tuple[str, ...],
    server: str | None,
    start: bool,
    bearer: str,
    variables: tuple[str, ...],
    seconds: float,
    request: ImportRequest,
) -> Draft:
    """Create a manual from the tools of an MCP server, and check it.

    A FILE, or `-` for standard input, is the server's reply to tools/list as JSON, or its
    server.json: the URL in it is queried, and the package in it is started with --start. A URL is
    queried over streamable HTTP. A COMMAND is started with your environment and permissions, asked
    for its tools, and stopped; clients will start the server with it, so name a package and its
    version rather than a path.

    Writes the release and, if they do not exist, publisher.yaml and manual.yaml. Reports
    what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 nothing was written,
    2 usage error, or not an MCP server.

    \b
    Example:
      registry import mcp tools.json --server https://mcp.acme.com/mcp --publisher acme --manual crm
      registry import mcp tools.json --server server.json --publisher acme
      registry import mcp server.json --start --publisher acme
      registry import mcp https://mcp.acme.com/mcp --bearer ACME_TOKEN
      registry import mcp --publisher acme --env ACME_KEY -- npx -y @acme/mcp-server@1.4.2
    """
    is_command = click.get_current_context().meta[_IS_COMMAND]
    source = words[0]
    is_there = source == "-" or Path(source).is_file()
    if not is_command and len(words) == 1 and (is_there or source.endswith(".json")):
        data = mcp.read_reply(source)
        if server_json.is_entry(data):
            if server or variables:
                raise sources.UnusableSourceError(
                    f"{source} describes the server itself, with its variables: change it there, "
                    f"and leave out {'--server' if server else '--env'}"
                )
            return _of_description(source, data, request, seconds, bearer, start=start)
        _check_listing(source, data)
        _refuse_to_start(start=start)
        if not server:
            raise sources.UnusableSourceError(
                "a file does not say which server offers the tools: add --server with an https URL "
                "or with the command that starts the server"
            )
        return mcp.of_listing(source, data, mcp.mcp_server(server, variables, bearer), request)
    _refuse_to_start(start=start)
    if not is_command and is_url(source):
        address = server or source
        stated = mcp.mcp_server(address, variables, bearer if is_url(address) else "")
        answer = _running().ask_url(source, seconds, _token(bearer))
        return mcp.of_answer(source, answer, stated, request)
    if server:
        stated = mcp.mcp_server(server, variables, bearer)
    else:
        stated = mcp.command_of(words, variables, bearer)
    return mcp.of_answer(" ".join(words), _running().ask_command(words, seconds), stated, request)


def _running() -> ModuleType:
    """Return what asks servers; only this needs the extra `mcp`, and a FILE does not."""
    from registry.authoring.importers.mcp import running  # noqa: PLC0415 - as said

    return running


def _check_listing(file: str, data: dict[str, Json]) -> None:
    """Raise UnusableSourceError unless *data* is a reply to tools/list."""
    if commands := import_commands(data):
        raise sources.UnusableSourceError(
            f"{file} is the configuration of an MCP host, which says how to reach "
            f"{', '.join(commands)}, but not its tools: {'; '.join(commands.values())}"
        )
    mcp.listing_in(file, data)


def _refuse_to_start(*, start: bool) -> None:
    if start:
        raise sources.UnusableSourceError(
            "--start is for a server.json that names a package; a command after -- is started "
            "without it"
        )


def _token(bearer: str) -> str:
    token = os.environ.get(bearer, "").strip()
    if bearer and not (token.isascii() and token.isprintable() and token):
        raise sources.UnusableSourceError(
            f"the variable {bearer} holds no usable token: export {bearer}=…"
        )
    return token


def _of_description(
    file: str,
    description: dict[str, Json],
    request: ImportRequest,
    seconds: float,
    bearer: str,
    *,
    start: bool,
) -> Draft:
    """Return the draft for the `server.json` *file*, after asking the server that it describes."""
    stated = cast("dict[str, Any]", mcp.described_server(file, description))
    if stated["transport"] != "stdio":
        answer = _running().ask_url(stated["url"], seconds, _token(bearer))
        return mcp.of_description(description, answer, request, file)
    words = (stated["command"], *stated["args"])
    if not start:
        raise sources.UnusableSourceError(
            f"{file} names a program: {shlex.join(words)}; add --start to run it here and ask it "
            f"for its tools, or import its listing with --server {file}"
        )
    if bearer:
        raise sources.UnusableSourceError(
            f"--bearer is for a server at a URL, and {file} names a program; set what it needs in "
            "your environment"
        )
    values = {name: text for name, text in stated.get("env", {}).items() if "${" not in text}
    answer = _running().ask_command(words, seconds, values)
    return mcp.of_description(description, answer, request, file)
