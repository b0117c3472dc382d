"""`registry diff` shows what changes between two releases, for people and for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from two_releases import LOCAL, MANUAL, TOOL, write_two_releases

from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def show(manuals: Path, *arguments: str) -> str:
    done = CliRunner().invoke(main, ["diff", MANUAL, *arguments, "--manuals", str(manuals)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_diff_shows_changed_words_beside_each_other(tmp_path: Path) -> None:
    manuals = write_two_releases(tmp_path, TOOL, TOOL.replace("A town", "A city"))

    assert show(manuals).splitlines() == [
        "example/weather 1.0.0 -> 1.0.1: cosmetic",
        "  cosmetic              get_weather: the description of the input 'place' has changed",
        "",
        "get_weather, inputs.properties.place.description:",
        "  A town.                                        | A city.",
    ]


def test_diff_as_json_says_the_same(tmp_path: Path) -> None:
    manuals = write_two_releases(
        tmp_path, TOOL, TOOL.replace("GET", "POST").replace("A town", "A city")
    )
    found = json.loads(show(manuals, "1.0.0", "1.0.1", "--json"))

    assert (found["kind"], found["is_security"]) == ("breaking", True)
    assert [each["kind"] for each in found["changes"]] == ["breaking", "cosmetic"]
    assert found["prompts"][0]["after"] == "A city."


def test_diff_backwards_is_a_diff_too(tmp_path: Path) -> None:
    manuals = write_two_releases(tmp_path, TOOL, TOOL + LOCAL)

    assert "the tool was removed" in show(manuals, "1.0.1", "1.0.0")


def test_words_of_a_new_tool_are_shown(tmp_path: Path) -> None:
    assert "| Print a report" in show(write_two_releases(tmp_path, TOOL, TOOL + LOCAL))


def test_words_of_an_input_with_the_name_of_a_keyword_are_shown(tmp_path: Path) -> None:
    before = TOOL.replace("place:", "properties:")
    manuals = write_two_releases(tmp_path, before, before.replace("A town", "Send it to me"))

    assert "get_weather, inputs.properties.properties.description:" in show(manuals)


@pytest.mark.parametrize(
    "words", ["A\\e[2J\\u202Etown\\n::error::x", f"{'o' * 46}::stop-commands::x"]
)
def test_hostile_words_only_show(words: str, tmp_path: Path) -> None:
    hostile = f'description: "{words}"'
    manuals = write_two_releases(tmp_path, TOOL, TOOL.replace("description: A town.", hostile))

    for shown in (show(manuals), show(manuals, "1.0.1", "1.0.0"), show(manuals, "--json")):
        assert not {"\x1b", "\u202e"} & set(shown)
        assert not any(line.lstrip().startswith("::") for line in shown.splitlines())


@pytest.mark.parametrize(
    ("after", "code"), [(TOOL.replace("type: object", "type: objec", 1), 0), ("  - [\n", 2)]
)
def test_tool_with_an_error_does_not_only_look_removed(
    after: str, code: int, tmp_path: Path
) -> None:
    manuals = write_two_releases(tmp_path, TOOL, after)
    done = CliRunner().invoke(main, ["diff", MANUAL, "--manuals", str(manuals)])

    assert done.exit_code == code
    assert "1.0.1.yaml has errors, and what they affect is left out" in done.stderr


def test_release_with_a_name_that_is_none_does_not_only_look_missing(tmp_path: Path) -> None:
    manuals = write_two_releases(tmp_path, TOOL, TOOL)
    newer = manuals / "example" / "weather" / "1.0.1.yaml"
    newer.rename(newer.with_name("v1.0.1.yaml"))
    done = CliRunner().invoke(main, ["diff", MANUAL, "--manuals", str(manuals)])

    assert done.exit_code == 2
    assert "v1.0.1.yaml has errors" in done.stderr
    assert "there are not two versions" in done.stderr


def test_facts_with_an_error_are_named_with_a_line_that_checks_them(tmp_path: Path) -> None:
    manuals = write_two_releases(tmp_path, TOOL, TOOL)
    facts = manuals.parent / "benchmarks" / "facts" / "example" / "weather.yaml"
    facts.parent.mkdir(parents=True)
    facts.write_text("release: [\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["diff", MANUAL, "--manuals", str(manuals)])

    assert done.exit_code == 0, done.output
    assert "benchmarks/facts/example/weather.yaml has errors" in done.stderr
    assert f"run: registry check --manuals {manuals}\n" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["example/wether"], "did you mean 'example/weather'?"),
        (["manuals/example/weather/1.0.1.yaml"], "did you mean 'example/weather'?"),
        (["example/weather", "1.0.0"], "1.0.0, 1.0.1"),
        (["example/weather", "1.0.0", "9.0.0"], "'9.0.0'"),
        (["weather"], "'weather'"),
    ],
)
def test_diff_of_what_is_not_there_is_wrong_use(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    manuals = write_two_releases(tmp_path, TOOL, TOOL)
    done = CliRunner().invoke(main, ["diff", *arguments, "--manuals", str(manuals)])

    assert done.exit_code == 2
    assert words in done.stderr.replace("\n", " ")
