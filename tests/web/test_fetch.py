"""Files are fetched whole, safely and to a limit, or not at all."""

from __future__ import annotations

import contextlib
import gzip
import socket
import time
from typing import TYPE_CHECKING
from urllib.error import URLError

import pytest
from loopback import Handler, listening

from registry.web import connections, fetch, is_url
from registry.web.fetch import (
    MAX_REDIRECTS,
    Fetched,
    FetchError,
    get,
    get_current,
    redirected,
    status_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.attack

TEXT = b"a file of the registry\n"
TAG = '"first"'
PACKED = {
    "gzip": gzip.compress(TEXT),
    "gzip-half": gzip.compress(TEXT)[:-9],
    "gzip-twice": gzip.compress(TEXT) * 2,
    "gzip-none": TEXT,
    "br-anything": TEXT,
}
"""What a server sends, by the path, which begins with how it says that it is packed."""

RAW = {
    "newer": b"HTTP/9\x1b[2J 200 OK\r\n\r\n",
    "noise": b"\x00\xff noise\r\n",
    "chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\na",
}


class Site(Handler):
    def respond(self) -> None:
        hop, _, rest = self.path.removeprefix("/").partition("/")
        elsewhere = {
            "hop": f"/{rest}",
            "away": "http://registry.example/",
            "file": "file:///etc/hostname",
            "inwards": "https://10.0.0.5/delete-everything",
            "loud": "/\x1b]0;owned\x07\x9b2J",
            "keyed": "http://127.0.0.1:1/?api_key=hunter2hunter2",
            "long": f"/{'x' * 60_000}",
            "raw": "/caf\xc3\xa9 au lait",
            "nameless": "https://a..b/",
            "nowhere": "",
        }
        if hop in elsewhere:
            self.send(302, b"", {"Location": elsewhere[hop]})
        elif hop == "packed":
            self.send(200, gzip.compress(bytes(1 << 20)), {"Content-Encoding": "gzip"})
        elif hop in PACKED:
            self.send(200, PACKED[hop], {"Content-Encoding": hop.partition("-")[0]})
        elif hop == "cut":
            self.send(200, TEXT, {"Content-Length": "1000"})
        elif hop == "tagged" and self.headers["if-none-match"] == TAG:
            self.send(304, b"", {"ETag": TAG})
        elif hop == "tagged":
            self.send(200, TEXT, {"ETag": TAG})
        elif hop == "unasked":
            self.send(304, b"")
        elif hop in {"text", "caf%C3%A9%20au%20lait"}:
            self.send(200, TEXT, {"Content-Encoding": "Identity"})
        elif hop in RAW:
            self.wfile.write(RAW[hop])
            self.close_connection = True
        else:
            self.send(404, b"")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with listening(Site) as url:
        yield url


def test_a_file_comes_whole(base: str) -> None:
    assert get(f"{base}/text", len(TEXT)) == TEXT


def test_a_file_that_a_host_keeps_packed_comes_unpacked(base: str) -> None:
    assert get(f"{base}/gzip", len(TEXT)) == TEXT


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
        ("packed", "larger than 10,000 bytes"),
        ("br-anything", "compresses"),
        ("gzip-half", "sends as gzip is not whole"),
        ("gzip-twice", "sends as gzip is not whole"),
        ("gzip-none", "sends as gzip is damaged"),
        ("cut", "cut"),
        ("chunk", "the connection was cut before the end"),
        ("unasked", "304"),
        ("inwards", "10.0.0.5, which is not on the internet"),
        ("nowhere", "redirects, and names no address"),
        ("nameless", "it is not a valid URL"),
        ("\udcff", "it is not a valid URL"),
    ],
)
def test_what_does_not_come_whole_is_an_error(base: str, path: str, reason: str) -> None:
    with pytest.raises(FetchError, match=reason):
        get(f"{base}/{path}", 10_000)


@pytest.mark.parametrize("path", ["/loud", "/newer"])
def test_no_server_controls_the_terminal_of_its_reader(base: str, path: str) -> None:
    with pytest.raises(FetchError) as why:
        get(base + path, 100)

    assert str(why.value).isprintable()
    assert "\\x1b" in str(why.value)


@pytest.mark.parametrize("path", ["raw", "café au lait"])
def test_address_that_is_not_ascii_is_sent_as_browsers_send_it(base: str, path: str) -> None:
    assert get(f"{base}/{path}", len(TEXT)) == TEXT


def test_error_after_a_redirect_says_where_it_began(base: str) -> None:
    with pytest.raises(FetchError) as why:
        get(f"{base}/hop/missing", 100)

    assert str(why.value) == (
        f"{base}/hop/missing: redirects to {base}/missing: the server answers 404"
    )
    assert why.value.status == 404


def test_key_in_the_address_of_a_redirect_is_not_shown(base: str) -> None:
    with pytest.raises(FetchError, match="api_key=…: Connection refused"):
        get(f"{base}/keyed", 100)


