"""A name that means another address a moment later leads to no address that was not looked at."""

from __future__ import annotations

import itertools
import socket
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import anyio
import httpcore2
import pytest
from attack import seeds
from lab import KEYS, target

from registry.client.call import Caller, CallError, Secrets
from registry.web import fetch
from registry.web.fetch import FetchError
from registry.web.hosts import is_public

if TYPE_CHECKING:
    from collections.abc import Iterator

PUBLIC = ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c")
PRIVATE = (
    *("127.0.0.1", "10.0.0.5", "192.168.0.1", "169.254.169.254", "172.16.0.1", "100.64.0.1"),
    *("::1", "fd00::1", "fe80::1", "::ffff:127.0.0.1", "0.0.0.0", "::"),
)


def answers(seed: int) -> Iterator[list[str]]:
    """Yield what a name server of an attacker says, each time it is asked."""
    dice = Random(seed)
    while True:
        yield dice.sample((*PUBLIC * 3, *PRIVATE), dice.randint(1, 3))


@pytest.mark.parametrize("seed", seeds(20))
def test_call_connects_to_what_was_looked_at(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    said, heard, tried = answers(seed), list[str](), list[str]()

    async def resolve(host: str, port: int) -> list[str]:
        heard.extend(found := list(dict.fromkeys(next(said))))
        return found

    async def connect(self: object, host: str, *rest: Any, **more: Any) -> None:  # noqa: ANN401 - as the base class has it
        tried.append(host)
        raise httpcore2.ConnectError("nobody is there")

    async def ask() -> None:
        async with Caller(Secrets(KEYS), resolve=resolve) as caller:
            with suppress(CallError):
                await caller.call(target("get_thing"), {"path": "x"})

    monkeypatch.setattr(httpcore2.AnyIOBackend, "connect_tcp", connect)
    anyio.run(ask)

    assert tried == [each for each in heard if is_public(each)]


@pytest.mark.parametrize("seed", seeds(20))
def test_visit_connects_to_what_was_looked_at(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    said, heard, tried = answers(seed), list[str](), list[str]()

    def resolve(host: str, port: int, *rest: Any, **more: Any) -> list[Any]:  # noqa: ANN401 - as it is called
        kinds = itertools.repeat((socket.AF_INET, socket.SOCK_STREAM, 6, ""))
        heard.extend(found := list(dict.fromkeys(next(said))))
        return [(*kind, (each, port)) for kind, each in zip(kinds, found, strict=False)]

    def connect(address: tuple[str, int], *rest: Any, **more: Any) -> None:  # noqa: ANN401 - as it is called
        tried.append(address[0])
        raise OSError("nobody is there")

    monkeypatch.delenv("https_proxy", raising=False)
    monkeypatch.delenv("HTTPS_PROXY", raising=False)
    fetch._opener.cache_clear()
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with suppress(FetchError):
        fetch.status_of("https://rebinding.example.com/", only_public=True)
    fetch._opener.cache_clear()

    assert tried == [each for each in heard if is_public(each)]
