"""Providers' documents are looked at again, politely, and only what is new is reported."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from websites import offline, serving

from registry.authoring.source_comparison import drift, report
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.cli import main
from registry.model.sources import Source, SourceKind

if TYPE_CHECKING:
    from registry.authoring.source_comparison.drift import Drift

__all__ = ["offline"]

HERE = Path(__file__).parent
DOCUMENT = HERE / "documents/3.0.yaml"
ADDRESS = "raw.githubusercontent.com/harbour/specs/HEAD/specs/3.0.yaml"
TEXT = DOCUMENT.read_text("utf-8")


@pytest.fixture(autouse=True)
def compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a registry in which one of two manuals was compared."""
    shutil.copytree(HERE / "manuals", tmp_path / "manuals")
    monkeypatch.chdir(tmp_path)
    arguments = ["source", "check", "harbour/stations", "--write", "--document", str(DOCUMENT)]
    CliRunner().invoke(main, arguments)


def watched(pages: dict[str, int | str]) -> tuple[list[Drift], list[str], list[float]]:
    """Return what came of a look, what the servers were asked for, and the pauses."""
    pauses: list[float] = []
    manuals = assemble(load_tree(Path("manuals")))[0].manuals
    with serving(pages) as web:
        found = [*drift.watch(manuals, at=web.at, wait=pauses.append)]
    return found, web.asked, pauses


def test_document_that_stayed_is_no_drift() -> None:
    (found,), asked, pauses = watched({ADDRESS: TEXT})

    assert not found.is_drifted
    assert found.obstacle == ""
    assert asked == ["raw.githubusercontent.com/robots.txt", ADDRESS]
    assert len(pauses) == 1


def test_other_bytes_with_the_same_facts_are_no_drift() -> None:
    (found,), _, _ = watched({ADDRESS: f"# Looked over in May\n{TEXT}"})

    assert not found.is_drifted


def test_fact_that_changed_is_reported_and_what_was_known_is_not() -> None:
    assert TEXT.count("maximum: 14") == 1
    (found,), _, _ = watched({ADDRESS: TEXT.replace("maximum: 14", "maximum: 13")})

    assert {(each.tool, each.fact, each.manual, each.document) for each in found.changed} == {
        ("get_right", "input days: maximum", "14", "13"),
        ("get_wrong", "input days: maximum", "15", "13"),
    }


def test_call_that_is_gone_is_reported() -> None:
    (found,), _, _ = watched({ADDRESS: TEXT.replace("  /old:", "  /older:")})

    assert found.gone == ("get_old",)


@pytest.mark.parametrize(
    ("pages", "obstacle"),
    [
        ({}, "the server answers 404"),
        ({ADDRESS: "<html>"}, "cannot be read as JSON or YAML"),
        ({ADDRESS: "a: 1"}, "it is not an OpenAPI document"),
        ({ADDRESS: TEXT, "raw.githubusercontent.com/robots.txt": 503}, "robots.txt"),
        ({ADDRESS: TEXT.replace("#/components/", "parts.yaml#/", 1)}, "is in several files"),
    ],
)
def test_what_cannot_be_compared_is_said_and_is_no_drift(
    pages: dict[str, int | str], obstacle: str
) -> None:
    (found,), _, _ = watched(pages)

    assert obstacle in found.obstacle
    assert not found.is_drifted


def test_document_of_several_manuals_is_asked_for_once_even_if_it_does_not_come() -> None:
    manuals = [each for each in assemble(load_tree(Path("manuals")))[0].manuals for _ in range(2)]
    with serving({}) as web:
        found = [*drift.watch(manuals, at=web.at, wait=lambda _: None)]

    assert [each.obstacle for each in found] == [found[0].obstacle] * 2
    assert "404" in found[0].obstacle
    assert web.asked == ["raw.githubusercontent.com/robots.txt", ADDRESS]


@pytest.mark.parametrize(
    ("source", "url"),
    [
        (
            {"repository": "https://github.com/a/b.git", "path": "x y.yaml"},
            "https://raw.githubusercontent.com/a/b/HEAD/x%20y.yaml",
        ),
        (
            {"repository": "https://gitlab.com/a/b/", "path": "x.yaml"},
            "https://gitlab.com/a/b/-/raw/HEAD/x.yaml",
        ),
        (
            {"package": "npm:@a/b", "path": "x.json"},
            "https://cdn.jsdelivr.net/npm/@a/b@latest/x.json",
        ),
        ({"url": "https://www.acme.com/x.json"}, "https://www.acme.com/x.json"),
        ({"package": "pypi:b", "path": "x.json"}, ""),
        ({"repository": "https://git.acme.com/b", "path": "x.json"}, ""),
    ],
)
def test_newest_state_of_a_source_has_an_address(source: dict[str, Any], url: str) -> None:
    assert drift.newest_url(Source(SourceKind.OPENAPI, "2026-11-20", **source)) == url


def test_what_providers_write_is_inert_in_an_issue() -> None:
    hostile = "enum: ['<b>@wile</b> [x](https://evil.example)', feet]"
    assert "enum: [metres, feet]" in TEXT
    (found,), _, _ = watched({ADDRESS: TEXT.replace("enum: [metres, feet]", hostile, 1)})
    text = report.drift_as_markdown(found)

    assert found.changed
    assert "<b>" not in text
    assert "](https://evil" not in text


def test_folder_that_cannot_be_made_is_refused_before_any_visit() -> None:
    done = CliRunner().invoke(main, ["source", "drift", "--into", "/proc/drift"])

    assert done.exit_code == 1
    assert "/proc/drift" in done.stderr
    assert done.stdout == ""


def test_command_prints_one_line_for_the_workflow(
    offline: None,
) -> None:
    done = CliRunner().invoke(main, ["source", "drift", "--github-output", "--into", "drift"])

    assert done.stdout == "drifted=[]\n"
    assert "0 manuals compared, 0 drifted, 1 not compared" in done.stderr
    assert done.exit_code == 0
