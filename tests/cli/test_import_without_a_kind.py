"""`registry import FILE`, without a kind, says which one takes the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "api.yaml": ("openapi: 3.0.0\n", "`registry import openapi api.yaml`"),
    "tides": ('{"info": {}, "item": []}', "`registry import postman tides`"),
    "calls.sh": ("curl https://api.example.com/\n", "`registry import curl calls.sh`"),
    "tools.py": ("import os\n", "`registry import python tools.py`"),
    "tides.proto": ('syntax = "proto3";\n', "no client calls gRPC"),
    "x.json": ('{"x": 1}', "is of no kind that is known; `registry import --help` lists those"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("before", [(), ("swagger",)])
def test_file_is_named_with_the_import_that_takes_it(
    name: str, before: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text, said = FILES[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["import", *before, name])

    assert done.exit_code == 2
    assert said in done.output


def test_url_is_not_visited_to_say_what_it_is() -> None:
    done = CliRunner().invoke(main, ["import", "https://127.0.0.1:1/openapi.json"])

    assert done.exit_code == 2
    assert "`registry import openapi https://127.0.0.1:1/openapi.json`" in done.output


def test_file_that_is_not_there_is_said_to_be_missing() -> None:
    done = CliRunner().invoke(main, ["import", "nothing.json"])

    assert "nothing.json: No such file or directory" in done.output


def test_misspelt_kind_is_corrected() -> None:
    done = CliRunner().invoke(main, ["import", "opanapi"])

    assert done.exit_code == 2
    assert "Did you mean 'openapi'?" in done.output
