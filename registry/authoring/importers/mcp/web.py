"""Ask an MCP server at an address for its tools, over streamable http.

Each message is a POST; its answer is one JSON object, or a stream of events of which one is it.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from registry.authoring.importers.draft import UnusableSourceError
from registry.authoring.importers.mcp.dialogue import (
    MAX_BYTES,
    REVISION,
    DialogueError,
    ServerAnswer,
    message_in,
    tools_of,
)
from registry.web import fetch
from registry.web.hosts import without_user

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from http.client import HTTPResponse

    from registry.source import Json

_SESSION = "mcp-session-id"
_EVENTS = "text/event-stream"


def ask_url(url: str, seconds: float, token: str = "") -> ServerAnswer:
    """Return the tools of the server at *url*; raise UnusableSourceError.

    It gets the *token*, if there is one, and is given up after so many *seconds*. What it says is
    refused where the token is in it, and neither written nor shown.
    """
    # It comes with the client for calls, which no other import needs.
    from registry.client.call.masking import Mask  # noqa: PLC0415

    conversation = _Conversation(url, time.monotonic() + seconds, token)
    mask = Mask({"token": token})
    try:
        answer = tools_of(conversation)
    except DialogueError as error:
        raise UnusableSourceError(f"{without_user(url)}: {mask(str(error))}") from None
    except fetch.FetchError as error:
        raise UnusableSourceError(mask(str(error))) from None
    finally:
        conversation.end()
    if mask(text := json.dumps(asdict(answer))) != text:
        raise UnusableSourceError(f"{url}: its list of tools has the token in it")
    return answer


class _Conversation:
    """Requests and replies, each a POST: a channel."""

    def __init__(self, url: str, give_up: float, token: str) -> None:
        self._url = url
        self._give_up = give_up
        self._number = 0
        self._headers = {
            "content-type": "application/json",
            "accept": f"application/json, {_EVENTS}",
        }
        if token:
            self._headers["authorization"] = f"Bearer {token}"

    def ask(self, method: str, parameters: Mapping[str, Json]) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        with self._posting(message) as response:
            self._look_at(response)
            # Names who we are from now on, and which revision we speak.
            if session := response.headers.get(_SESSION):
                self._headers[_SESSION] = session
            self._headers["mcp-protocol-version"] = REVISION
            for found in self._messages(response):
                if found.get("id") == self._number and "method" not in found:
                    return found
        raise DialogueError(f"it sends no answer to {method}")

    def tell(self, method: str) -> None:
        with self._posting({"method": method}) as response:
            self._look_at(response)

    def end(self) -> None:
        """Say that the session is over, where there is one; servers need not listen."""
        if _SESSION in self._headers:
            with (
                suppress(fetch.FetchError),
                fetch.posting(self._url, None, self._headers, method="DELETE"),
            ):
                pass

    @contextmanager
    def _posting(self, message: dict[str, Any]) -> Iterator[HTTPResponse]:
        left = self._give_up - time.monotonic()
        if left <= 0:
            raise DialogueError("it has not answered in time")
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with fetch.posting(self._url, data, self._headers, seconds=left) as response:
            yield response

    def _look_at(self, response: HTTPResponse) -> None:
        """Raise DialogueError for what is no answer of an MCP server."""
        status = response.status
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            raise DialogueError(
                f"it requires credentials ({status}); name the variable with a token with --bearer"
            )
        if status not in (HTTPStatus.OK, HTTPStatus.ACCEPTED, HTTPStatus.NO_CONTENT):
            raise DialogueError(
                f"it answers {status}, as no MCP server does that speaks streamable http"
            )

    def _messages(self, response: HTTPResponse) -> Iterator[dict[str, Any]]:
        if response.headers.get_content_type() != _EVENTS:
            yield message_in(b"".join(self._lines(response)))
            return
        data: list[bytes] = []
        for line in self._lines(response):
            field, _, value = line.rstrip(b"\r\n").partition(b":")
            if field == b"data":
                data.append(value.removeprefix(b" "))
            elif not field and data:
                yield message_in(b"\n".join(data))
                data = []

    def _lines(self, response: HTTPResponse) -> Iterator[bytes]:
        """Yield the lines of an answer, to a limit in size and time."""
        size = 0
        try:
            while line := response.readline(MAX_BYTES):
                size += len(line)
                if size >= MAX_BYTES:
                    raise DialogueError(f"its answer is larger than {MAX_BYTES:,} bytes")
                if time.monotonic() > self._give_up:
                    raise DialogueError("it has not answered in time")
                yield line
        except OSError as error:
            raise DialogueError(f"its answer breaks off: {error}") from error
