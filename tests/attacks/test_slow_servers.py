"""However slowly a server says whatever, each reader of the web is done soon after its deadline."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import anyio
import pytest
from attack import seeds
from lab import KEYS, target
from loopback import Handler, listening
from seen import some

from registry.authoring.importers.mcp.running import ask_url
from registry.authoring.importers.sources import UnusableSourceError
from registry.client.call import Caller, CallError, Limits, Policy, Secrets
from registry.web import fetch
from registry.web.fetch import FetchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.slow

SECONDS = 0.3
"""That a reader has. What follows it is the time of a busy machine, and of closing."""

MOST = 20.0

HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
STREAM = HEAD + b"Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
STARTS = (
    *(b"", HEAD, b"HTTP/1.1 100 Continue\r\n\r\n" * 3, b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n"),
    *(CHUNKED, STREAM, CHUNKED + b"0\r\n", CHUNKED + b"1;", STREAM + b"8\r\ndata: {\n\r\n"),
    HEAD + b"Content-Length: 99999999\r\n\r\n",
    b"HTTP/1.0 200 OK\r\n\r\n",
)
DRIPS = (
    *(b"x", b"\r\n", b"x: y\r\n", b"HTTP/1.1 100 Continue\r\n\r\n", b"0", b"1\r\nx\r\n", b" "),
    *(b"HTTP/1.1 103 Early Hints\r\n\r\n", b": still here\n\n", b"\0", b"8\r\ndata: {\n\r\n"),
)


class Slow(Handler):
    """Begins with anything and goes on with anything, or leads to another address of its own."""

    protocol_version = "HTTP/1.1"
    asked: ClassVar[set[str]] = set()

    def respond(self) -> None:
        self.close_connection = True
        _, seed, hops = self.path.split("/")[:3]
        self.asked.add(seed)
        dice = Random(f"{seed} {hops}")
        with suppress(OSError):
            if dice.random() < 0.3:
                time.sleep(dice.random() * SECONDS)
                self.send(dice.choice((301, 302, 307)), b"", {"Location": f"/{seed}/{hops}1"})
                return
            self.wfile.write(dice.choice(STARTS))
            drips = [dice.choice(DRIPS) for _ in range(dice.randint(1, 3))]
            pause = dice.choice((0.001, 0.02, SECONDS / 2))
            # Longer than any reader may wait, and not for ever where one has a fault.
            end = time.monotonic() + MOST
            while time.monotonic() < end:
                self.wfile.write(dice.choice(drips))
                time.sleep(pause)


def by_call(url: str) -> object:
    async def ask() -> object:
        limits, policy = Limits(seconds=SECONDS, stream_seconds=SECONDS), Policy(is_local=True)
        async with Caller(Secrets(KEYS), policy, limits) as caller:
            return await caller.call(target("get_thing", url), {"path": "x"})

    return anyio.run(ask)


READERS: dict[str, Callable[[str], Any]] = {
    "get": lambda url: fetch.get(url, 100_000),
    "status": fetch.status_of,
    "head": fetch.head,
    "import-mcp": lambda url: ask_url(url, SECONDS),
    "call": by_call,
}


@pytest.fixture(scope="module")
def slow() -> Iterator[str]:
    with listening(Slow) as url:
        yield url


@pytest.mark.parametrize("reader", READERS)
def test_reader_ends_with_its_deadline(
    reader: str, slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "DEADLINE", SECONDS)
    for seed in some(seeds(4)):
        began = time.monotonic()
        with suppress(FetchError, CallError, UnusableSourceError):
            READERS[reader](f"{slow}/{reader}-{seed}/0")

        assert time.monotonic() - began < MOST / 2, seed
    assert any(each.startswith(f"{reader}-") for each in Slow.asked)
