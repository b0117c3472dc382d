"""What a comparison has found is kept beside the manuals, with what people wrote there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from registry import pipeline, source
from registry.cli import main

HERE = Path(__file__).parent
DOCUMENT = str(HERE / "documents/3.0.yaml")
FACTS = "benchmarks/facts/harbour/stations.yaml"

LOOKED_UP = """looked_up:
  - source: https://docs.harbour.example.net/moon
    date: "2026-11-19"
    tools:
      get_moon:
        call: GET https://api.harbour.example.net/v1/moon
        required: []
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HERE / "manuals", tmp_path / "manuals")
    monkeypatch.chdir(tmp_path)


def write(*arguments: str) -> Any:  # noqa: ANN401 - what click has it return
    documents = arguments or ("--document", DOCUMENT)
    return CliRunner().invoke(main, ["source", "check", "harbour/stations", "--write", *documents])


def written() -> dict[str, Any]:
    document, problems = source.read_document(FACTS, Path(FACTS).read_bytes())
    assert document is not None, problems
    return document.data


def test_counts_add_up_to_what_was_printed() -> None:
    done = write()

    tools = written()["compared"]["tools"]
    assert "184 right, 35 wrong, 11 stricter, 7 not found" in done.stdout
    assert [
        sum(counts.get(key, 0) for counts in tools.values())
        for key in ("right", "wrong", "stricter", "not_found")
    ] == [184, 35, 11, 7]
    assert len(tools) == 7


def test_document_is_named_as_the_release_names_it() -> None:
    write()

    (document,) = written()["compared"]["documents"]
    assert document["source"] == "https://github.com/harbour/specs specs/3.0.yaml"
    assert document["state"] == "1a2b3c4d5e"


def test_every_difference_is_listed() -> None:
    write()

    assert len(written()["differences"]) == 35 + 11


def test_what_people_wrote_stays() -> None:
    write()
    reason = "The reference names this host, and the document is older."
    lines = Path(FACTS).read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("    document:"))
    lines.insert(first + 1, f"    because: {reason}")
    Path(FACTS).write_text("\n".join([*lines, LOOKED_UP]), "utf-8")

    write()

    assert [each["because"] for each in written()["differences"] if "because" in each] == [reason]
    assert "get_moon" in written()["looked_up"][0]["tools"]


def test_second_writing_changes_nothing() -> None:
    write()
    first = Path(FACTS).read_bytes()
    write()

    assert Path(FACTS).read_bytes() == first


def test_file_is_sound() -> None:
    write()

    assert FACTS not in {each.place.path for each in pipeline.check(Path("manuals")).diagnostics}


def test_documents_are_those_that_the_release_names() -> None:
    done = write("--document", DOCUMENT, "--document", DOCUMENT)

    assert done.exit_code == 2
    assert "names 1 sources that can be compared, and 2 were given" in done.stderr


def test_file_that_cannot_be_read_is_left_alone() -> None:
    Path(FACTS).parent.mkdir(parents=True)
    Path(FACTS).write_text("release: 1.0.0\nnotes: mine\n", "utf-8")

    assert write().exit_code == 2
    assert Path(FACTS).read_text("utf-8") == "release: 1.0.0\nnotes: mine\n"
