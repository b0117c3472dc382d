"""Many hosts at once on this machine: what each answers, and what it was asked."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from loopback import Handler, listening

from registry.web import fetch

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Web:
    """What is at each address without its scheme: a status, or text that comes with status 200.

    Everything else is 404, but for the root of a host, which is always there. A text that starts
    with `->` is the address that it redirects to.
    """

    pages: dict[str, int | str]
    base: str = ""
    asked: list[str] = field(default_factory=list)

    def at(self, url: str) -> str:
        """Return where on this machine *url* is."""
        return f"{self.base}/{url.removeprefix('https://')}"


class _Handler(Handler):
    def __init__(self, web: Web, *args: Any) -> None:  # noqa: ANN401 - whatever the server passes
        self.web = web
        super().__init__(*args)

    def respond(self) -> None:
        address = self.path.removeprefix("/")
        self.web.asked.append(address)
        is_root = address.count("/") == 1 and address.endswith("/")
        found = self.web.pages.get(address, "" if is_root else 404)
        text = found if isinstance(found, str) else ""
        is_redirect = text.startswith("->")
        status = 302 if is_redirect else found if isinstance(found, int) else 200
        headers = {"Location": f"/{text.removeprefix('->')}"} if is_redirect else {}
        self.send(status, text.encode(), headers)


@contextmanager
def serving(pages: dict[str, int | str]) -> Iterator[Web]:
    """Serve *pages* on loopback."""
    web = Web(pages)
    with listening(partial(_Handler, web)) as web.base:
        yield web


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have every https address refuse at once, without asking any name server."""
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:1")
    fetch._opener.cache_clear()
    yield
    fetch._opener.cache_clear()
