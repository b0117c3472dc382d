"""`registry call`: the request that calls a tool, and on demand the call."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import click

from registry import calling, preview, utcp_tools
from registry.commands._extras import install_command
from registry.commands._names import tools as tools_named
from registry.commands._options import JSON, MANUALS, print_json
from registry.commands._refusal import Refusal, safe
from registry.model import Effect

if TYPE_CHECKING:
    from pathlib import Path

    from registry.model import Tool
    from registry.source import Json

EXIT_FAILED = 1


@click.command(short_help="Show the request that calls a tool, or send it.")
@click.argument("name", metavar="PUBLISHER/MANUAL/TOOL", shell_complete=tools_named)
@click.argument("words", nargs=-1, metavar="[NAME=TEXT|NAME:=JSON]...")
@click.option("--send", is_flag=True, help="Send it, through the released UTCP client.")
@click.option("--yes", is_flag=True, help="Do not ask before something is destroyed.")
@MANUALS
@JSON
def command(
    *, name: str, words: tuple[str, ...], send: bool, yes: bool, manuals: Path, as_json: bool
) -> None:
    """Show the request that calls a tool of the newest release, or send it.

    The arguments are held against the tool's inputs. A text becomes a number or a truth value where
    one is wanted; a name that stands several times makes a list; := takes JSON.

    Nothing is sent without --send, which reads the values of the tool's variables from the
    environment. They are never printed: where the answer holds one, it says ${NAME}.

    Exit codes: 0 shown, or sent and answered, 1 the call has failed, 2 wrong use, such as arguments
    that the tool does not take.

    \b
    Example:
      registry call acme/world-time/get_time zone=Europe/Oslo
      registry call acme/world-time/get_times zone=Europe/Oslo zone=Asia/Tokyo days:=3 --send
    """
    try:
        tool = preview.find(manuals, name).tool
        if tool is None:
            raise Refusal(f"{name} is a manual; name one of its tools behind it")
        given = calling.arguments(tool, words)
    except (preview.NothingToShowError, calling.UnfitArgumentsError) as error:
        raise Refusal(str(error)) from None
    if send:
        answer = _send(tool, given, yes=yes)
        if as_json:
            print_json({"tool": tool.id, "answer": _value(answer)})
        else:
            click.echo(safe(answer))
    elif as_json:
        print_json(calling.as_data(tool, given))
    else:
        click.echo(safe(calling.as_text(tool, given)))
        click.echo("nothing was sent; --send sends it", err=True)


def _send(tool: Tool, given: dict[str, Json], *, yes: bool) -> str:
    """Send it and return the answer, or end with what is in the way."""
    if obstacles := utcp_tools.obstacles(tool):
        raise Refusal(f"{tool.id} cannot be sent from here: {'; '.join(obstacles)}")
    secrets = _secrets(tool)
    try:
        from registry.utcp_plugin import sending  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise Refusal(
            f"this needs the released UTCP client ({error.name} is missing); install it with: "
            f"{install_command('utcp')}"
        ) from None
    if tool.effect is Effect.DESTRUCTIVE and not yes:
        click.confirm(f"{tool.id} destroys something; send it?", abort=True, err=True)
    found = calling.request(tool, given)
    body = {utcp_tools.BODY: found.body} if found and tool.call.envelope else given
    try:
        return sending.send(utcp_tools.document(tool), body, secrets)
    except sending.CallError as error:
        raise click.ClickException(safe(str(error))) from None


def _value(answer: str) -> object:
    """Return what the text of an answer means, or the text itself where it is no JSON."""
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        return answer


def _secrets(tool: Tool) -> dict[str, str]:
    """Return the values of the tool's variables, or end with what is missing."""
    missing = [each for each in tool.variables if not os.environ.get(each.name)]
    if missing:
        lines = [
            f"  export {each.name}=…" + (f"  # {told}" if told else "")
            for each in missing
            for told in [" ".join(filter(None, (each.description, each.obtain)))]
        ]
        raise Refusal("\n".join((f"{tool.id} needs variables:", *lines)))
    return {each.name: os.environ[each.name] for each in tool.variables}
