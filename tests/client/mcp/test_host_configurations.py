"""What hosts are told parses in their formats, and keeps what they had."""

from __future__ import annotations

import base64
import codecs
import json
import shlex
import sys
import textwrap
import tomllib
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from click.testing import CliRunner
from paths import ROOT

from registry.cli import main
from registry.client.mcp import host_configurations
from registry.client.mcp.install import InstallError, with_server

if TYPE_CHECKING:
    from pathlib import Path

URL = "https://registry.example/"
SERVER = host_configurations.registry_server(URL, ("--only", "open-meteo/forecast"))
ENTRY = {"command": "uvx", "args": list(SERVER.args)}
EVERY_HOST = pytest.mark.parametrize(
    "host", host_configurations.HOSTS, ids=lambda host: str(host.id)
)


def servers(host: host_configurations.Host, text: str) -> Any:  # noqa: ANN401 - any JSON
    return (tomllib.loads(text) if host.is_toml else json.loads(text))[host.key]


@EVERY_HOST
def test_file_has_the_command_in_the_format_of_its_host(host: host_configurations.Host) -> None:
    kind = {"type": "stdio"} if host.id == "vscode" else {}

    assert servers(host, host.text(SERVER)) == {"open-tool-registry": {**kind, **ENTRY}}


@EVERY_HOST
def test_what_is_in_the_file_stays(host: host_configurations.Host) -> None:
    other = host_configurations.Server("other", "node", ("x.js",))
    before = host.text(other) if host.is_toml else json.dumps({"a": [1], host.key: {"other": {}}})
    after = with_server(host, SERVER, before)

    assert set(servers(host, after)) == {"other", "open-tool-registry"}
    assert after.startswith(before) if host.is_toml else json.loads(after)["a"] == [1]
    assert with_server(host, SERVER, after) == after


@EVERY_HOST
@pytest.mark.parametrize("broken", ["{", "// why\n{}", "[]", '{"KEY": 1}'])
def test_file_that_would_lose_something_is_left_as_it_is(
    host: host_configurations.Host, broken: str
) -> None:
    text = f"KEY = 1 #{broken}" if host.is_toml else broken
    with pytest.raises(InstallError):
        with_server(host, SERVER, text.replace("KEY", host.key))


def test_table_of_the_same_name_is_not_overwritten() -> None:
    codex = host_configurations.host("codex")
    before = codex.text(host_configurations.registry_server("https://other.example/"))

    with pytest.raises(InstallError, match="remove that first"):
        with_server(codex, SERVER, before)


@EVERY_HOST
def test_server_of_another_registry_is_not_replaced(host: host_configurations.Host) -> None:
    before = host.text(host_configurations.registry_server("https://other.example/"))

    with pytest.raises(InstallError, match="--name"):
        with_server(host, SERVER, before)


@EVERY_HOST
def test_another_server_of_the_same_name_is_not_replaced(host: host_configurations.Host) -> None:
    before = host.text(host_configurations.Server(SERVER.name, "node", ("x.js",)))

    with pytest.raises(InstallError, match="--name"):
        with_server(host, SERVER, before)


@EVERY_HOST
def test_keys_beside_the_command_stay_when_it_is_entered_again(
    host: host_configurations.Host,
) -> None:
    keys = {"github__rest_TOKEN": "t0ken"}
    if host.is_toml:
        table = f"[{host.key}.{SERVER.name}.env]"
        before = f'{host.text(SERVER)}{table}\ngithub__rest_TOKEN = "t0ken"\n'
    else:
        earlier = {**host_configurations.registry_server(URL).entry, "env": keys}
        before = json.dumps({host.key: {SERVER.name: earlier}})
    (after,) = servers(host, with_server(host, SERVER, before)).values()

    assert after["env"] == keys
    assert ENTRY.items() <= after.items()


def test_link_of_cursor_has_the_entry_in_base64() -> None:
    link = host_configurations.host("cursor").link
    assert link
    url = urlsplit(link(SERVER))
    query = parse_qs(url.query)

    assert (url.scheme, url.netloc, url.path) == (
        "cursor",
        "anysphere.cursor-deeplink",
        "/mcp/install",
    )
    assert query["name"] == ["open-tool-registry"]
    assert json.loads(base64.b64decode(query["config"][0])) == ENTRY


