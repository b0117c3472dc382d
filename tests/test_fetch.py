"""Files are fetched whole, safely and to a limit, or not at all."""

from __future__ import annotations

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from registry.fetch import (
    MAX_REDIRECTS,
    Fetched,
    FetchError,
    get,
    get_if_changed,
    is_url,
    redirected,
    status,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = b"a file of the registry\n"
TAG = '"first"'


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        hop, _, rest = self.path.removeprefix("/").partition("/")
        elsewhere = {
            "hop": f"/{rest}",
            "away": "http://registry.example/",
            "file": "file:///etc/hostname",
        }
        if hop in elsewhere:
            self._answer(302, b"", ("Location", elsewhere[hop]))
        elif hop == "packed":
            self._answer(200, gzip.compress(bytes(1 << 20)), ("Content-Encoding", "gzip"))
        elif hop == "cut":
            self._answer(200, TEXT, ("Content-Length", "1000"))
        elif hop == "tagged" and self.headers["if-none-match"] == TAG:
            self._answer(304, b"", ("ETag", TAG))
        elif hop == "tagged":
            self._answer(200, TEXT, ("ETag", TAG))
        elif hop == "unasked":
            self._answer(304, b"")
        elif hop == "text":
            self._answer(200, TEXT)
        elif hop == "noise":
            self.wfile.write(b"\x00\xff noise\r\n")
            self.close_connection = True
        else:
            self._answer(404, b"")

    def _answer(self, status: int, body: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_file_comes_whole(base: str) -> None:
    assert get(f"{base}/text", len(TEXT)) == TEXT


def test_redirects_are_followed(base: str) -> None:
    assert get(f"{base}/{'hop/' * MAX_REDIRECTS}text", 100) == TEXT


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("noise", "the server does not speak HTTP"),
        ("missing", "404"),
        ("hop/" * (MAX_REDIRECTS + 1) + "text", "redirected"),
        ("away", "https"),
        ("hop/away", "https"),
        ("file", "https"),
        ("packed", "compresses"),
        ("cut", "cut"),
        ("unasked", "304"),
    ],
)
def test_what_does_not_come_whole_is_an_error(base: str, path: str, reason: str) -> None:
    with pytest.raises(FetchError, match=reason):
        get(f"{base}/{path}", 10_000)


@pytest.mark.parametrize("path", ["tagged", "hop/tagged"])
def test_a_file_comes_again_only_when_it_changed(base: str, path: str) -> None:
    assert get_if_changed(f"{base}/{path}", 100, "") == Fetched(TEXT, TAG)
    assert get_if_changed(f"{base}/{path}", 100, TAG) is None
    assert get_if_changed(f"{base}/{path}", 100, '"older"') == Fetched(TEXT, TAG)


def test_nobody_elsewhere_sends_a_reader_to_the_readers_own_machine() -> None:
    here, there = "http://127.0.0.1:8000/a", "https://registry.example/a"

    assert redirected(there, "../b") == "https://registry.example/b"
    assert redirected(here, "http://localhost:9/b") == "http://localhost:9/b"
    for inward in (here, "https://localhost/admin", "//[::1]/", "http://127.1.2.3/"):
        with pytest.raises(FetchError, match="redirects to the machine of its reader"):
            redirected(there, inward)


def test_a_file_without_an_etag_always_comes(base: str) -> None:
    assert get_if_changed(f"{base}/text", 100, TAG) == Fetched(TEXT, "")


def test_a_file_larger_than_the_limit_is_an_error(base: str) -> None:
    with pytest.raises(FetchError, match="larger"):
        get(f"{base}/text", len(TEXT) - 1)


@pytest.mark.parametrize(
    "url",
    [
        "http://registry.example/index.json",
        "http://127.0.0.1.registry.example/",
        "http://user@registry.example/",
        "file:///etc/hostname",
        "ftp://registry.example/",
        "https://",
        "https://[",
        "//registry.example",
        "",
    ],
)
def test_other_addresses_are_not_even_asked(url: str) -> None:
    with pytest.raises(FetchError):
        get(url, 100)


def test_a_server_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FetchError):
        get("http://127.0.0.1:1/", 100)


def test_addresses_are_told_from_paths() -> None:
    assert is_url("https://registry.example/")
    assert is_url("HTTP://registry.example/")
    assert not is_url("site/whoosh.zip")
    assert not is_url("https/whoosh.zip")


def test_status_is_told_without_reading_what_comes(base: str) -> None:
    assert status(f"{base}/text") == 200
    assert status(f"{base}/hop/text") == 200
    assert status(f"{base}/nothing") == 404
    assert status(f"{base}/cut") == 200
    with pytest.raises(FetchError):
        status("http://127.0.0.1:1/")


def test_redirects_are_followed_only_so_far_as_is_wanted(base: str) -> None:
    assert get(f"{base}/hop/text", 100, redirects=1) == TEXT
    with pytest.raises(FetchError, match="redirected more than 0 times"):
        get(f"{base}/hop/text", 100, redirects=0)


def test_error_tells_the_status_of_the_server(base: str) -> None:
    with pytest.raises(FetchError) as caught:
        get(f"{base}/nothing", 100)

    assert caught.value.status == 404
