"""`registry import mcp` of a server on the official SDK, in the newest protocol that it speaks."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from mcp_types.version import LATEST_PROTOCOL_VERSION
from paths import TESTS

from registry import pipeline
from registry.catalogue.find_manual import find_manual
from registry.cli import main
from registry.client.mcp_servers import listing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SERVER = TESTS / "authoring" / "importers" / "mcp" / "sdk_server.py"
NAMES = ("--publisher", "acme", "--manual", "library", "--homepage", "https://acme.com/")
STATED = ("--server", "npx -y @acme/library@1.4.2")
WITHOUT_SDK = (
    "import sys; sys.modules['mcp'] = None\nfrom registry.__main__ import run; sys.exit(run())"
)


def test_server_is_asked_in_the_newest_protocol(tmp_path: Path) -> None:
    noted = tmp_path / "version"
    found = listing.of_command((sys.executable, str(SERVER), "3", str(noted)), {}, 30)

    assert len(found.tools) == 3
    assert found.server["name"] == "library"
    assert noted.read_text(encoding="utf-8") == LATEST_PROTOCOL_VERSION


@pytest.mark.parametrize("count", [1, 200])
def test_what_is_written_passes_the_check(count: int, tmp_path: Path) -> None:
    command = ("--", sys.executable, str(SERVER), str(count))
    out = tmp_path / "manuals"
    done = CliRunner().invoke(main, ["import", "mcp", "--out", str(out), *NAMES, *STATED, *command])

    assert done.exit_code == 0, done.output
    assert len(find_manual(out, "acme/library").releases[0].tools) == count
    assert pipeline.check(out).is_publishable


def test_server_without_a_tool_writes_nothing(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main,
        [
            "import",
            "mcp",
            "--out",
            str(tmp_path / "m"),
            *NAMES,
            "--",
            sys.executable,
            str(SERVER),
            "0",
        ],
    )

    assert done.exit_code == 1
    assert "no tool is left, so nothing was written" in done.stderr
    assert not (tmp_path / "m").exists()


def without_sdk(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT_SDK, "import", "mcp", *NAMES, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [("https://127.0.0.1:1/mcp",), ("--", "true")])
def test_missing_extra_is_named_in_one_sentence(words: tuple[str, ...], tmp_path: Path) -> None:
    done = without_sdk(tmp_path, *words)

    assert done.returncode == 2
    assert done.stderr.startswith("Error: this needs the extra `mcp`")
    assert len(done.stderr.splitlines()) == 1


def test_file_needs_no_extra(tmp_path: Path) -> None:
    tool = {"name": "look", "description": "Look.", "inputSchema": {"type": "object"}}
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    done = without_sdk(tmp_path, "tools.json", *STATED)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "manuals/acme/library/1.0.0.yaml").is_file()
