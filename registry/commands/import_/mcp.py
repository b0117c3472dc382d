"""`registry import mcp`: a manual out of the tools of an MCP server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from registry import fetch
from registry.commands.import_._order import importing
from registry.importers import draft, mcp
from registry.importers.mcp import session, web

if TYPE_CHECKING:
    from registry.importers.draft import Draft, Order


@click.command(short_help="Make a manual of an MCP server, or of its reply to tools/list.")
@click.argument("words", nargs=-1, required=True, metavar="FILE|URL|-- COMMAND...")
@click.option(
    "--server",
    metavar="URL|COMMAND",
    help="What a FILE does not say: the server's address, or the command that starts it.",
)
@click.option(
    "--bearer",
    default="",
    metavar="NAME",
    help="The variable that holds a token for the server at URL; its value is never written.",
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
def command(
    *,
    words: tuple[str, ...],
    server: str | None,
    bearer: str,
    variables: tuple[str, ...],
    seconds: float,
    order: Order,
) -> Draft:
    """Make a manual of the tools of an MCP server, and check it.

    A FILE holds the server's reply to tools/list as JSON. A URL is asked over streamable http. A
    COMMAND is started with the environment
    and the rights that you have, asked for its tools, and stopped; it is written into the manual as
    the way to start the server, so name a package and its version rather than a path.

    Writes the release, and drafts of publisher.yaml and manual.yaml where there are none; files
    that are there are never touched. Then tells what was left out or changed, and why.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass or there is none,
    2 wrong use, or no MCP server.

    \b
    Example:
      registry import mcp tools.json --server https://mcp.acme.com/mcp --publisher acme --manual crm
      registry import mcp https://mcp.acme.com/mcp --bearer ACME_TOKEN
      registry import mcp --publisher acme --env ACME_KEY -- npx -y @acme/mcp-server@1.4.2
    """
    if len(words) == 1 and (Path(words[0]).is_file() or words[0].endswith(".json")):
        if not server:
            raise draft.UnusableSourceError(
                "a file does not say what offers the tools: add --server with an https address, or "
                "with the command that starts the server"
            )
        data = draft.read(words[0])
        return mcp.of_listing(words[0], data, mcp.server_of(server, variables, bearer), order)
    if fetch.is_url(words[0]):
        token = os.environ.get(bearer, "").strip()
        if bearer and not (token.isascii() and token.isprintable() and token):
            raise draft.UnusableSourceError(f"there is no usable token: export {bearer}=…")
        answer = web.ask(words[0], seconds, token)
        return mcp.of_answer(
            words[0], answer, mcp.server_of(server or words[0], variables, bearer), order
        )
    stated = mcp.server_of(server, variables) if server else mcp.command_of(words, variables)
    return mcp.of_answer(" ".join(words), session.ask(words, seconds), stated, order)
