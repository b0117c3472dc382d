"""`registry import mcp URL`, with a real server over streamable http."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from mcp_library import TOKEN, library

from registry.catalogue.find_manual import find_manual
from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

PUBLIC = "https://mcp.acme.com/mcp"
NAMES = ("--publisher", "acme", "--manual", "library", "--server", PUBLIC)


def run(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["import", "mcp", "--out", str(out / "manuals"), *arguments])


@pytest.mark.parametrize("manner", ["works", "streams"])
def test_server_is_asked_for_every_page(tmp_path: Path, manner: str) -> None:
    with library(manner) as served:
        done = run(tmp_path, served.url, *NAMES)
    (release,) = find_manual(tmp_path / "manuals", "acme/library").releases

    assert done.exit_code == 0, done.output
    assert [tool.name for tool in release.tools] == ["find_books", "find_films", "find_maps"]
    assert release.registry["server"] == {"transport": "streamable-http", "url": PUBLIC}
    assert [method for method, _ in served.asked[:6]] == [
        "server/discover",
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/list",
        "tools/list",
    ]


def test_session_is_kept_and_ended(tmp_path: Path) -> None:
    with library("streams") as served:
        run(tmp_path, served.url, *NAMES)
    first, *others = (headers for method, headers in served.asked if method != "server/discover")

    assert "mcp-session-id" not in first
    assert {each["mcp-session-id"] for each in others} == {"session-1"}
    assert {each["mcp-protocol-version"] for each in others} == {"2025-06-18"}
    assert served.asked[-1][0] == "end"


def test_token_is_sent_and_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_TOKEN", f" {TOKEN}\n")
    with library("wants a token") as served:
        without = run(tmp_path, served.url, *NAMES)
        monkeypatch.setenv("OLD_TOKEN", "expired-long-ago")
        old = run(tmp_path, served.url, *NAMES, "--bearer", "OLD_TOKEN")
        done = run(tmp_path, served.url, *NAMES, "--bearer", "ACME_TOKEN")
    (release,) = find_manual(tmp_path / "manuals", "acme/library").releases
    written = "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.yaml"))

    assert without.exit_code == 2
    assert "it requires credentials (401); name the variable with a token" in without.stderr
    assert "it requires credentials (401); it does not accept the token" in old.stderr
    assert done.exit_code == 0, done.output
    assert release.registry["server"] == {
        "transport": "streamable-http",
        "url": PUBLIC,
        "headers": {"Authorization": "Bearer ${ACME_TOKEN}"},
    }
    assert TOKEN not in written + done.output


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("betrays", "it gives no list of tools: bad token ${token}"),
        ("echoes", "its list of tools contains the token"),
    ],
)
def test_token_that_a_server_repeats_is_neither_shown_nor_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manner: str, words: str
) -> None:
    monkeypatch.setenv("ACME_TOKEN", TOKEN)
    with library(manner) as served:
        done = run(tmp_path, served.url, *NAMES, "--bearer", "ACME_TOKEN")

    assert done.exit_code == 2
    assert words in done.stderr
    assert TOKEN not in done.output
    assert not (tmp_path / "manuals").exists()


@pytest.mark.parametrize("value", ["", "two\nlines", "\x1b[31m"])
def test_token_that_cannot_be_sent_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("ACME_TOKEN", value)
    done = run(tmp_path, "https://127.0.0.1:1/mcp", *NAMES, "--bearer", "ACME_TOKEN")

    assert (done.exit_code, done.stderr) == (
        2,
        "Error: the variable ACME_TOKEN holds no usable token: export ACME_TOKEN=…\n",
    )


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("404", "(status 404)"),
        ("405", "(status 405)"),
        ("302", "(status 302)"),
        ("chats", "it gives no list of tools: Unexpected content type: text/html"),
        ("refuses", "it gives no list of tools: log in first"),
        ("hangs", "it has not answered in time"),
        ("floods", "its list of tools is larger than 16,777,216 bytes"),
    ],
)
def test_server_that_does_not_answer_is_wrong_use(tmp_path: Path, manner: str, words: str) -> None:
    with library(manner) as served:
        done = run(tmp_path, served.url, *NAMES, "--seconds", "0.5" if manner == "hangs" else "30")

    assert done.exit_code == 2
    assert words in done.stderr
    assert not (tmp_path / "manuals").exists()


def test_publisher_is_read_off_the_host(tmp_path: Path) -> None:
    with library("works") as served:
        done = run(tmp_path, served.url, "--server", PUBLIC)

    assert done.exit_code == 0, done.output
    assert (tmp_path / "manuals/acme/library/1.0.0.yaml").is_file()


def test_redirect_to_another_address_is_not_followed(tmp_path: Path) -> None:
    with library("works") as target, library("leads on") as served:
        served.leads_to = target.url
        done = run(tmp_path, served.url, *NAMES)

    assert done.exit_code == 2
    assert "not followed" in done.stderr
    assert target.asked == []


def test_name_that_only_turns_out_to_be_this_machine_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(_: str, __: int) -> list[str]:
        return ["127.0.0.1"]

    monkeypatch.setattr("registry.client.call.exchange.system_addresses", resolve)
    done = run(tmp_path, "https://mcp.acme.example/mcp", *NAMES)

    assert done.exit_code == 2
    assert "mcp.acme.example is 127.0.0.1" in done.stderr


def test_answer_that_is_cut_says_so(tmp_path: Path) -> None:
    with library("cuts") as served:
        done = run(tmp_path, served.url, *NAMES)

    assert done.stderr == f"Error: {served.url}: the connection to 127.0.0.1 was cut\n"


def test_answer_that_is_packed_is_not_unpacked(tmp_path: Path) -> None:
    with library("packs") as served:
        done = run(tmp_path, served.url, *NAMES)

    assert done.exit_code == 2
    assert "packed as 'gzip', which was not requested" in done.stderr


def test_answer_without_an_end_is_cut(tmp_path: Path) -> None:
    with library("pours") as served:
        done = run(tmp_path, served.url, *NAMES)

    assert done.exit_code == 2
    assert "larger than 16,777,216 bytes" in done.stderr
