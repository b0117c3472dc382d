"""Choosing among the operations of a large document: by tag, method, name and path."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from paths import ROOT

from registry.cli import main

BODIES = Path(__file__).parent / "documents" / "bodies.yaml"
KEYS = BODIES.with_name("keys.yaml")
MANY_OPERATIONS: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Acme Swagger UI beta", "version": "1"},
    "servers": [{"url": "https://api.acme.org"}],
    "paths": {
        f"/v1/{group}/{number}": {
            "get": {"summary": f"Returns number {number}.", "parameters": [], "x": "y" * 40_000}
        }
        for group in ("orders", "refunds")
        for number in range(30)
    },
}


def run(tmp_path: Path, *options: str) -> tuple[int, str]:
    command = ["import", "openapi", str(BODIES), "--out", str(tmp_path / "manuals"), *options]
    done = CliRunner().invoke(main, command)
    return done.exit_code, done.output


def test_list_groups_what_there_is_and_writes_nothing(tmp_path: Path) -> None:
    code, text = run(tmp_path, "--list", "--json")
    found = json.loads(text)["groups"]

    assert code == 0
    assert {each["name"] for each in found} >= {"json", "text"}
    assert all(each["bytes"] > 0 for each in found if each["tools"])
    assert not (tmp_path / "manuals").exists()


def test_methods_are_chosen_and_names_excluded(tmp_path: Path) -> None:
    _, text = run(tmp_path, "--only", "put", "--exclude", "json_with*", "--list", "--json")
    tools = [name for each in json.loads(text)["groups"] for name in each["tools"]]

    assert tools
    assert "json_with_charset" not in tools


def test_tags_are_chosen_by_patterns_too(tmp_path: Path) -> None:
    document = tmp_path / "many.json"
    document.write_text(json.dumps(MANY_OPERATIONS))
    code, text = imported(document, tmp_path, "--only", "REF*", "--list")

    assert code == 0
    assert "30 tools" in text
    assert "in 1 group\n" in text


def test_plainest_operations_are_those_that_read_near_the_root(tmp_path: Path) -> None:
    document = tmp_path / "api.json"
    stated = ("post /boards", "get /boards/{id}", "post /cards", "get /cards", "get /boards/a/b")
    paths: dict[str, Any] = {}
    for each in stated:
        method, path = each.split()
        paths.setdefault(path, {})[method] = {"summary": f"What {path} is."}
    document.write_text(json.dumps({**MANY_OPERATIONS, "paths": paths}))
    _, text = imported(document, tmp_path, "--max", "2", "--json")

    assert json.loads(text)["tools"] == ["get_boards_by_id", "get_cards"]


@pytest.mark.parametrize(
    ("title", "name"),
    [("Acme.org", "acme/main"), ("Acme API", "acme/acme"), ("Acme org charts", "acme/org-charts")],
)
def test_name_of_the_host_is_no_name_of_a_manual(title: str, name: str, tmp_path: Path) -> None:
    document = tmp_path / "api.json"
    document.write_text(json.dumps({**MANY_OPERATIONS, "info": {"title": title, "version": "1"}}))
    code, text = imported(document, tmp_path, "--max", "2")

    assert code == 0, text
    assert f"name: {name} (" in text


def test_pattern_that_matches_nothing_is_named_with_what_was_meant(tmp_path: Path) -> None:
    _, text = run(tmp_path, "--only", "json", "--exclude", "merge_pach")

    assert "no operation matches 'merge_pach'; did you mean 'merge_patch'?" in text


def imported(document: Path, tmp_path: Path, *options: str) -> tuple[int, str]:
    command = ["import", "openapi", str(document), "--out", str(tmp_path / "manuals"), *options]
    done = CliRunner().invoke(main, command)
    return done.exit_code, done.output


def test_refused_import_prints_what_refused_it_and_nothing_else(tmp_path: Path) -> None:
    document = tmp_path / "many.json"
    paths = {
        path: {
            "get": {**item["get"], "description": "What it is. " * 2_000, "responses": replies()}
        }
        for path, item in MANY_OPERATIONS["paths"].items()
    }
    document.write_text(json.dumps({**MANY_OPERATIONS, "paths": paths}))

    code, text = imported(document, tmp_path)

    assert code == 1
    assert "1,024 KiB" in text
    assert "--only, such as orders (30), refunds (30); --list shows all there is" in text
    assert "changed " not in text
    assert text.count("\n") < 10


def replies() -> dict[str, object]:
    words = {"type": "string", "description": "As long as a description may be. " * 8}
    schema = {"type": "object", "properties": {f"field_{number}": words for number in range(100)}}
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}


def test_names_are_proposed_and_variables_begin_with_that_of_the_publisher(tmp_path: Path) -> None:
    code, text = imported(KEYS, tmp_path, "--only", "current", "--only", "described")
    written = (tmp_path / "manuals" / "acme" / "weather" / "1.0.0.yaml").read_text()

    assert code == 0
    assert "name: acme/weather (--publisher and --manual change it; once merged, it stays)" in text
    assert "${ACME_KEY}" in written
    assert "Bearer ${ACME_TOKEN}" in written


def test_draft_is_written_again_only_if_asked_and_a_merged_release_never(tmp_path: Path) -> None:
    imported(KEYS, tmp_path, "--only", "current")
    refused = imported(KEYS, tmp_path, "--only", "two")
    replaced = imported(KEYS, tmp_path, "--only", "two", "--replace")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "manuals: weather"]):
        subprocess.run([*git, *command], check=True)
    merged = imported(KEYS, tmp_path, "--only", "current", "--replace")

    assert (refused[0], replaced[0], merged[0]) == (2, 0, 2)
    assert "write your draft again with --replace" in refused[1]
    assert "is part of HEAD, and a merged release never changes" in merged[1]
    assert "name: two" in (tmp_path / "manuals/acme/weather/1.0.0.yaml").read_text()


@pytest.mark.slow
def test_terminal_is_asked_which_operations_of_a_large_document_are_wanted(tmp_path: Path) -> None:
    document = tmp_path / "many.json"
    document.write_text(json.dumps(MANY_OPERATIONS))
    command = [sys.executable, "-m", "registry", "import", "openapi", str(document)]
    ours, theirs = pty.openpty()
    os.write(ours, b"refunds\n")
    out = ["--out", str(tmp_path / "manuals")]
    done = subprocess.run(
        [*command, *out], check=True, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE
    )
    asked = os.read(ours, 10_000).decode()

    assert "30 tools" in asked
    assert "which (names as above" in asked
    assert b"60  operations became 30 tools" in b" ".join(done.stdout.split(b" " * 5))


def test_import_is_as_strict_as_the_registry_that_it_writes_into(tmp_path: Path) -> None:
    orders = ROOT / "benchmarks/walks/documents/orders.json"
    names = ("--publisher", "acme", "--homepage", "https://www.acme.com")
    refused, _ = imported(orders, tmp_path, *names, "--manual", "orders")
    (tmp_path / "rules.yaml").write_text("levels: {internal-host: ignored}\n", encoding="utf-8")
    accepted, _ = imported(orders, tmp_path, *names, "--manual", "sales")

    assert (refused, accepted) == (1, 0)
