"""`registry import mcp`, with a real server over stdio."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from waiting import is_running

from registry import pipeline
from registry.catalogue.find_manual import find_manual
from registry.cli import main

if TYPE_CHECKING:
    from click.testing import Result

SERVER = Path(__file__).parent / "server.py"
NAMES = ("--publisher", "acme", "--manual", "library", "--homepage", "https://acme.com/")
STATED = ("--server", "npx -y @acme/library@1.4.2")


def run(out: Path, *arguments: str | Path) -> Result:
    command = ["import", "mcp", "--out", str(out), *map(str, arguments)]
    return CliRunner().invoke(main, command)


def ask(out: Path, manner: str, *options: str, note: Path | str = "") -> Result:
    return run(out, *NAMES, *STATED, *options, "--", sys.executable, SERVER, manner, note)


def noted_is_running(note: Path) -> bool:
    return is_running(int(note.read_text(encoding="utf-8")))


def test_running_server_is_asked_for_every_page_and_stopped(tmp_path: Path) -> None:
    done = ask(tmp_path / "manuals", "works", note=tmp_path / "pid")
    (release,) = find_manual(tmp_path / "manuals", "acme/library").releases

    assert done.exit_code == 0, done.output
    assert [tool.name for tool in release.tools] == ["find_books", "find_films", "find_maps"]
    assert release.registry["server"] == {
        "transport": "stdio",
        "command": "npx",
        "args": ["-y", "@acme/library@1.4.2"],
    }
    assert not noted_is_running(tmp_path / "pid")


def test_manual_is_publishable(tmp_path: Path) -> None:
    ask(tmp_path / "manuals", "works")

    assert pipeline.check(tmp_path / "manuals").is_publishable


def test_command_itself_is_the_server_unless_another_is_named(tmp_path: Path) -> None:
    run(tmp_path, *NAMES, "--", sys.executable, SERVER, "works", "")
    server: Any = find_manual(tmp_path, "acme/library").releases[0].registry["server"]

    assert server["command"] == Path(sys.executable).name
    assert server["args"][1:] == ["works", ""]


def test_server_that_greets_and_asks_back_is_understood(tmp_path: Path) -> None:
    done = run(
        *(tmp_path, "--publisher", "acme", "--homepage", "https://acme.com/", *STATED),
        *("--", sys.executable, SERVER, "chats", ""),
    )

    assert done.exit_code == 0, done.output
    assert len(find_manual(tmp_path, "acme/library").releases[0].tools) == 3


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("crashes", "it gives no list of tools: Connection closed; it said: KEY is not set"),
        ("refuses", "it gives no list of tools: log in first"),
        ("goes on", "more than 200 pages"),
        ("hangs", "it has not answered in time"),
        (
            "is from the future",
            "from the server: 2099-12-31; a newer release of the package `mcp` may know it",
        ),
        ("says nothing", "it does not follow the protocol: InitializeResult.capabilities: "),
        ("lists no tools", "it does not follow the protocol: ListToolsResult.tools: "),
    ],
)
def test_server_that_gives_no_list_is_told_and_stopped(
    manner: str, words: str, tmp_path: Path
) -> None:
    done = ask(tmp_path / "manuals", manner, "--seconds", "3", note=tmp_path / "pid")

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert not (tmp_path / "manuals").exists()
    assert not noted_is_running(tmp_path / "pid")


def test_command_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, *NAMES, "--", "no-such-program-anywhere")

    assert done.exit_code == 2
    assert "no-such-program-anywhere: it cannot be started: No such file" in done.stderr


def test_odd_tool_of_a_running_server_is_left_out_and_the_others_are_kept(tmp_path: Path) -> None:
    done = ask(tmp_path, "has an odd tool", "--json")
    told = json.loads(done.stdout)

    assert done.exit_code == 0, done.output
    assert told["tools"] == ["bare", "find_books", "find_films", "find_maps"]
    assert [each["what"] for each in told["left_out"]] == ["odd", "tool 3"]
    assert "an object" in told["changed"][0]["why"]


LISTING: dict[str, Any] = {
    "tools": [
        {"name": "look", "description": "Look something up by a word.", "inputSchema": {}},
        {"name": "a.b", "inputSchema": {"type": "object"}},
        {"name": "Look", "inputSchema": {"type": "object"}},
        {"description": "Nameless."},
        {
            "name": "peek",
            "description": "Look without touching anything.",
            "inputSchema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#"},
            "annotations": {"readOnlyHint": True, "vendorHint": 1},
            "outputSchema": None,
            "cost": 3,
        },
    ]
}


@pytest.mark.parametrize(
    "reply", [LISTING, {"jsonrpc": "2.0", "id": 1, "result": LISTING}], ids=["result", "whole"]
)
def test_saved_reply_becomes_a_manual_and_nothing_is_dropped_silently(
    reply: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "tools.json"
    file.write_text(json.dumps(reply), encoding="utf-8")
    done = run(
        *(tmp_path / "manuals", *NAMES, "--json"),
        *("--server", "https://mcp.acme.com/mcp", file),
    )
    told = json.loads(done.stdout)
    (release,) = find_manual(tmp_path / "manuals", "acme/library").releases

    assert done.exit_code == 0, done.output
    assert told["tools"] == ["look", "peek"]
    assert [each["what"] for each in told["left_out"]] == ["a.b", "Look", "tool 4"]
    assert [each["what"] for each in told["changed"]] == ["look", "peek", "peek", "peek"]
    assert release.registry["server"] == {
        "transport": "streamable-http",
        "url": "https://mcp.acme.com/mcp",
    }


def test_variable_of_the_server_is_named_and_never_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIBRARY_KEY", "hunter2-hunter2")
    ask(tmp_path, "works", "--env", "LIBRARY_KEY")
    text = (tmp_path / "acme/library/1.0.0.yaml").read_text(encoding="utf-8")

    assert "LIBRARY_KEY: ${LIBRARY_KEY}" in text
    assert "hunter2" not in text


def test_secret_in_the_command_is_not_written(tmp_path: Path) -> None:
    secret = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    server = f"npx -y @acme/library@1.4.2 --token {secret}"
    done = run(tmp_path, *NAMES, "--server", server, "--", sys.executable, SERVER, "works", "")

    assert done.exit_code == 1
    assert "nothing was written" in done.stderr
    assert list(tmp_path.rglob("*.yaml")) == []


@pytest.mark.parametrize(
    ("content", "arguments", "words"),
    [
        ("{}", ("--server", "https://x.example.com"), "not a reply to tools/list"),
        ("[", ("--server", "https://x.example.com"), "tools.json:1"),
        (
            '{"tools": {"command": "uv"}}',
            ("--server", "https://x.example.com"),
            "holds no list of `tools`: it is not a reply to tools/list",
        ),
        ("\0", ("--server", "https://x.example.com"), "NUL byte; save it as plain UTF-8 text"),
        (
            'event: message\ndata: {"jsonrpc": "2.0", "error": {"message": "No session ID"}}\n\n',
            ("--server", "https://x.example.com"),
            "is an error of the server: 'No session ID'",
        ),
        ('{"tools": []}', (), "add --server"),
        (
            (
                '{"mcpServers": {"clock": {"command": "npx", "args": ["-y", "@acme/clock@1.2.0"],'
                ' "env": {"KEY": "hunter2"}}}}'
            ),
            (),
            "registry import mcp --env KEY -- npx -y @acme/clock@1.2.0",
        ),
        (
            (
                '{"servers": {"clock": {"type": "http", "url": "https://mcp.acme.com/mcp",'
                ' "headers": {"Authorization": "Bearer ${ACME_TOKEN}"}}}}'
            ),
            (),
            "registry import mcp https://mcp.acme.com/mcp --bearer ACME_TOKEN",
        ),
        (
            '{"context_servers": {"clock": {"command": "npx -y @acme/clock@1.2.0"}}}',
            (),
            "registry import mcp -- npx -y @acme/clock@1.2.0",
        ),
        (
            '{"mcp": {"servers": {"clock": {"command": "uvx", "args": ["acme-clock==1.2.0"]}}}}',
            (),
            "registry import mcp -- uvx acme-clock==1.2.0",
        ),
        (
            (
                '{"mcp": {"clock": {"type": "local", "command": ["uvx", "acme-clock==1.2.0"],'
                ' "environment": {"KEY": "hunter2"}}}}'
            ),
            (),
            "registry import mcp --env KEY -- uvx acme-clock==1.2.0",
        ),
        (
            '{"mcpServers": {"clock": {"serverUrl": "https://mcp.acme.com/mcp"}}}',
            (),
            "registry import mcp https://mcp.acme.com/mcp",
        ),
        ('{"tools": []}', ("--server", "'"), "neither an address nor a command"),
        (
            '{"tools": []}',
            ("--server", "mcp.acme.com/mcp"),
            "--server 'mcp.acme.com/mcp' is not a full URL; start a URL with https://",
        ),
        ('{"tools": []}', ("--server", "localhost:3000"), "is not a full URL"),
    ],
)
def test_file_that_cannot_be_used_is_wrong_use(
    content: str, arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    file = tmp_path / "tools.json"
    file.write_text(content, encoding="utf-8")
    done = run(tmp_path / "manuals", *NAMES, *arguments, file)

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_listing_without_a_tool_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.write_text('{"tools": [{"name": "1x"}]}', encoding="utf-8")
    done = run(tmp_path / "manuals", *NAMES, *STATED, file)

    assert done.exit_code == 1
    assert "left out  1x" in done.stdout
    assert "nothing was written" in done.stderr


INPUTS = {"type": "object", "properties": {"title": {"type": "string"}}}


@pytest.mark.parametrize(
    "tool",
    [
        {"name": "find_book", "description": "Find a book.", "input_schema": INPUTS},
        {"type": "function", "name": "find_book", "parameters": INPUTS},
        {"type": "function", "function": {"name": "find_book", "parameters": INPUTS}},
    ],
    ids=["anthropic", "openai-responses", "openai"],
)
def test_inputs_of_functions_are_kept_under_their_name_in_mcp(
    tool: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "tools.json"
    file.write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    done = run(tmp_path / "manuals", *NAMES, *STATED, file)
    (release,) = find_manual(tmp_path / "manuals", "acme/library").releases

    assert done.exit_code == 0, done.output
    assert release.tools[0].inputs == INPUTS
    assert "is called 'inputSchema' in MCP" in done.stdout


LISTED = json.dumps([{"name": "find_book", "description": "Find a book.", "inputSchema": INPUTS}])


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (LISTED, "utf-8"),
        (f"\ufeff\n{LISTED}", "utf-8"),
        (LISTED, "utf-16"),
        (f"\ufeff{LISTED}", "utf-16-be"),
        (
            (
                "event: message\r\ndata: {}\r\n\r\n"
                f'data: {{"result": {{"tools": {LISTED}}}}}\r\n\r\n'
            ),
            "utf-8",
        ),
    ],
    ids=["list", "list-with-mark", "of-powershell", "big-endian", "event-stream"],
)
def test_reply_is_read_as_programs_save_it(content: str, encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "tools.txt"
    file.write_text(content, encoding=encoding)
    done = run(tmp_path / "manuals", *NAMES, *STATED, file)
    (release,) = find_manual(tmp_path / "manuals", "acme/library").releases

    assert done.exit_code == 0, done.output
    assert [tool.name for tool in release.tools] == ["find_book"]


def test_tool_without_inputs_is_left_out_rather_than_invented(tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.write_text('{"tools": [{"name": "look", "description": "Look."}]}', encoding="utf-8")
    done = run(tmp_path / "manuals", *NAMES, *STATED, file)

    assert done.exit_code == 1
    assert "look: it has no `inputSchema`, so nothing is known of its inputs" in done.stdout


def test_utcp_tools_are_sent_to_their_own_import(tmp_path: Path) -> None:
    call = {"call_template_type": "http", "url": "https://api.acme.com/"}
    tool = {"name": "look", "inputs": INPUTS, "tool_call_template": call}
    file = tmp_path / "tools.json"
    file.write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    done = run(tmp_path / "manuals", *NAMES, *STATED, file)

    assert done.exit_code == 2
    assert "registry import utcp" in done.stderr


def test_what_comes_after_two_hyphens_is_a_command_even_if_it_is_a_file(tmp_path: Path) -> None:
    done = run(tmp_path, *NAMES, "--", "/bin/true")

    assert done.exit_code == 2
    assert "--server" not in done.stderr


def test_everything_that_is_missing_is_asked_for_at_once(tmp_path: Path) -> None:
    done = run(tmp_path / "out", "--", sys.executable, SERVER, "works", "")

    assert done.exit_code == 1
    assert "no publisher and no homepage; name them with --publisher and --homepage" in done.stderr


def test_path_of_this_machine_in_the_command_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, *NAMES, "--", sys.executable, SERVER, "works", "")

    assert f"the argument '{SERVER}' is a path of this machine" in done.stdout


def test_nothing_is_written_without_a_homepage(tmp_path: Path) -> None:
    out = tmp_path / "out"
    listing = tmp_path / "tools.json"
    tool = {"name": "read", "description": "Reads.", "inputSchema": {"type": "object"}}
    listing.write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    named = ("--publisher", "acme", "--manual", "library")
    done = run(out, listing, *named, "--server", "npx -y @acme/library@1.0.0")

    assert done.exit_code == 1
    assert "name it with --homepage" in done.stderr
    assert not out.exists()
