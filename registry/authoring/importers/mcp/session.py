"""Ask an MCP server for its tools: start it, talk over its stdin and stdout, and stop it.

A server runs with the rights of the user who starts it.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

from registry.authoring.importers.draft import UnusableSourceError
from registry.authoring.importers.mcp.dialogue import (
    MAX_BYTES,
    DialogueError,
    ServerAnswer,
    message_in,
    tools_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json

_GRACE = 2.0
"""Seconds that a server has to end by itself once its input is closed."""

_TOLD = 400
"""Characters of a server's complaints that are shown."""

_UNKNOWN_METHOD = -32601


def ask_command(
    command: tuple[str, ...], seconds: float, environment: Mapping[str, str] | None = None
) -> ServerAnswer:
    """Start the server *command* and return its tools; raise UnusableSourceError.

    Its environment is ours and *environment*. It is stopped in any case, and given up after so many
    *seconds*.
    """
    more = environment or {}
    with tempfile.TemporaryFile() as complaints, _running(command, complaints, more) as server:
        try:
            return tools_of(_Session(server, time.monotonic() + seconds))
        except DialogueError as error:
            told = _end_of(complaints)
            raise UnusableSourceError(
                f"{command[0]}: {error}" + (f"; it said: {told}" if told else "")
            ) from None


@contextmanager
def _running(
    command: tuple[str, ...], complaints: IO[bytes], environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    try:
        server = subprocess.Popen(  # noqa: S603 - the very thing that was asked for
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env={**os.environ, **environment},
            # A group of its own, so that what the server has started ends with it.
            start_new_session=True,
        )
    except OSError as error:
        raise UnusableSourceError(f"{command[0]} cannot be started: {error.strerror}") from None
    try:
        yield server
    finally:
        _stop(server)


def _stop(server: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if server.stdin:
            server.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        server.wait(_GRACE)
    with suppress(OSError):
        if sys.platform == "win32":
            server.kill()
        else:
            os.killpg(server.pid, signal.SIGKILL)
    server.wait()
    if server.stdout:
        server.stdout.close()


def _end_of(complaints: IO[bytes]) -> str:
    size = complaints.seek(0, os.SEEK_END)
    complaints.seek(max(0, size - _TOLD))
    return " ".join(complaints.read().decode("utf-8", "replace").split())


class _Session:
    """Requests and replies, one JSON object a line: a channel."""

    def __init__(self, server: subprocess.Popen[bytes], give_up: float) -> None:
        self._server = server
        self._give_up = give_up
        self._number = 0
        self._lines: queue.Queue[bytes] = queue.Queue(maxsize=64)
        # Reading a pipe cannot be given up, a queue can.
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, method: str, parameters: Mapping[str, Json]) -> dict[str, Any]:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": parameters})
        while True:
            message = self._receive(method)
            if "method" in message and "id" in message:
                self._decline(message)
            elif message.get("id") == self._number:
                return message

    def tell(self, method: str) -> None:
        self._send({"method": method})

    def _listen(self) -> None:
        output = self._server.stdout
        with suppress(ValueError, OSError):
            while output and (line := output.readline(MAX_BYTES)):
                self._lines.put(line)
        self._lines.put(b"")

    def _send(self, message: dict[str, Any]) -> None:
        try:
            if self._server.stdin:
                line = json.dumps({"jsonrpc": "2.0", **message})
                self._server.stdin.write(line.encode() + b"\n")
                self._server.stdin.flush()
        except OSError:
            raise DialogueError("it has ended before it answered") from None

    def _receive(self, method: str) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=max(0.0, self._give_up - time.monotonic()))
        except queue.Empty:
            raise DialogueError(f"it has not answered {method} in time") from None
        if not line:
            raise DialogueError(f"it has ended without an answer to {method}")
        return message_in(line)

    def _decline(self, message: dict[str, Any]) -> None:
        """Answer a request of the server, which knows by our empty capabilities what to expect."""
        if message["method"] == "ping":
            self._send({"id": message["id"], "result": {}})
        else:
            error = {"code": _UNKNOWN_METHOD, "message": "not offered"}
            self._send({"id": message["id"], "error": error})
