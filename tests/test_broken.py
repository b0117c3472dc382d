"""A broken manual is named with its rule and line, in whatever way, and nothing is published.

Each folder of `tests/broken/` holds files that are laid over the sound tree in `_base`. What is
expected stands in comments, or in the file `expect` as lines of path, line and rule.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from broken import CASES, FOLDER, expected, lay_out
from command_line import run
from paths import ROOT
from publishing import SETTINGS

from registry import pipeline
from registry.diagnostics import Severity

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = ROOT / "mkdocs.yml"
ONE_FOR_EACH_STEP = (
    *(
        "stray-file",
        "release-named-badly",
        "yaml-tab",
        "tool-without-name",
        "registry-misspelt-key",
    ),
    *("two-manuals-of-one-joined-name", "url-loopback", "schema-remote-reference"),
)
"""Cases that the listing of files, the reader, the structure, the join and the rules find."""


def test_the_tree_below_the_cases_is_sound(tmp_path: Path) -> None:
    shutil.copytree(FOLDER / "_base", tmp_path, dirs_exist_ok=True)

    assert pipeline.check(tmp_path / "manuals").diagnostics == ()


@pytest.mark.parametrize("case", CASES)
def test_every_problem_is_named(case: str, tmp_path: Path) -> None:
    checked = pipeline.check(lay_out(case, tmp_path))
    errors = {
        (each.place.path, each.place.line, each.rule)
        for each in checked.diagnostics
        if each.severity is Severity.ERROR
    }

    assert expected(case), "the case expects nothing"
    assert errors == expected(case)
    assert not checked.is_publishable


def test_manual_below_several_keys_is_taken_out_of_all_at_once(tmp_path: Path) -> None:
    checked = pipeline.check(lay_out("mcp-event-stream", tmp_path))
    (error,) = (each for each in checked.diagnostics if each.severity is Severity.ERROR)

    assert error.hint == "keep only the value of `data.result`: start the file with `tools:`"


def test_release_is_not_to_be_renamed_to_one_that_exists(tmp_path: Path) -> None:
    checked = pipeline.check(lay_out("version-of-another-release", tmp_path))
    (error,) = (each for each in checked.diagnostics if each.severity is Severity.ERROR)

    assert error.hint == "write '1.0.1' here"


def test_tool_with_phrases_of_its_own_is_not_meant_by_those_of_another(tmp_path: Path) -> None:
    checked = pipeline.check(lay_out("listing-asks-for-unknown-tool", tmp_path))
    (error,) = (each for each in checked.diagnostics if each.severity is Severity.ERROR)

    assert error.hint == "name one of its tools, or remove the phrases"


@pytest.mark.slow
@pytest.mark.parametrize("case", [*ONE_FOR_EACH_STEP])
def test_nothing_is_built_and_the_earlier_site_stays(case: str, tmp_path: Path) -> None:
    manuals = lay_out(case, tmp_path)
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("the site of yesterday", encoding="utf-8")

    built = pipeline.build(manuals, site, CONFIG, SETTINGS)

    assert built.written == {}
    assert [path.name for path in site.iterdir()] == ["index.html"]
    assert (site / "index.html").read_text(encoding="utf-8") == "the site of yesterday"
    assert {path.name for path in tmp_path.iterdir()} <= {
        *("benchmarks", "expect", "manuals", "rules.yaml", "site")
    }


@pytest.mark.slow
@pytest.mark.parametrize("output", ["text", "github", "json", "sarif", "markdown"])
def test_the_command_names_every_problem_of_every_case_in_one_run(
    output: str, tmp_path: Path
) -> None:
    manuals = tmp_path / "manuals"
    wanted = lay_out_side_by_side(manuals)

    done = run("check", "--format", output, "--manuals", manuals, folder=tmp_path)

    assert done.returncode == 1
    assert done.stderr == ""
    printed = done.stdout
    assert {rule for rule in wanted if rule not in printed} == set()
    assert all(line.isprintable() for line in printed.split("\n"))


def lay_out_side_by_side(manuals: Path) -> set[str]:
    """Put the broken release of every case into one tree; return the rules that it breaks."""
    shutil.copytree(FOLDER / "_base" / "manuals", manuals)
    rules = set()
    for case in CASES:
        release = FOLDER / case / "manuals" / "example" / "sample" / "1.0.0.yaml"
        if release.exists():
            (manuals / "example" / case).mkdir()
            shutil.copy(release, manuals / "example" / case)
            rules |= {rule for _, _, rule in expected(case)}
    return rules


@pytest.mark.slow
def test_the_command_adds_to_the_summary_of_a_job(tmp_path: Path) -> None:
    manuals = lay_out("url-plain-http", tmp_path)
    page = tmp_path / "summary.md"

    words = ("check", "--format", "github", "--manuals", manuals)
    run(*words, folder=tmp_path, GITHUB_STEP_SUMMARY=str(page))

    assert page.read_text(encoding="utf-8").startswith("## 1 error")
