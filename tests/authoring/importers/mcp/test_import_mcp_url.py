"""`registry import mcp URL`, with a real server over streamable http."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from mcp_library import TOKEN, library

from registry.catalogue.find import find_manual
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
    assert [method for method, _ in served.asked[:5]] == [
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/list",
        "tools/list",
    ]


def test_session_is_kept_and_ended(tmp_path: Path) -> None:
    with library("streams") as served:
        run(tmp_path, served.url, *NAMES)
    first, *others = (headers for _, headers in served.asked)

    assert "mcp-session-id" not in first
    assert {each["mcp-session-id"] for each in others} == {"session-1"}
    assert {each["mcp-protocol-version"] for each in others} == {"2025-06-18"}
    assert served.asked[-1][0] == "end"


def test_token_is_sent_and_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_TOKEN", f" {TOKEN}\n")
    with library("wants a token") as served:
        without = run(tmp_path, served.url, *NAMES)
        done = run(tmp_path, served.url, *NAMES, "--bearer", "ACME_TOKEN")
    (release,) = find_manual(tmp_path / "manuals", "acme/library").releases
    written = "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.yaml"))

    assert without.exit_code == 2
    assert "it requires credentials (401); name the variable with a token" in without.stderr
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
        ("betrays", "it refuses initialize: bad token ${token}"),
        ("echoes", "its list of tools has the token in it"),
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
        ("404", "it answers 404, as no MCP server does that speaks streamable http"),
        ("405", "it answers 405, as no MCP server does that speaks streamable http"),
        ("302", "it answers 302, as no MCP server does that speaks streamable http"),
        ("chats", "it sends no answer to initialize"),
        ("refuses", "it refuses initialize: log in first"),
        ("hangs", "come to an end in time"),
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
