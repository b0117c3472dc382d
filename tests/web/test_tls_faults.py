"""A host without a secure connection is named with the reason, and with what may help."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import anyio
import pytest
from certificates import certify
from hostile_api import HostileApi, hostile_api
from lab import target

from registry.client.call import Caller, FailedCallError, Limits, Policy, Secrets
from registry.web.fetch import FetchError, get
from registry.web.tls_faults import tls_fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UNKNOWN = (
    "its certificate is not trusted: unable to get local issuer certificate; if you know who "
    "signed it, SSL_CERT_FILE may name a file with their certificate"
)


@pytest.fixture
def unknown(tmp_path: Path) -> Iterator[HostileApi]:
    """Run a server that nobody signed whom this machine trusts."""
    certify(["127.0.0.1"], tmp_path)
    secured = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    secured.load_cert_chain(tmp_path / "chain.pem", tmp_path / "key.pem")
    with hostile_api(secured) as api:
        yield api


def called(url: str) -> str:
    """Return how a call of the server at *url* fails."""

    async def call() -> None:
        async with Caller(Secrets({}), Policy(is_local=True), Limits(tries=1)) as caller:
            await caller.call(target("get_thing", url), {"path": "echo"})

    with pytest.raises(FailedCallError) as caught:
        anyio.run(call)
    return str(caught.value)


def test_host_that_is_signed_by_nobody_known_is_neither_read_nor_called(
    unknown: HostileApi,
) -> None:
    with pytest.raises(FetchError) as fetched:
        get(f"{unknown.url}/echo", 100)

    assert str(fetched.value) == f"{unknown.url}/echo: {UNKNOWN}"
    assert called(unknown.url) == f"127.0.0.1 cannot be reached: {UNKNOWN}"


def test_host_without_tls_is_named_as_such() -> None:
    with hostile_api() as plain:
        url = plain.url.replace("http://", "https://")
        with pytest.raises(FetchError, match="it does not speak TLS, as https:// needs"):
            get(f"{url}/echo", 100)
        assert called(url) == (
            "127.0.0.1 cannot be reached: it does not speak TLS, as https:// needs"
        )


@pytest.mark.parametrize("content", [None, "", "no certificate"])
def test_file_of_certificates_that_holds_none_is_named(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "authorities.pem"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the kinds have no more in common
        ssl.create_default_context(cafile=str(file))

    said = f"the file {str(file)!r}, which SSL_CERT_FILE names, holds no certificates"
    assert tls_fault(caught.value) == said


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        (10, "; if others can reach it, look at the clock of this machine"),
        (62, ""),
    ],
)
def test_hint_depends_on_the_reason(code: int, hint: str) -> None:
    error = ssl.SSLCertVerificationError()
    error.verify_code, error.verify_message = code, "it is not good."

    assert tls_fault(error) == f"its certificate is not trusted: it is not good{hint}"


def test_other_errors_are_none_of_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)

    assert not tls_fault(FileNotFoundError(2, "No such file"))
    assert not tls_fault(ConnectionRefusedError(111, "Connection refused"))
