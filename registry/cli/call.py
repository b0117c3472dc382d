"""`registry call`: show the request that calls a tool, or send it."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from registry.authoring import call
from registry.authoring.find_tool import NoToolError, find_tool
from registry.cli._call_policy import ALLOW_LOCAL, ALLOW_PRIVATE, SECRETS_FILE, YES
from registry.cli._completion import tools as tools_named
from registry.cli._options import (
    JSON,
    MANUALS_WITHOUT_REGISTRY,
    REGISTRY,
    SIGNED_BY,
    print_json,
)
from registry.cli._published_registry import opened
from registry.cli._refusal import Failure, Refusal, refusing, safe
from registry.client.call import (
    CallError,
    FailedCallError,
    ForbiddenCallError,
    Policy,
    Question,
    Secrets,
    Target,
)
from registry.client.errors import RegistryError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.client.call import Reply
    from registry.source import Json

SECTION = "Use a registry"


@click.command(short_help="Show the request that calls a tool, or send it.")
@click.argument("name", metavar="PUBLISHER/MANUAL/TOOL", shell_complete=tools_named)
@click.argument("words", nargs=-1, metavar="[NAME=TEXT|NAME:=JSON]...")
@click.option("--send", is_flag=True, help="Send it.")
@YES
@ALLOW_LOCAL
@ALLOW_PRIVATE
@SECRETS_FILE
@REGISTRY
@SIGNED_BY
@MANUALS_WITHOUT_REGISTRY
@JSON
def call_command(
    *,
    name: str,
    words: tuple[str, ...],
    send: bool,
    yes: bool,
    allow_local: bool,
    allow_private: bool,
    secrets: Path | None,
    registry: str | None,
    signed_by: Path | None,
    manuals: Path,
    as_json: bool,
) -> None:
    """Show the request that calls a tool of the newest release, or send it.

    The arguments are checked against the tool's inputs. Values are converted to numbers or booleans
    where the schema asks for them; repeat a name to build a list; use := to pass JSON.

    Nothing is sent without --send. Keys come from --secrets, else from the environment, under the
    names that the tool's page prints or, with --manuals, that the manual gives. They are never
    printed: if the answer contains one, ${NAME} replaces it. With --json, a failed call is an
    object, too: `problems` says why, and `status` is that of the server, or 0 without an answer.

    Exit codes: 0 shown, or sent and answered, 1 the call failed, 2 usage error, such as arguments
    that the tool does not take.

    \b
    Example:
      registry call acme/world-time/get_time zone=Europe/Oslo
      registry call acme/world-time/get_times zone=Europe/Oslo zone=Asia/Tokyo days:=3 --send
      registry call acme/world-time/get_time zone=Europe/Oslo --registry https://example.org/
    """
    catalogue = opened(registry, signed_by=signed_by) if registry or signed_by else None
    with refusing(RegistryError, NoToolError):
        tool = find_tool(name, manuals, catalogue)
    target = tool.target
    if tool.status:
        click.echo(f"note: {target.manual_id} is {safe(tool.status)}", err=True)
    with refusing(call.UnfitArgumentsError):
        arguments = call.arguments(target, words)
    if send:
        policy = Policy(
            is_local=catalogue is not None and catalogue.is_local,
            allow_local=allow_local,
            allow_private=allow_private,
            yes=yes,
        )
        with _failing_as_call(target, as_json=as_json):
            reply = _send_call(target, arguments, policy, secrets, is_own=not registry)
        _show(reply, as_json=as_json)
    elif as_json:
        print_json(call.request_as_data(target, arguments))
    else:
        click.echo(safe(call.request_as_text(target, arguments)))
        click.echo("nothing was sent; add --send to send it", err=True)


def _send_call(
    target: Target,
    arguments: dict[str, Json],
    policy: Policy,
    secrets: Path | None,
    *,
    is_own: bool,
) -> Reply:
    """Send the call and return the answer. Raises FailedCallError, and Refusal beforehand."""
    # Most calls are only shown, and nothing else needs these.
    import asyncio  # noqa: PLC0415

    from registry.client.call import Caller  # noqa: PLC0415

    async def send() -> Reply:
        keys = Secrets.of_environment(secrets, takes_plain_names=is_own)
        async with Caller(keys, policy) as caller:
            return await caller.call(target, arguments, _confirm)

    try:
        return asyncio.run(send())
    except FailedCallError:
        raise
    except CallError as error:
        raise Refusal(str(error)) from None


@contextmanager
def _failing_as_call(target: Target, *, as_json: bool) -> Iterator[None]:
    """Turn a failed call of *target* into a Failure; *as_json* also prints it for programs."""
    try:
        yield
    except FailedCallError as error:
        if as_json:
            print_json(
                {
                    "tool": target.id,
                    "problems": [str(error)],
                    "status": error.status,
                    "retry_after": error.retry_after,
                }
            )
        raise Failure(str(error)) from None


async def _confirm(question: Question) -> bool:
    try:
        return click.confirm(safe(question.text), err=True)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        click.echo(err=True)
        raise ForbiddenCallError(
            f"nothing was sent: {question.tool_id} has to be confirmed, and the input ended before "
            "an answer; answer y, or use --yes"
        ) from None


def _show(reply: Reply, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "tool": reply.tool_id,
                "source": reply.source,
                "answer": reply.value,
                "is_whole": reply.is_whole,
                "notes": list(reply.notes),
            }
        )
    else:
        is_text = isinstance(reply.value, str)
        text = (
            str(reply.value) if is_text else json.dumps(reply.value, ensure_ascii=False, indent=2)
        )
        click.echo(safe(text))
    for note in reply.notes:
        click.echo(f"note: {safe(note)}", err=True)
