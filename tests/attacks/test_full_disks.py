"""Wherever a disk becomes full, what was there stays whole, and one sentence names a file."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from attack import TIMES
from publishing import published
from redigest import redigest
from upstreams import publisher, release

if TYPE_CHECKING:
    from pathlib import Path

resource = pytest.importorskip("resource")

pytestmark = pytest.mark.slow

FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1))
from registry.cli import main
main(sys.argv[2:])
"""
ROOMS = (0, 100, 2_000, 20_000)[:: 1 if TIMES > 1 else 2]
"""Bytes of the largest file that can be written."""


def on_a_full_disk(folder: Path, room: int, *command: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-B", "-c", FULL, str(room), *command]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "registry"
    for name in ("acme", "brook"):
        manual = folder / "manuals" / name / "weather"
        manual.mkdir(parents=True)
        (manual.parent / "publisher.yaml").write_text(publisher(name), encoding="utf-8")
        (manual / "1.0.0.yaml").write_text(release(name) + "# x\n" * 600, encoding="utf-8")
    tool = {
        "name": "get_time",
        "description": "Tell the time of day in a city by its name." * 40,
        "inputs": {"type": "object"},
        "tool_call_template": {"call_template_type": "http", "url": "https://api.dell.com/time"},
    }
    (folder / "utcp.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    servers = {f"other{number}": {"command": "x", "args": ["y" * 40]} for number in range(40)}
    (folder / "host.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    (folder / "host.toml").write_text('[a]\nb = "c"\n' + "# kept\n" * 600, encoding="utf-8")
    published().write(tmp_path / "site")
    redigest(tmp_path / "site")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder.parent).as_posix(): path.read_bytes()
        for path in folder.parent.rglob("*")
        if path.is_file() and not {".cache", "site"} & {*path.parts}
    }


SITE = "https://registry.example.com/"
COMMANDS = {
    "bump": ("bump", "patch", "acme/weather"),
    "new": ("new", "cove/clock", "--yes"),
    "import": ("import", "utcp", "utcp.json", "--publisher", "dell", "--manual", "clock"),
    "fmt": ("fmt", "manuals/acme"),
    "init": ("init", "fresh"),
    "trust": ("trust", "init", "--keys", "../keys"),
    "lock": ("lock", "add", "acme/tides", "--registry", "../site"),
    "lock again": ("lock", "add", "brook/tides", "--registry", "../site", "--file", "kept.lock"),
    "schemas": ("init", ".", "--schemas"),
    "mcp install": ("mcp", "install", "cursor", "--registry", SITE, "--file", "host.json"),
    "mcp install codex": ("mcp", "install", "codex", "--registry", SITE, "--file", "host.toml"),
    "check": ("check", "manuals/acme"),
}


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_command_leaves_what_was_there(command: str, room: int, folder: Path) -> None:
    before = files(folder)
    done = on_a_full_disk(folder, room, *COMMANDS[command])
    after = files(folder)

    assert {name: after.get(name) for name in before if after.get(name) != before[name]} == {} or (
        done.returncode == 0
    )
    assert "Traceback" not in done.stderr
    if done.returncode:
        assert len(done.stderr.splitlines()) <= 3, done.stderr
    written = {name: data for name, data in after.items() if name not in before}
    assert all(data for data in written.values()), [name for name in written if not written[name]]