def test_address_of_a_redirect_does_not_fill_the_message(base: str) -> None:
    with pytest.raises(FetchError, match=r"^http.*…x+: the server answers 404$") as why:
        get(f"{base}/long", 100)

    assert len(str(why.value)) < 1_500


@pytest.mark.parametrize("path", ["tagged", "hop/tagged"])
def test_a_file_comes_again_only_when_it_changed(base: str, path: str) -> None:
    known, older = Fetched(b"known", TAG), Fetched(b"known", '"older"')

    assert get_current(f"{base}/{path}", 100, None) == Fetched(TEXT, TAG)
    assert get_current(f"{base}/{path}", 100, known) is known
    assert get_current(f"{base}/{path}", 100, older) == Fetched(TEXT, TAG)


def test_nobody_elsewhere_sends_a_reader_to_the_readers_own_machine() -> None:
    here, there = "http://127.0.0.1:8000/a", "https://registry.example/a"

    assert redirected(there, "../b") == "https://registry.example/b"
    assert redirected(here, "http://localhost:9/b") == "http://localhost:9/b"
    for inward in (here, "https://localhost/admin", "//[::1]/", "http://127.1.2.3/"):
        with pytest.raises(FetchError, match="redirects to the machine of its reader"):
            redirected(there, inward)


def test_a_file_without_an_etag_always_comes(base: str) -> None:
    assert get_current(f"{base}/text", 100, Fetched(b"known", TAG)) == Fetched(TEXT, "")


DRIPS = {
    "status line": (b"", b"H"),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"x"),
    "more headers": (b"HTTP/1.1 200 OK\r\n", b"x: y\r\n"),
    "patience asked for": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "body": (b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", b"x"),
    "size of a chunk": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"0"),
    "trailers": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"x: y\r\n"),
}


class Dripping(Handler):
    """Answers a piece at a time, and never comes to an end."""

    def respond(self) -> None:
        start, drip = DRIPS[self.path.strip("/").replace("%20", " ")]
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.wfile.write(start)
            for _ in range(400):
                self.wfile.write(drip)
                time.sleep(0.01)


@pytest.mark.parametrize("part", DRIPS)
def test_one_deadline_holds_for_everything_that_is_read(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "DEADLINE", 0.1)
    with listening(Dripping) as slow, pytest.raises(FetchError, match="come to an end in time"):
        get(f"{slow}/{part.replace(' ', '%20')}", 100_000)


def test_password_in_an_address_is_neither_sent_nor_shown() -> None:
    for url in ("https://u:S3CRET@host.example/", "https://S3CRET@[", "http://u:S3CRET@h:x/"):
        with pytest.raises(FetchError) as caught:
            get(url, 100)
        assert "S3CRET" not in str(caught.value)


def test_proxies_are_not_asked_for_this_machine(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1/")
    give_up = time.monotonic() + 10
    request = connections.LimitedRequest(
        f"{base}/text", None, {}, "GET", give_up=give_up, only_public=False
    )

    with connections.opener().open(request, timeout=5) as response:
        assert response.read() == TEXT


def test_proxy_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://me:secret@127.0.0.1:1/")
    give_up = time.monotonic() + 10
    request = connections.LimitedRequest(
        "https://registry.example/", None, {}, "GET", give_up=give_up, only_public=False
    )

    with pytest.raises(URLError, match=r"refused \(the proxy 127\.0\.0\.1:1\)"):
        connections.opener().open(request, timeout=5)


@pytest.mark.parametrize(
    ("proxy", "said"),
    [
        ("SOCKS5h://me:secret@127.0.0.1:1/", "HTTPS_PROXY names a SOCKS5h proxy; only http://"),
        ("http://", "no host given"),
    ],
)
def test_proxy_that_cannot_be_asked_is_an_error_in_words(
    proxy: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("https_proxy", proxy)
    monkeypatch.setattr(fetch, "_opener", connections.opener)  # which is kept otherwise

    with pytest.raises(FetchError, match=said):
        get("https://registry.example/", 100)


@pytest.mark.parametrize("host", ["10%2e0.0.5", "Intranet.example", "intranet%2Eexample"])
def test_no_spelling_of_a_host_is_taken_for_a_proxy(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.5", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    with pytest.raises(FetchError, match="not on the internet"):
        status_of(f"https://{host}/", only_public=True)


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
    assert status_of(f"{base}/text") == 200
    assert status_of(f"{base}/hop/text") == 200
    assert status_of(f"{base}/nothing") == 404
    assert status_of(f"{base}/cut") == 200
    with pytest.raises(FetchError):
        status_of("http://127.0.0.1:1/")


def test_redirects_are_followed_only_so_far_as_is_wanted(base: str) -> None:
    assert get(f"{base}/hop/text", 100, redirects=1) == TEXT
    with pytest.raises(
        FetchError, match=r"/hop/text: redirects to \S+/text, which is not followed"
    ):
        get(f"{base}/hop/text", 100, redirects=0)


def test_error_tells_the_status_of_the_server(base: str) -> None:
    with pytest.raises(FetchError) as caught:
        get(f"{base}/nothing", 100)

    assert caught.value.status == 404
