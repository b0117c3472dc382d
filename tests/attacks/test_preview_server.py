"""The preview answers every request with a status, and shows nothing beside its folder."""

from __future__ import annotations

import socket
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from attack import TEXTS, flipped, seeds
from seen import some

from registry.web.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

PATHS = (
    *("/", "/a.json", "/%00", "/..", "/../secret", "/%2e%2e/secret", "/..%2fsecret", "//secret"),
    *("/\\..\\secret", "/link", "/sub/../../secret", "/%c0%ae%c0%ae/secret", "/sub", "http://x/"),
)
METHODS = ("GET", "HEAD", "POST", "get", "OPTIONS", "\x00", "GET GET")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text("SECRET", encoding="utf-8")
    site = tmp_path / "site"
    (site / "sub").mkdir(parents=True)
    (site / "a.json").write_text("{}", encoding="utf-8")
    (site / "link").symlink_to(tmp_path / "secret")
    return site


def asked(port: int, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        found = b""
        try:
            while piece := connection.recv(65536):
                found += piece
        except OSError:
            return found
        return found


def request(dice: Random, port: int) -> bytes:
    host = dice.choice((f"127.0.0.1:{port}", "evil.test", "", "localhost", dice.choice(TEXTS)))
    path = dice.choice((*PATHS, f"/{dice.choice(TEXTS)}"))
    text = f"{dice.choice(METHODS)} {path} HTTP/1.{dice.randint(0, 2)}\r\nHost: {host}\r\n\r\n"
    data = text.encode("utf-8", "surrogatepass")
    return flipped(data, dice) if dice.random() < 0.3 else data


def test_every_request_is_answered_and_none_sees_the_secret(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(folder, is_shared=False) as url:
        port = urlsplit(url).port or 0
        for seed in some(seeds(120)):
            answer = asked(port, request(Random(seed), port))

            assert b"SECRET" not in answer, seed
            assert b"Access-Control-Allow-Origin" not in answer, seed
        plain = asked(port, f"GET /a.json HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())

    assert plain.startswith(b"HTTP/1.")
    assert plain.endswith(b"{}")
    assert "Traceback" not in capfd.readouterr().err