def test_link_of_vs_code_has_the_entry_with_its_name() -> None:
    vscode = host_configurations.host("vscode")
    assert vscode.link
    assert vscode.command
    scheme, query = vscode.link(SERVER).split("?")
    words = shlex.split(vscode.command(SERVER))

    assert scheme == "vscode:mcp/install"
    assert json.loads(unquote(query)) == {"name": "open-tool-registry", **ENTRY}
    assert words[:2] == ["code", "--add-mcp"]
    assert json.loads(words[2]) == {"name": "open-tool-registry", **ENTRY}


@pytest.mark.parametrize(("host", "program"), [("claude-code", "claude"), ("codex", "codex")])
def test_command_of_a_host_ends_in_the_servers_own(host: str, program: str) -> None:
    command = host_configurations.host(host).command
    assert command
    words = shlex.split(command(SERVER))

    assert words[:3] == [program, "mcp", "add"]
    assert words[words.index("--") + 1 :] == ["uvx", *SERVER.args]


@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_name_is_one_word_of_a_hosts_command(host: str) -> None:
    command = host_configurations.host(host).command
    assert command
    words = shlex.split(command(host_configurations.registry_server(URL, name="Our tools; ls")))

    assert words[words.index("--") - 1] == "Our tools; ls"


def install(*words: str) -> Any:  # noqa: ANN401 - click's result
    return CliRunner().invoke(main, ["mcp", "install", *words])


def test_print_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    done = install("cursor", "--registry", URL, "--file", str(file), "--print")

    assert json.loads(done.stdout)["mcpServers"]["open-tool-registry"]["command"] == "uvx"
    assert "cursor://" in done.stderr
    assert not file.exists()


def test_user_without_a_home_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: Path) -> NoReturn:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("pathlib.Path.expanduser", none)
    words = ("cursor", "--registry", URL)
    refused, printed = install(*words), install(*words, "--print")

    assert (refused.exit_code, printed.exit_code) == (2, 0)
    assert "no home folder; name --file" in refused.stderr
    assert "mcpServers" in printed.stdout


def test_file_with_comments_is_refused_with_a_way_out(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text("// mine\n{}", encoding="utf-8")
    done = install("vscode", "--registry", URL, "--file", str(file))

    assert done.exit_code == 2
    assert "--print shows what to enter" in done.stderr
    assert file.read_text(encoding="utf-8") == "// mine\n{}"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a device with the name of a file")
@pytest.mark.parametrize(("host", "before"), [("cursor", '{"KEY": 1}'), ("codex", "KEY = 1")])
def test_byte_order_mark_of_windows_is_no_part_of_a_file(
    host: str, before: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(codecs.BOM_UTF8 + before.encode())
    done = install(host, "--registry", URL, "--file", str(file))

    assert done.exit_code == 0
    assert file.read_text(encoding="utf-8").startswith(("{", "KEY"))
    assert "KEY" in file.read_text(encoding="utf-8")


def test_device_in_place_of_a_file_is_neither_read_nor_replaced() -> None:
    done = install("cursor", "--registry", URL, "--file", "/dev/zero")

    assert done.exit_code == 1
    assert "/dev/zero: is not a plain file" in done.stderr


def test_file_too_large_to_be_kept_whole_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# mine\n" * 200_000, encoding="utf-8")
    done = install("codex", "--registry", URL, "--file", str(file))

    assert done.exit_code == 2
    assert "it has more than 1,048,576 bytes" in done.stderr


@EVERY_HOST
def test_page_for_agents_shows_what_is_entered(host: host_configurations.Host) -> None:
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    server = host_configurations.registry_server(URL)
    row = next(line for line in page.splitlines() if line.startswith(f"| {host.name} | "))

    assert f"`{host.id}`" in row
    assert all(f"`{file}`" in row for file in host.files.values())
    assert textwrap.indent(host.text(server), "    ") in page
    assert not host.command or f"\n    {host.command(server)}\n" in page
