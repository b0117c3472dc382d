"""Run the commands of a `cli` tool: in a shell, with arguments as variables that it never reads."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio

from registry.client.call import inherited_environment
from registry.client.call.errors import FailedCallError, ForbiddenCallError
from registry.model import COMMAND_PLACEHOLDER, with_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from anyio.abc import Process

    from registry.client.call.target import Target
    from registry.source import Json


async def run(
    target: Target, arguments: Mapping[str, Json], secrets: Mapping[str, str], limit: int
) -> tuple[str, bool]:
    """Return the output of the commands of *target*, at most *limit* bytes, and whether it is all.

    Every place of an argument becomes a quoted variable of the shell, so that no value is read as
    a command. Of this process's environment they see little; when the caller's time is over, all
    that they have started ends with them. Raises FailedCallError where they fail, and
    ForbiddenCallError where none may be started.
    """
    if sys.platform == "win32":
        raise ForbiddenCallError("nothing was started: commands need a POSIX shell")
    options: Mapping[str, Any] = target.call.options
    environment = inherited_environment.of_the_user() | inherited_environment.of_the_network()
    environment |= {
        str(name): os.environ[str(name)]
        for name in options.get("inherit_env_vars") or ()
        if str(name) in os.environ
    }
    environment |= {
        str(name): with_values(str(value), secrets)
        for name, value in (options.get("env_vars") or {}).items()
    }
    names: dict[str, str] = {}
    script = "\n".join(_script(options["commands"], names))
    environment |= {variable: _text(arguments.get(name)) for name, variable in names.items()}
    if any("\0" in value for value in environment.values()):
        raise ForbiddenCallError("nothing was started: an argument holds a NUL character")
    alive, held = os.pipe()
    try:
        process = await _started_program(f"{_WATCH}\n{script}", options, environment, alive)
        try:
            return await _output(process, limit)
        finally:
            _end(process)
            with anyio.CancelScope(shield=True):
                await process.aclose()
    finally:
        os.close(held)
        os.close(alive)


_WATCH = """exec 3<&0 </dev/null
(read -r _ <&3; kill -s KILL 0) >/dev/null 2>&1 & exec 3<&-"""
"""Ends all that the script has started when this process is gone, however it went.

Standard input is a pipe whose other end is closed with this process.
"""


async def _started_program(
    script: str, options: Mapping[str, Any], environment: Mapping[str, str], alive: int
) -> Process:
    try:
        return await anyio.open_process(
            ["/bin/sh", "-c", script],
            stdin=alive,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=options.get("working_dir") or None,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        # The folder does not exist here, or an argument is longer than the system takes.
        reason = ": ".join(filter(None, (error.filename, error.strerror)))
        raise FailedCallError(f"nothing was started: {reason}") from None
    except ValueError as error:  # a NUL character in the folder, or `=` in the name of a variable
        raise FailedCallError(f"nothing was started: {error}") from None


def _script(commands: list[Mapping[str, Any]], names: dict[str, str]) -> Iterator[str]:
    """Yield the lines of the script; *names* gets the variable of each argument.

    What a command prints is in `CMD_<number>_OUTPUT` for those after it; the last one's is the
    answer, unless the commands say whose is.
    """
    last = len(commands) - 1
    for number, command in enumerate(commands):
        line = COMMAND_PLACEHOLDER.sub(
            lambda found: f'"${_variable(found[1], names)}"', str(command["command"])
        )
        output = f"CMD_{number}_OUTPUT"
        yield f'{output}=$({line}\n) || {{ code=$?; printf "%s\\n" "${output}"; exit $code; }}'
        if command.get("append_to_final_output", number == last):
            yield f'printf "%s\\n" "$CMD_{number}_OUTPUT"'


def _variable(argument: str, names: dict[str, str]) -> str:
    return names.setdefault(argument, f"REGISTRY_ARGUMENT_{len(names)}")


def _text(value: Json) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


async def _output(process: Process, limit: int) -> tuple[str, bool]:
    output = bytearray()
    if process.stdout:
        async for chunk in process.stdout:
            output += chunk
            if len(output) > limit:
                return output[:limit].decode("utf-8", "replace"), False
    code = await process.wait()
    text = output.decode("utf-8", "replace")
    if code:
        said = text[-2000:].strip() or "it printed nothing"
        raise FailedCallError(f"the program ended with {code}: {said}")
    return text, True


def _end(process: Process) -> None:
    """End *process* and whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
