"""Whatever a report can name has a page that explains it."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from command_line import refused, run
from paths import ROOT
from seen import some

from registry.rules import documented
from registry.rules._reader_checks import sections

if TYPE_CHECKING:
    from pathlib import Path

ID = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")

REPORTING = {
    *("report", "stop", "problem", "Diagnostic", "Fault", "Wording"),
    *("_report", "_fail"),
}
"""The functions that are given the id of a check."""

NO_CHECKS = {"utf-8"}


@cache
def ids_in_code() -> set[str]:
    found = set()
    for path in (ROOT / "registry").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name_of(node.func) in REPORTING:
                found |= {
                    argument.value
                    for argument in node.args
                    if isinstance(argument, ast.Constant)
                    and isinstance(argument.value, str)
                    and ID.fullmatch(argument.value)
                }
    return found


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def ids_in_schemas() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "registry").rglob("*.json"))
    return {found for text in texts for found in re.findall(r'"x-rule": "([^"]+)"', text)}


def ids_in_expectations() -> set[str]:
    texts = (
        path.read_text(encoding="utf-8", errors="replace")
        for path in (ROOT / "tests").rglob("*")
        if path.suffix in (".yaml", ".expect") or path.name == "expect"
    )
    comments = (found for text in texts for found in re.findall(r"# expect: ([a-z0-9, -]+)$", text))
    return {each.strip() for comment in comments for each in comment.split(",")}


def test_the_code_names_checks() -> None:
    assert {"yaml-alias", "unknown-key", "malformed-name", "missing-address"} <= ids_in_code()


@pytest.mark.parametrize("find", [ids_in_code, ids_in_schemas, ids_in_expectations])
def test_every_id_is_explained(find: object) -> None:
    assert callable(find)
    missing = find() - NO_CHECKS - {rule.id for rule in documented()}

    assert not missing, f"add a section to registry/rules/reader_checks/*.md: {sorted(missing)}"


def test_nothing_is_explained_twice() -> None:
    ids = [section.id for section in sections()]

    assert len(ids) == len(set(ids))


def test_explanations_begin_with_what_is_wrong() -> None:
    short = [
        rule.id
        for rule in some(documented())
        if not re.fullmatch(r"[A-Z`].{10,88}\.", rule.title) or len(rule.reason) <= 10
    ]

    assert short == []


@pytest.mark.slow
def test_rule_that_is_misspelt_is_answered_with_the_nearest_one(tmp_path: Path) -> None:
    refused(run("explain", "plain-htp-url", folder=tmp_path), 2, "did you mean 'plain-http-url'")
    refused(run("explain", "zzz", folder=tmp_path), 2, "`registry explain` lists all")


@pytest.mark.slow
def test_rule_is_told_with_its_severity_and_its_group(tmp_path: Path) -> None:
    told = run("explain", "missing-description", folder=tmp_path).stdout
    printed = run("explain", "--json", "model-addressed", folder=tmp_path).stdout
    (as_json,) = json.loads(printed)["rules"]

    assert told.startswith("missing-description (warning, quality)\n\n")
    assert (as_json["severity"], as_json["group"]) == ("note", "security")


@pytest.mark.slow
def test_rules_are_listed_without_a_name(tmp_path: Path) -> None:
    listed = run("explain", folder=tmp_path).stdout.splitlines()
    as_json = json.loads(run("explain", "--json", folder=tmp_path).stdout)

    assert [line.split()[0] for line in listed] == [each["id"] for each in as_json["rules"]]
    assert any(line.startswith("plain-http-url") for line in listed)
