"""`registry mcp`: offer the tools of a registry to MCP hosts."""

from __future__ import annotations

import gc
import logging
import os
import socket
from typing import TYPE_CHECKING

import click

from registry.cli._call_policy import ALLOW_LOCAL, ALLOW_PRIVATE, SECRETS_FILE, YES
from registry.cli._command_group import CommandGroup
from registry.cli._options import FILE, REGISTRY, SIGNED_BY
from registry.cli._published_registry import opened
from registry.cli._refusal import Refusal, refusing, safe
from registry.cli._termination import end_at_once
from registry.client.call import CallError, Limits, Policy, Secrets
from registry.client.errors import RegistryError

if TYPE_CHECKING:
    from pathlib import Path

    from registry.client import Catalogue
    from registry.client.mcp.offer import Terms

SECTION = "Use a registry"


@click.group(
    "mcp",
    cls=CommandGroup,
    package=__name__,
    invoke_without_command=True,
    short_help="Offer the tools of a registry to MCP hosts.",
)
@REGISTRY
@SIGNED_BY
@click.option(
    "--lock",
    type=FILE,
    help="Offer only the tools in this lock, with the definitions in it (see `registry lock`).",
)
@click.option("--offline", is_flag=True, help="Read the registry from the cache only.")
@click.option(
    "--only",
    multiple=True,
    metavar="ID",
    help="Offer only this publisher, manual or tool; can be repeated.",
)
@click.option(
    "--expose",
    multiple=True,
    metavar="ID",
    help="Offer this tool, or the tools of this manual, as tools of their own, with their inputs.",
)
@click.option("--read-only", is_flag=True, help="Offer only tools that change nothing.")
@YES
@ALLOW_LOCAL
@ALLOW_PRIVATE
@SECRETS_FILE
@click.option(
    "--max-tokens",
    type=click.IntRange(500, 100_000),
    default=5000,
    show_default=True,
    help="The length of a page of an answer, in tokens.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(1, 3600),
    default=60.0,
    show_default=True,
    help="How many seconds a call may take, retries included.",
)
@click.option(
    "--http",
    "port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Serve http://127.0.0.1:PORT/mcp instead of standard input and output.",
)
@click.pass_context
def mcp_command(
    context: click.Context,
    *,
    registry: str | None,
    signed_by: Path | None,
    lock: Path | None,
    offline: bool,
    only: tuple[str, ...],
    expose: tuple[str, ...],
    read_only: bool,
    yes: bool,
    allow_local: bool,
    allow_private: bool,
    secrets: Path | None,
    max_tokens: int,
    timeout: float,
    port: int | None,
) -> None:
    """Offer the tools of a registry to MCP hosts: Claude, Cursor, VS Code and others.

    A host gets three tools, whatever the size of the registry: search_tools, get_tool and
    call_tool. They cost a model about 660 tokens, and an answer to a search at most 600.
    Tools that are used all the time can be tools of their own, with --expose.

    Calls go to the hosts that a tool's manual names; only a GET that needs no key follows a
    redirect to another public host. Keys come from --secrets, else from the environment, under the
    names that the tool's page prints; the model never sees them. Calls that write are confirmed if
    the host can ask; if it cannot, destructive calls are refused, unless --yes is given.

    Exit codes: 0 the host has closed the connection, or stopped with Ctrl-C, 2 usage error, such as
    a registry that cannot be read.

    \b
    Example:
      registry mcp --registry https://example.org/
      registry mcp --registry https://example.org/ --read-only --only open-meteo
      registry mcp --registry https://example.org/ --expose open-meteo/forecast/get_forecast
      registry mcp --registry https://example.org/ --http 8808
    """
    if context.invoked_subcommand:
        return
    from registry.client.mcp.offer import Terms  # noqa: PLC0415 - the help needs none of it

    catalogue = opened(registry, signed_by=signed_by, lock=lock, offline=offline)
    with refusing(RegistryError, CallError):
        terms = Terms(
            only=only,
            exposed=expose,
            policy=Policy(
                is_local=catalogue.is_local,
                allow_local=allow_local,
                allow_private=allow_private,
                read_only=read_only,
                yes=yes,
            ),
            secrets=Secrets.of_environment(secrets),
            limits=Limits(seconds=timeout),
            call_tokens=max_tokens,
        )
        _serve(catalogue, terms, port)


def _serve(catalogue: Catalogue, terms: Terms, port: int | None) -> None:
    # The SDK makes a thousand classes, among which collecting garbage takes a tenth of the time.
    gc.disable()
    from registry.client.mcp import server  # noqa: PLC0415 - needs an extra

    gc.freeze()
    gc.enable()
    # What the SDK logs of messages may hold the arguments of a call.
    logging.getLogger("mcp").setLevel(logging.ERROR)
    # To clean up would wait for the host's next message.
    end_at_once()
    if port is None:
        server.serve_stdio(catalogue, terms)
        return
    try:
        listening = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise Refusal(f"port {port} cannot be used: {reason}; choose another with --http") from None
    with listening:
        at = f"{catalogue.name} is at http://127.0.0.1:{port}/mcp"
        click.echo(f"{safe(at)}  (press Ctrl-C to stop)")
        server.serve_http(catalogue, terms, listening)
