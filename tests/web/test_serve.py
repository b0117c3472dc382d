"""The preview answers as a plain static host does."""

from __future__ import annotations

import gzip
import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from registry.cli import main
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message
    from pathlib import Path

pytestmark = pytest.mark.attack


def test_text_is_compressed_for_those_who_take_it(tmp_path: Path) -> None:
    words = "<p>" + "the tide is high. " * 400
    (tmp_path / "index.html").write_text(words, encoding="utf-8")
    (tmp_path / "utcp").write_text(words, encoding="utf-8")
    with serving(tmp_path) as url:
        asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip, br"})
        with urllib.request.urlopen(asked) as reply:
            body, headers = reply.read(), reply.headers
        with urllib.request.urlopen(url) as reply:
            plain, encoding = reply.read(), reply.headers["Content-Encoding"]
        asked = urllib.request.Request(f"{url}utcp", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked) as reply:
            assert reply.headers["Content-Encoding"] is None

    assert headers["Content-Encoding"] == "gzip"
    assert len(body) == int(headers["Content-Length"]) < len(words) / 10
    assert gzip.decompress(body).decode("utf-8") == words
    assert (plain.decode("utf-8"), encoding) == (words, None)


@pytest.mark.parametrize(
    ("asked", "sent"),
    [
        ("GZIP;q=0.5, br", "gzip"),
        ("gzip; q=1.0", "gzip"),
        ("gzip;q=0", None),
        ("br, gzip; q=0.00, *", None),
        ("br", None),
    ],
)
def test_text_is_compressed_by_the_weight_in_the_request(
    asked: str, sent: str | None, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("The tide is high.", encoding="utf-8")
    with serving(tmp_path) as url:
        request = urllib.request.Request(url, headers={"Accept-Encoding": asked})
        with urllib.request.urlopen(request) as reply:
            assert reply.headers["Content-Encoding"] == sent


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("path", ["", "utcp"])
def test_file_comes_again_only_if_its_bytes_are_others(
    path: str, encoding: str, tmp_path: Path
) -> None:
    def get(etag: str) -> tuple[int, str, bytes]:
        headers = {"Accept-Encoding": encoding, "If-None-Match": etag}
        asked = urllib.request.Request(url + path, headers=headers)
        try:
            with urllib.request.urlopen(asked) as reply:
                return reply.status, reply.headers["ETag"], reply.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers["ETag"], error.read()

    for name in ("index.html", "utcp"):
        (tmp_path / name).write_text("The tide is high.", encoding="utf-8")
    with serving(tmp_path) as url:
        _, first, _ = get('"other"')
        same = [get(each) for each in (f'"other", W/{first}', "*")]
        (tmp_path / (path or "index.html")).write_text("The tide is low.", encoding="utf-8")
        status, second, body = get(first)

    assert same == [(304, first, b"")] * 2
    assert (status, second != first, len(body) > 0) == (200, True, True)


def test_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        port = url.rpartition(":")[2].strip("/")
        done = CliRunner().invoke(main, ["serve", str(tmp_path), "--port", port])

    assert done.exit_code == 2
    assert done.stderr == (
        f"Error: port {port} cannot be used: Address already in use; choose another with --port\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs the signal of Ctrl-C")
def test_site_is_shown_until_it_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "registry", "serve", str(tmp_path), "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        said = b"".join(iter(server.stdout.readline, b"}\n")) + b"}"
        status, _, _ = get(json.loads(said)["url"])
        server.send_signal(signal.SIGINT)
        code, complaints = server.wait(30), server.stderr.read()

    assert status == 404
    assert (code, complaints) == (0, b"")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text("<p>folder", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    (tmp_path / "404.html").write_text("<p>not here", encoding="utf-8")
    for name in ("utcp", "utcp.json", "feed.atom", "page.md", "icon.svg"):
        (tmp_path / name).write_bytes(b"{}")
    with serving(tmp_path) as address:
        yield address


def test_page_for_what_is_missing_is_replaced_as_others_are(tmp_path: Path) -> None:
    (tmp_path / "404.html").write_text("<p>not here", encoding="utf-8")
    with serving(tmp_path, instead=lambda path, _: f"<p>{path}".encode()) as url:
        status, _, body = get(f"{url}no/such/page/")

    assert (status, body) == (404, b"<p>404.html")


def get(url: str) -> tuple[int, Message, bytes]:
    try:
        with urllib.request.urlopen(url) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("utcp", "application/octet-stream"),
        ("utcp.json", "application/json"),
        ("feed.atom", "application/atom+xml"),
        ("page.md", "text/markdown"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_the_ending_decides_the_type(site: str, path: str, content_type: str) -> None:
    status, headers, _ = get(site + path)

    assert status == 200
    assert headers["Content-Type"].partition(";")[0] == content_type


def test_a_folder_is_its_index(site: str) -> None:
    assert get(f"{site}a/")[2] == b"<p>folder"
    assert get(f"{site}a")[2] == b"<p>folder"


@pytest.mark.parametrize("path", ["nothing", "empty/", "a/b/c.json", "../outside"])
def test_what_is_not_there_is_answered_with_the_page_for_it(site: str, path: str) -> None:
    status, headers, body = get(site + path)

    assert (status, body) == (404, b"<p>not here")
    assert headers["Content-Type"].startswith("text/html")


def test_other_pages_may_read_what_is_shared_and_nothing_else(site: str, tmp_path: Path) -> None:
    assert get(f"{site}utcp.json")[1]["Access-Control-Allow-Origin"] == "*"
    with serving(tmp_path, is_shared=False) as hidden:
        assert get(f"{hidden}utcp.json")[1]["Access-Control-Allow-Origin"] is None


def raw(site: str, request: str) -> bytes:
    """Return all that is answered to *request*, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", urlsplit(site).port), timeout=5) as connection:
        connection.sendall(request.replace("\n", "\r\n").encode())
        return b"".join(iter(lambda: connection.recv(4096), b""))


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:9", 200), ("LocalHost", 200), ("evil.example", 421), ("127.0.0.1.evil.x:8", 421)],
)
def test_pages_of_other_hosts_are_not_taken_for_this_one(site: str, host: str, status: int) -> None:
    answer = raw(site, f"GET /utcp HTTP/1.1\nHost: {host}\nConnection: close\n\n")

    assert int(answer.split()[1]) == status


def test_older_client_that_wants_its_connection_kept_is_answered(site: str) -> None:
    answer = raw(site, "GET /utcp HTTP/1.0\nConnection: keep-alive\n\n")

    assert answer.endswith(b"\r\n\r\n{}")


@pytest.mark.parametrize(
    "path",
    [
        *("/v1/%00", "/\\evil.example/..", "/a\\b", "/leak", "/leak/passwd", "/led/", "/circle"),
        *("/utcp/", "/utcp.json/?x", "/" + "x" * 300, "/a" * 5000),
    ],
)
def test_path_that_no_host_has_is_not_there(
    site: str, tmp_path: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "leak").symlink_to("/etc")
    (tmp_path / "led").mkdir()
    (tmp_path / "led/index.html").symlink_to("/etc/passwd")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")

    assert raw(site, f"GET {path} HTTP/1.1\nConnection: close\n\n").split()[1] == b"404"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("query", ["%00", "C:\\temp", "../.."])
def test_a_question_may_hold_what_a_path_may_not(site: str, query: str) -> None:
    request = f"GET /utcp?q={query} HTTP/1.1\nConnection: close\n\n"

    assert raw(site, request).split()[1] == b"200"


def test_file_that_goes_while_it_is_read_is_not_there(
    site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def removed(path: str, _: str) -> None:
        (tmp_path / path).unlink()

    (tmp_path / "gone").write_bytes(b"")
    with serving(tmp_path, instead=removed) as swapped:
        assert get(f"{swapped}gone")[0] == 404
    assert capsys.readouterr().err == ""
