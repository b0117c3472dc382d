"""`registry check` reports the problems of a tree, of some paths, or of what a commit changes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from broken import lay_out
from command_line import refused, run, shown_on_a_terminal

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

_SAID = ("--description", "Tell the next high tide.", "--task", "When is the next high tide?")
TIDES = ("--url", "https://api.acme.com/v1/tides", *_SAID)
"""What `registry new` makes a manual of that has no problem."""


def test_problems_link_the_rules_of_the_site_beside_the_manuals(tmp_path: Path) -> None:
    (tmp_path / "manuals" / "Acme").mkdir(parents=True)
    (tmp_path / "manuals" / "Acme" / "publisher.yaml").write_text("name: Acme\n", encoding="utf-8")
    alone = run("check", folder=tmp_path)
    (tmp_path / "mkdocs.yml").write_text("site_url: https://tools.acme.com/\n", encoding="utf-8")

    assert "see: registry explain malformed-name\n" in alone.stdout
    assert (
        "see: https://tools.acme.com/rules/malformed-name/\n"
        in run("check", folder=tmp_path).stdout
    )


def test_sarif_brings_the_documentation_of_each_rule(tmp_path: Path) -> None:
    (tmp_path / "manuals" / "Acme").mkdir(parents=True)
    (tmp_path / "manuals" / "Acme" / "publisher.yaml").write_text("name: Acme\n", encoding="utf-8")
    log = json.loads(run("check", "--format", "sarif", folder=tmp_path).stdout)
    rules = log["runs"][0]["tool"]["driver"]["rules"]

    assert "malformed-name" in [rule["id"] for rule in rules]
    assert all(
        rule["help"]["markdown"].startswith(rule["shortDescription"]["text"]) for rule in rules
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal that a test can read")
def test_terminal_is_shown_the_line_of_the_file_that_was_checked(tmp_path: Path) -> None:
    """And not that of the file which the path leads to from here."""
    for name, text in (("here", "name: Here\n"), ("there", "name: There\n")):
        (tmp_path / name / "manuals" / "acme").mkdir(parents=True)
        about = tmp_path / name / "manuals" / "acme" / "publisher.yaml"
        about.write_text(text, encoding="utf-8")
        (tmp_path / name / "rules.yaml").write_text(f"# {name}\nx: 1\n", encoding="utf-8")
    shown = shown_on_a_terminal("check", "--manuals", "../there/manuals", folder=tmp_path / "here")

    assert "manuals/acme/publisher.yaml:1:1 " in shown
    assert "1 | name: There" in shown
    assert "rules.yaml:2:1 " in shown
    assert "2 | x: 1" in shown


@pytest.mark.parametrize("manuals", ["..", "../../manuals"])
def test_check_of_manuals_elsewhere_says_where_its_paths_start(
    manuals: str, tmp_path: Path
) -> None:
    folder = tmp_path / "manuals" / "acme"
    folder.mkdir(parents=True)
    (folder / "publisher.yaml").write_text("name: 7\n", encoding="utf-8")
    done = run("check", "--manuals", manuals, folder=folder)

    assert done.stderr == "note: paths and commands below are relative to ../..\n"
    assert run("check", folder=tmp_path).stderr == ""


def test_without_git_nothing_can_be_compared(tmp_path: Path) -> None:
    (tmp_path / "manuals").mkdir()
    done = run("check", "--base", "HEAD", folder=tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path))

    refused(done, 2, "cannot compare with 'HEAD': not a git repository")


def test_commit_that_is_not_there_can_be_fetched(tmp_path: Path) -> None:
    (tmp_path / "manuals").mkdir()
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    done = run("check", "--base", "origin/main", folder=tmp_path)

    refused(
        done,
        2,
        "cannot compare with 'origin/main': git has no such commit; `git fetch` may get it",
    )


def test_check_of_a_folder_around_the_manuals_is_of_everything(tmp_path: Path) -> None:
    folder = tmp_path / "manuals" / "acme" / "clock"
    folder.mkdir(parents=True)
    (folder / "1.0.0.yaml").write_text("tools: 1\n", encoding="utf-8")
    (tmp_path / "rules.yaml").write_text("allow: 1\n", encoding="utf-8")
    whole = run("check", folder=tmp_path)

    assert "rules.yaml" in whole.stdout
    assert run("check", ".", folder=tmp_path).stdout == whole.stdout
    assert run("check", "../../..", "1.0.0.yaml", "--manuals", "../..", folder=folder).stdout


@pytest.mark.parametrize(
    ("inside", "manuals"), [("", "."), ("acme", ".."), ("acme/clock", "../..")]
)
def test_check_inside_the_manuals_is_the_same(inside: str, manuals: str, tmp_path: Path) -> None:
    folder = tmp_path / "manuals" / "acme" / "clock"
    folder.mkdir(parents=True)
    (folder / "1.0.0.yaml").write_text("tools: 1\n", encoding="utf-8")
    (tmp_path / "rules.yaml").write_text("allow: 1\n", encoding="utf-8")
    (tmp_path / "included" / "other").mkdir(parents=True)
    whole = run("check", "--format", "github", folder=tmp_path)
    within = tmp_path / "manuals" / inside
    done = run("check", "--format", "github", "--manuals", manuals, folder=within)

    assert done.stderr == ""
    shown = re.sub(r"(?<=[= ])\./", "manuals/", done.stdout)
    assert sorted(shown.splitlines()) == sorted(whole.stdout.splitlines())


def test_check_of_paths_tells_of_those_alone(tmp_path: Path) -> None:
    for name in ("acme", "other"):
        folder = tmp_path / "manuals" / name / "clock"
        folder.mkdir(parents=True)
        (folder / "1.0.0.yaml").write_text("tools: 1\n", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()

    whole = run("check", folder=tmp_path)
    part = run("check", "manuals/acme", "--format", "json", folder=tmp_path)
    file = run("check", "manuals/acme/clock/1.0.0.yaml", "--format", "json", folder=tmp_path)
    paths = {each["path"] for each in json.loads(part.stdout)["diagnostics"]}

    assert "manuals/other/" in whole.stdout
    assert part.returncode == 1
    assert paths == {"manuals/acme", "manuals/acme/clock/1.0.0.yaml"}
    assert {each["path"] for each in json.loads(file.stdout)["diagnostics"]} == paths - {
        "manuals/acme"
    }
    refused(
        run("check", "elsewhere", folder=tmp_path), 2, "is neither in manuals/ nor in included/"
    )


def test_quiet_check_reports_errors_only(tmp_path: Path) -> None:
    run("new", "acme/tides", "--yes", folder=tmp_path)
    warned = run("check", folder=tmp_path)
    quiet = run("check", "--quiet", folder=tmp_path)

    assert "reserved-host" in warned.stdout
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    (tmp_path / "manuals/acme/publisher.yaml").write_text("name: 7\n", encoding="utf-8")
    assert run("check", "-q", folder=tmp_path).stdout.endswith("2 errors in 1 file\n")


def test_verbose_check_says_how_much_it_has_checked(tmp_path: Path) -> None:
    run("new", "acme/tides", "--yes", *TIDES, folder=tmp_path)
    done = run("check", "--verbose", folder=tmp_path)

    assert done.stdout == ""
    assert done.stderr.startswith("checked 1 tool, 1 manual, 1 publisher: nothing to fix\n")
    (tmp_path / "manuals/acme/publisher.yaml").write_text("name: 7\n", encoding="utf-8")
    with_error = run("check", "-v", folder=tmp_path)

    assert with_error.stderr == "checked 1 tool, 1 manual, 1 publisher\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal that a test can read")
@pytest.mark.parametrize(
    ("options", "told"),
    [((), "checked 1 tool, 1 manual, 1 publisher: nothing to fix\r\n"), (("--quiet",), "")],
)
def test_terminal_is_told_that_nothing_is_to_be_fixed(
    options: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    run("new", "acme/tides", "--yes", *TIDES, folder=tmp_path)
    (tmp_path / "mkdocs.yml").write_text("site_url: https://tools.acme.com/\n", encoding="utf-8")

    assert shown_on_a_terminal("check", *options, folder=tmp_path) == told


def test_check_without_a_problem_prints_nothing(tmp_path: Path) -> None:
    run("new", "acme/tides", "--yes", *TIDES, folder=tmp_path)
    (tmp_path / "mkdocs.yml").write_text("site_url: https://tools.acme.com/\n", encoding="utf-8")
    done = run("check", folder=tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_problems_beside_the_manuals_are_named_as_seen_from_where_the_check_runs(
    tmp_path: Path,
) -> None:
    for case in ("facts-of-no-manual", "facts-misspelt-key"):
        lay_out(case, tmp_path / "tools")
    for name in ("mkdocs.yml", "rules.yaml", "wishes/maps.yaml", "categories/maps.yaml"):
        path = tmp_path / "tools" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("extra: {registry: {unheard: of}}\n", encoding="utf-8")
    here = run("check", "--json", folder=tmp_path / "tools")
    outside = run("check", "--json", "--manuals", "tools/manuals", folder=tmp_path)
    own, seen = (
        [each["path"] for each in json.loads(done.stdout)["diagnostics"]]
        for done in (here, outside)
    )

    assert {
        "benchmarks/facts/example/sample.yaml",
        "benchmarks/facts/example/simple.yaml",
        *("mkdocs.yml", "rules.yaml", "wishes/maps.yaml", "categories/maps.yaml"),
    } <= {*own}
    assert seen == [f"tools/{path}" for path in own]
