"""What cannot be offered is named in one sentence before the server starts."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from lab import write_site
from redigest import redigest

from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "wrong",
    [
        {"inputs": {"properties": None}},
        {"inputs": {"properties": {"a[b]": {}}, "required": 5}},
        {"call": None},
    ],
)
def test_exposed_tool_that_is_damaged_is_named(wrong: dict[str, Any], tmp_path: Path) -> None:
    site = write_site(tmp_path, "http://127.0.0.1:9")
    record = site / "v1/tools/acme/lab/get_thing.json"
    said = json.loads(record.read_bytes())
    said["definition"] |= wrong
    record.write_text(json.dumps(said), encoding="utf-8")
    redigest(site)

    assert re.fullmatch(r"Error: tools/acme/lab/get_thing\.json is damaged .+\n", refused(site))


@pytest.mark.parametrize("tool", ["acme/lab/get_thin", "acme/lap", "acme"])
def test_exposed_tool_that_is_not_there_is_named(tool: str, tmp_path: Path) -> None:
    site = write_site(tmp_path, "http://127.0.0.1:9")

    assert re.fullmatch(rf"Error: .*{tool.rpartition('/')[2]}'.*\n", refused(site, tool))


@pytest.mark.parametrize("name", ["acmee", "acme/lap", "acme/lap/get_thing", "lab"])
def test_server_that_would_offer_nothing_names_what_is_misspelt(name: str, tmp_path: Path) -> None:
    site = write_site(tmp_path, "http://127.0.0.1:9")

    assert refused(site, name, "--only") == (
        f"Error: there is no publisher, manual or tool {name!r} to offer\n"
    )


def refused(site: Path, name: str = "acme/lab", option: str = "--expose") -> str:
    done = CliRunner().invoke(main, ["mcp", "--registry", str(site), option, name])

    assert done.exit_code == 2
    return done.stderr
