"""A manual is compared with its provider's document fact by fact, whatever version that is in."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from seen import some

from registry.authoring.source_comparison import Verdict, compare_release, read_document
from registry.catalogue.find_manual import find_manual
from registry.cli import main

HERE = Path(__file__).parent
VERSIONS = ("2.0.yaml", "3.0.yaml", "3.1.json")
GOLDEN = HERE / "stations.txt"
_OF_ONE_VERSION = ("call: host", "input reading: place", "input reading: required")
"""Only OpenAPI 3 has variables in servers and, for forms, one body; 2.0 has fields."""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


def check(*arguments: str) -> Any:  # noqa: ANN401 - what click has it return
    return CliRunner().invoke(main, ["source", "check", *arguments])


def facts(version: str) -> list[dict[str, Any]]:
    done = check("harbour/stations", "--document", f"documents/{version}", "--json")
    found: list[dict[str, Any]] = json.loads(done.stdout)["facts"]
    return found


def verdicts(version: str) -> Counter[tuple[str, str, str]]:
    return Counter(
        (each["tool"], each["fact"], each["verdict"])
        for each in facts(version)
        if each["fact"] not in _OF_ONE_VERSION
        if (each["tool"], each["fact"]) != ("add_reading", "call: content type")
    )


def test_what_is_not_right_is_shown_with_both_places() -> None:
    """Read and approved; REGENERATE=1 writes it again."""
    done = check("harbour/stations", "--document", "documents/3.0.yaml")
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(done.stdout, encoding="utf-8")

    assert done.stdout == GOLDEN.read_text(encoding="utf-8")
    assert done.exit_code == 1


def test_every_version_of_openapi_says_the_same() -> None:
    first, *others = (verdicts(version) for version in VERSIONS)

    assert all(other == first for other in others)


def test_manual_that_says_what_the_document_says_is_right() -> None:
    found = [each for each in facts("3.0.yaml") if each["tool"] == "get_right"]

    assert len(found) > 80
    assert {each["fact"] for each in found if each["verdict"] != "right"} == {
        "input since: pattern"
    }


def test_every_place_leads_to_what_is_said_there() -> None:
    document = read_document("documents/3.0.yaml")
    for each in some(facts("3.0.yaml")):
        line = Path(each["manual"]["path"]).read_text("utf-8").splitlines()
        assert line[each["manual"]["line"] - 1]
        pointer = each["document"]["pointer"]
        holder = pointer.rpartition("/")[0]
        assert document.api.at(pointer if _is_there(document, pointer) else holder) is not None


def _is_there(document: Any, pointer: str) -> bool:  # noqa: ANN401 - an ApiDocument
    from registry.authoring.importers.openapi import BrokenReferenceError  # noqa: PLC0415

    try:
        document.api.at(pointer)
    except BrokenReferenceError:
        return False
    return True


def test_all_facts_are_printed_when_asked_for() -> None:
    done = check("harbour/stations", "--document", "documents/3.0.yaml", "--all")

    assert " right get_right, call: path" in done.stdout


@pytest.mark.parametrize("referring", ["stations.yaml", "operations.yaml"])
def test_document_in_several_files_is_read_whole_and_nothing_outside_its_folder(
    referring: str,
) -> None:
    """The first refers to a path item, the second to an operation."""
    document = read_document(f"documents/split/{referring}")
    release = find_manual(Path("manuals"), "harbour/split").releases[0]
    found = {
        each.finding.subject: (each.finding.verdict, each.finding.document)
        for each in compare_release(release, [document]).facts
        if each.finding.kind == "type"
    }

    assert found["reply.word"] == (Verdict.WRONG, "string")
    assert found["reply.number"] == (Verdict.WRONG, "integer")
    assert found["reply.secret"] == (Verdict.NOT_FOUND, "nothing")
    assert found["reply.far"] == (Verdict.NOT_FOUND, "nothing")


def test_document_comes_from_standard_input_too() -> None:
    words = ["source", "check", "harbour/stations", "--json", "--document", "-"]
    done = CliRunner().invoke(main, words, input=(HERE / "documents/3.0.yaml").read_text())

    found = [each["verdict"] for each in json.loads(done.stdout)["facts"]]
    assert found == [each["verdict"] for each in facts("3.0.yaml")]


def test_places_in_files_beside_are_named_by_their_file() -> None:
    done = check("harbour/split", "--document", "documents/split/stations.yaml")

    assert "(shared/reply.yaml#/kinds/number/type)" in done.stdout


@pytest.mark.parametrize("document", ["part.yaml", "yours.yaml", "anyone.yaml"])
def test_document_that_names_no_host_is_compared_by_path(document: str) -> None:
    """A part has no version either; `your-harbour` and `{your-domain}` are the reader's own."""
    release = find_manual(Path("manuals"), "harbour/cloud").releases[0]
    found = compare_release(release, [read_document(f"documents/{document}")])
    verdicts = {
        (each.finding.subject, each.finding.kind): each.finding.verdict for each in found.facts
    }

    assert not found.missing
    assert verdicts["call", "host"] is Verdict.NOT_FOUND
    assert verdicts["reply.word", "type"] is Verdict.RIGHT
    assert not found.count(Verdict.WRONG)


def test_host_that_only_ends_like_one_for_examples_is_named(tmp_path: Path) -> None:
    document = tmp_path / "document.yaml"
    ours = '"https://notanexample.com/of/{harbour}"'
    yours = Path("documents/yours.yaml").read_text("utf-8")
    document.write_text(yours.replace("https://your-harbour.example-cloud.net", ours))
    release = find_manual(Path("manuals"), "harbour/cloud").releases[0]
    (host,) = (
        each.finding
        for each in compare_release(release, [read_document(str(document))]).facts
        if each.what == "call: host"
    )

    assert (host.verdict, host.document) == (Verdict.WRONG, "notanexample.com")


def test_nothing_wrong_is_exit_code_0(tmp_path: Path) -> None:
    release = (HERE / "manuals/harbour/split/1.0.0.yaml").read_text("utf-8")
    manual = tmp_path / "manuals/harbour/split/1.0.0.yaml"
    manual.parent.mkdir(parents=True)
    manual.write_text(
        release[: release.index("      properties:")] + release[release.index("    tool_call") :]
    )
    done = check(
        *("harbour/split", "--manuals", str(tmp_path / "manuals")),
        *("--document", "documents/split/stations.yaml"),
    )

    assert done.exit_code == 0, done.output


def test_key_among_the_parameters_lets_in_beside_a_token() -> None:
    done = check("harbour/keyed", "--document", "documents/keyed.yaml")

    assert done.exit_code == 0, done.output


def test_reply_that_is_null_is_no_example() -> None:
    done = check("harbour/keyed", "--document", "documents/keyed.yaml", "--all")

    assert "documented reply" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("harbour/boats", "--document", "documents/3.0.yaml"), "no manual 'harbour/boats'"),
        (("harbour/stations", "--document", "documents/none.yaml"), "No such file"),
        (("harbour/stations", "--document", "stations.txt"), "cannot be read as JSON or YAML"),
        (
            ("harbour/stations", "--document", "documents/secret.yaml"),
            "it is not an OpenAPI document",
        ),
    ],
)
def test_what_cannot_be_compared_is_wrong_use(arguments: tuple[str, ...], told: str) -> None:
    done = check(*arguments)

    assert done.exit_code == 2
    assert told in done.stderr
