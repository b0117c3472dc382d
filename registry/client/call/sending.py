"""Send the request of a tool: with its token, again where that is safe, and not too often."""

from __future__ import annotations

import base64
import json
import math
import time
import uuid
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import anyio

from registry.client.call.errors import FailedCallError, ForbiddenCallError
from registry.client.call.exchange import ALWAYS, SAFE, Exchange, Sent
from registry.client.call.hidden_keys import Mask
from registry.client.call.oauth import Kept, Tokens
from registry.client.call.origins import origin
from registry.client.call.reply import Reply, check_status, result_in, seconds_to_wait, value_of
from registry.model import Effect
from registry.model.credential_inputs import has_credential
from registry.model.request import ACCESS_TOKEN, request
from registry.web.hosts import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.client.call.exchange import Answer
    from registry.client.call.target import Target
    from registry.model.request import Request
    from registry.source import Json

_BUSY = (429, 502, 503, 504)
_UNAUTHORISED = 401
_STREAMS = ("sse", "streamable_http")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on the duration and size of a call.

    Attributes:
        seconds: for the whole of a call, waiting and repeating included.
        stream_seconds: after which a stream that has not ended is taken as it is.
        bytes: of an answer, unpacked.
        tries: of what only reads.
        wait: the most seconds that are waited between them, whatever a server asks for.

    Raises ValueError for fewer tries than one.
    """

    seconds: float = 60
    stream_seconds: float = 10
    bytes: int = 4 * 1024 * 1024
    tries: int = 3
    wait: float = 20

    def __post_init__(self) -> None:
        if self.tries < 1:
            raise ValueError(f"tries is {self.tries}, and a call takes at least one")


@dataclass(slots=True)
class Memory:
    """The state that calls share: tokens, and until when hosts are left alone."""

    tokens: Kept = field(default_factory=dict)
    pauses: dict[str, float] = field(default_factory=dict)


class Sender:
    """Sends requests over the connections of an exchange."""

    def __init__(self, exchange: Exchange, memory: Memory, limits: Limits) -> None:
        self._exchange = exchange
        self._pauses = memory.pauses
        self._tokens = Tokens(memory.tokens)
        self._limits = limits

    async def send(
        self, target: Target, arguments: Mapping[str, Json], secrets: Mapping[str, str]
    ) -> Reply:
        """Return the reply of *target*. Raises FailedCallError and ForbiddenCallError."""
        values, auth = dict(secrets), target.call.auth
        if auth and auth.kind == "oauth2":
            values[ACCESS_TOKEN] = await self._tokens.token(auth, secrets, self._exchange)
        outgoing = request(target.call, arguments, values, uuid.uuid4().hex)
        if outgoing is None:
            raise ForbiddenCallError(f"nothing was sent: {target.id} has no address")
        host = _host(outgoing.url, target)
        may_leave = not values and _may_leave(target, arguments)
        sent = replace(_on_the_wire(outgoing, target), may_leave=may_leave)
        answer = await self._answer(target, sent, host)
        if answer.status == _UNAUTHORISED and ACCESS_TOKEN in values:
            self._tokens.forget(values[ACCESS_TOKEN])
        return self._reply(target, host, answer, Mask(values))

    def _reply(self, target: Target, host: str, answer: Answer, mask: Mask) -> Reply:
        check_status(answer, mask, seconds_to_wait(answer.headers))
        value = value_of(answer, mask)
        if target.call.envelope:
            value = result_in(target.call.envelope, value, answer.host)
        notes = tuple(self._notes(target, host, answer))
        return Reply(target.id, answer.host, value, answer.is_whole, notes)

    def _notes(self, target: Target, host: str, answer: Answer) -> Iterator[str]:
        """Yield what is to be said of *answer* to a request that was sent to *host*."""
        if answer.host != host:
            yield f"the answer comes from {answer.host}, to which {host} redirects"
        if answer.is_whole:
            if not answer.body:
                yield f"the answer has no content (status {answer.status})"
        elif len(answer.body) >= self._limits.bytes:
            more = (
                f"the answer has more than {self._limits.bytes:,} bytes, of which the first were "
            )
            yield f"{more}read; ask for less, if the tool has an argument for that"
        else:
            yield f"{target.id} streams: this is what came in {self._limits.stream_seconds:g} s"

    async def _answer(self, target: Target, sent: Sent, host: str) -> Answer:
        """Return the answer, of a later try where what only reads may be asked for again."""
        is_safe = sent.method in SAFE and target.effect is Effect.READ
        patience = (
            self._limits.stream_seconds if target.call.transport in _STREAMS else float("inf")
        )
        for number in range(self._limits.tries if is_safe else 1):
            await self._keep_pause(host, may_wait=is_safe)
            is_last = not is_safe or number == self._limits.tries - 1
            try:
                answer = await self._exchange.send(
                    sent, limit=self._limits.bytes, patience=patience
                )
            except FailedCallError as error:
                # A server that answered would do so again.
                if is_last or error.status:
                    raise
                await anyio.sleep(2**number / 4)
                continue
            wait = seconds_to_wait(answer.headers)
            if wait and answer.status in _BUSY:
                self._pauses[answer.host] = time.monotonic() + wait
            if is_last or answer.status not in _BUSY or wait > self._limits.wait:
                break
            await anyio.sleep(max(wait, 2**number / 4))
        return answer

    async def _keep_pause(self, host: str, *, may_wait: bool) -> None:
        """Wait for as long as *host* has asked for."""
        wait = self._pauses.get(host, 0) - time.monotonic()
        if wait <= 0:
            self._pauses.pop(host, None)
        elif may_wait and wait <= self._limits.wait:
            await anyio.sleep(wait)
        else:
            raise FailedCallError(
                f"nothing was sent: {host} has asked not to be called for {math.ceil(wait)} s more",
                retry_after=wait,
            )


def _host(url: str, target: Target) -> str:
    """Return the host of *url*, which is called. Raises ForbiddenCallError for a changed mind.

    The manual has been looked at; a variable in its host may have made another one of it.
    """
    _, host, _ = origin(url)
    if is_loopback(host) and not target.is_on_this_machine:
        raise ForbiddenCallError(f"nothing was sent: {host} is this machine")
    return host


def _may_leave(target: Target, arguments: Mapping[str, Json]) -> bool:
    """Return whether a redirect may lead a call elsewhere: it reads, and no argument is a key."""
    return target.effect is Effect.READ and not has_credential(arguments, target.inputs)


def _on_the_wire(outgoing: Request, target: Target) -> Sent:
    headers = dict(ALWAYS)
    if target.call.transport == "sse":
        headers["Accept"] = "text/event-stream"
    names = {name.lower() for name in outgoing.headers}
    headers = {name: each for name, each in headers.items() if name.lower() not in names}
    headers |= outgoing.headers
    if outgoing.user:
        headers["Authorization"] = f"Basic {base64.b64encode(outgoing.user.encode()).decode()}"
    body = _coded(outgoing.body)
    if body is not None or outgoing.method not in (*SAFE, "DELETE"):
        headers["Content-Length"] = str(len(body or b""))
    # Space around a value is no part of it (RFC 9110, section 5.5), and the client refuses it.
    coded = tuple((name.encode(), each.strip(" \t").encode()) for name, each in headers.items())
    return Sent(outgoing.method, outgoing.url, coded, body)


def _coded(body: Json) -> bytes | None:
    if body is None:
        return None
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
    return text.encode()
