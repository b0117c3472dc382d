"""An API Blueprint is read as the OpenAPI document that says the same."""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from registry.authoring.importers.sources import UnusableSourceError
from registry.authoring.source_comparison import read_document
from registry.cli import main

HERE = Path(__file__).parent / "blueprints"
MANUAL = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_station
    description: Read a station.
    inputs:
      type: object
      properties:
        stationId: {type: integer, description: Which station.}
        units: {type: string, enum: [metres, feet], default: metres, description: Unit.}
      required: [stationId]
    outputs:
      type: object
      properties:
        name: {type: string}
        place: {type: object, properties: {lat: {type: integer}, lon: {type: string}}}
      required: [name]
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.harbour.example.net/v2/stations/{stationId}
x-registry:
  released: "2026-11-20"
  effects: read
  sources:
    - kind: api-blueprint
      repository: https://github.com/harbour/api
      path: stations.apib
      commit: 1a2b3c4d5e6f
      date: "2026-11-20"
"""


def test_blueprint_becomes_the_document_that_was_read_and_approved() -> None:
    """REGENERATE=1 writes it again."""
    expected = HERE / "stations.json"
    read = read_document(str(HERE / "stations.apib")).api.data
    if os.environ.get("REGENERATE"):
        expected.write_text(json.dumps(read, indent=1) + "\n", encoding="utf-8")

    assert read == json.loads(expected.read_text("utf-8"))


def check(tmp_path: Path, *options: str) -> Any:  # noqa: ANN401 - what click returns
    folder = tmp_path / "manuals/harbour/tides"
    folder.mkdir(parents=True)
    (folder.parent / "publisher.yaml").write_text("name: H\nhomepage: https://h.example.com/\n")
    (folder / "1.0.0.yaml").write_text(MANUAL)
    place = ["--manuals", str(tmp_path / "manuals"), "--document", str(HERE / "stations.apib")]
    return CliRunner().invoke(main, ["source", "check", "harbour/tides", *place, *options])


def test_manual_is_compared_with_a_blueprint(tmp_path: Path) -> None:
    done = check(tmp_path, "--json")
    found = json.loads(done.stdout)["facts"]
    verdicts = {each["fact"]: each["verdict"] for each in found}

    assert verdicts["call: host"] == verdicts["call: path"] == "right"
    assert verdicts["input units: enum"] == verdicts["input units: default"] == "right"
    # A number of MSON may be whole, but it is no string.
    assert verdicts["input stationId: type"] == verdicts["reply.place.lat: type"] == "right"
    assert verdicts["reply.place.lon: type"] == "wrong"
    assert [name for name, each in verdicts.items() if each == "wrong"] == [
        "reply.place.lon: type",
        "reply: documented reply",
    ]


def test_comparison_is_kept_under_the_source_that_names_the_blueprint(tmp_path: Path) -> None:
    check(tmp_path, "--write")
    kept = (tmp_path / "benchmarks/facts/harbour/tides.yaml").read_text("utf-8")

    assert "source: https://github.com/harbour/api stations.apib" in kept


def read(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    read_document(str(path))


def test_blueprint_without_a_call_is_no_document(tmp_path: Path) -> None:
    with pytest.raises(UnusableSourceError, match="no `paths`"):
        read(tmp_path / "a.apib", "FORMAT: 1A\n\n# Only words\n")


LINES = st.sampled_from(
    (
        *("# A [/a/{b}]", "## GET", "# Data Structures", "## T (T)", "+ Attributes (T)"),
        *("+ Response 200", "    + a: `x (", "        + (array[array[", "+ Parameters"),
        *("    + Body", "```", "\t{", "+ +", "("),
    )
)


@pytest.mark.slow
@given(st.lists(LINES | st.text(max_size=20), max_size=30))
@settings(max_examples=200)
def test_any_lines_are_read(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.apib"
        path.write_text("\n".join(["FORMAT: 1A", "# GET /always", *lines]), encoding="utf-8")

        assert "/always" in cast("dict[str, Any]", read_document(str(path)).api.data["paths"])


@pytest.mark.parametrize(
    "line",
    [
        *("+ a (" + "(" * 200_000, "    " * 5_000 + "+ a", "#" + " " * 300_000, "`" * 300_000),
        *("# A [" + "[" * 200_000, "# GET /a" + "{?" * 100_000, "+ a: " + "(a) " * 50_000),
    ],
)
def test_long_lines_take_no_time(line: str, tmp_path: Path) -> None:
    start = time.process_time()
    path = tmp_path / "a.apib"
    path.write_text(f"FORMAT: 1A\n# GET /a\n+ Parameters\n{line}\n" * 3, encoding="utf-8")
    read_document(str(path))

    assert time.process_time() - start < 5


def test_deep_lists_are_cut(tmp_path: Path) -> None:
    lists = "\n".join(" " * 2 * level + "    + a (object)" for level in range(2_000))
    path = tmp_path / "a.apib"
    path.write_text(f"FORMAT: 1A\n# GET /a\n+ Response 200\n  + Attributes\n{lists}", "utf-8")
    read = json.dumps(read_document(str(path)).api.data)

    assert 10 < read.count('"properties"') < 100
