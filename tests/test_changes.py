"""What changes between two releases is told with its class, and versions are held to it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from examples import PUBLISHER
from repositories import Repository

from registry import diff
from registry.changes import Kind, Step, is_enough, step_for
from registry.commands import main
from registry.lookup import find

if TYPE_CHECKING:
    from pathlib import Path

TOOL = """\
  - name: get_weather
    description: Current weather at the station nearest to a place.
    tags: [weather]
    inputs:
      type: object
      properties:
        place: {type: string, description: A town.}
    outputs: {type: object, properties: {degrees: {type: number}}}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.example.com/weather
"""
LOCAL = """\
  - name: run_report
    description: Print a report of the weather of a year.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands: [{command: weather report}]
"""
KEY = "      auth: {auth_type: api_key, api_key: '${KEY}', var_name: key, location: query}\n"
OBTAIN = "x-registry: {{variables: {{KEY: {{description: A key., obtain: 'https://{}/'}}}}}}\n"
MORE = "x-registry:\n  effects: "
MANUAL = "example/weather"


def lay_out(root: Path, before: str, after: str) -> Path:
    """Write two releases, *after* a step beyond *before*; return the folder of manuals."""
    folder = root / "manuals" / "example" / "weather"
    folder.mkdir(parents=True)
    (folder.parent / "publisher.yaml").write_text(PUBLISHER, encoding="utf-8")
    for version, tools in (("1.0.0", before), ("1.0.1", after)):
        head = f'utcp_version: "1.0.1"\nmanual_version: "{version}"\ntools:\n'
        (folder / f"{version}.yaml").write_text(head + tools, encoding="utf-8")
    return root / "manuals"


@pytest.mark.parametrize(
    ("before", "after", "kind", "is_security"),
    [
        pytest.param(TOOL, TOOL, None, False, id="nothing"),
        pytest.param(TOOL, TOOL.replace("A town", "A city"), "cosmetic", False, id="words"),
        pytest.param(TOOL, TOOL.replace("Current", "Latest"), "cosmetic", False, id="description"),
        pytest.param(TOOL, TOOL.replace("[weather]", "[rain]"), "cosmetic", False, id="tags"),
        pytest.param(TOOL, TOOL.replace("com/weather", "com/v2"), "breaking", False, id="path"),
        pytest.param(TOOL, TOOL.replace("api.ex", "web.ex"), "breaking", True, id="host"),
        pytest.param(TOOL, TOOL.replace("https:", "http:"), "breaking", True, id="scheme"),
        pytest.param(TOOL, TOOL.replace("GET", "POST"), "breaking", True, id="method"),
        pytest.param(TOOL, TOOL + KEY, "breaking", True, id="key"),
        pytest.param(TOOL + KEY, TOOL, "breaking", True, id="no key"),
        pytest.param(
            TOOL + KEY, TOOL + KEY.replace("query", "header"), "breaking", True, id="key elsewhere"
        ),
        pytest.param(
            TOOL, TOOL + "      headers: {Accept: text/plain}\n", "compatible", True, id="headers"
        ),
        pytest.param(
            TOOL, TOOL + "      header_fields: [place]\n", "breaking", False, id="input elsewhere"
        ),
        pytest.param(TOOL, TOOL + LOCAL, "compatible", True, id="new program"),
        pytest.param(
            TOOL,
            TOOL + TOOL.replace("get_", "ask_"),
            "compatible",
            False,
            id="new tool, known host",
        ),
        pytest.param(
            TOOL,
            TOOL + TOOL.replace("get_", "ask_") + KEY,
            "compatible",
            True,
            id="new tool, new key",
        ),
        pytest.param(
            LOCAL,
            LOCAL + LOCAL.replace("run_", "ask_").replace("weather report", "weather erase"),
            "compatible",
            True,
            id="new tool, new command",
        ),
        pytest.param(
            LOCAL, LOCAL + LOCAL.replace("run_", "ask_"), "compatible", False, id="same command"
        ),
        pytest.param(
            TOOL + KEY + OBTAIN.format("acme.com"),
            TOOL + KEY + OBTAIN.format("acme.org"),
            "cosmetic",
            True,
            id="where keys are had",
        ),
        pytest.param(TOOL + LOCAL, TOOL, "breaking", False, id="tool gone"),
        pytest.param(TOOL, TOOL.replace("get_", "ask_"), "breaking", False, id="tool renamed"),
        pytest.param(LOCAL, LOCAL.replace("er rep", "er -f rep"), "breaking", True, id="command"),
        pytest.param(
            LOCAL, LOCAL + "      working_dir: /tmp\n", "breaking", True, id="working directory"
        ),
        pytest.param(
            LOCAL, LOCAL + "      env_vars: {PATH: /tmp}\n", "breaking", True, id="environment"
        ),
        pytest.param(
            TOOL + MORE + "read\n", TOOL + MORE + "destructive\n", "breaking", True, id="effect"
        ),
        pytest.param(
            TOOL + MORE + "write\n", TOOL + MORE + "read\n", "compatible", True, id="lesser effect"
        ),
        pytest.param(
            TOOL,
            TOOL.replace("outputs: {type: object, properties: {degrees", "x-gone: {a: {b"),
            "breaking",
            False,
            id="no outputs",
        ),
    ],
)
def test_change_has_its_kind(
    before: str, after: str, kind: str | None, is_security: int, tmp_path: Path
) -> None:
    found = diff.compare(find(lay_out(tmp_path, before, after), MANUAL)).changes

    assert (str(found[0].kind) if found else None) == kind
    assert any(each.is_security for each in found) == is_security


def test_renamed_tool_is_told_with_both_names(tmp_path: Path) -> None:
    manuals = lay_out(tmp_path, TOOL, TOOL.replace("get_", "ask_"))
    first = diff.compare(find(manuals, MANUAL)).changes[0]

    assert (first.tool, first.sentence) == ("get_weather", "the tool is called 'ask_weather' now")


@pytest.mark.parametrize(
    ("older", "newer", "kind", "is_right"),
    [
        ("1.0.0", "2.0.0", Kind.BREAKING, True),
        ("1.0.0", "1.1.0", Kind.BREAKING, False),
        ("1.0.0", "2.0.0-rc.1", Kind.BREAKING, True),
        ("1.9.9", "1.9.10", Kind.COMPATIBLE, False),
        ("1.9.9", "1.10.0", Kind.COMPATIBLE, True),
        ("1.9.9", "3.0.0", Kind.COMPATIBLE, True),
        ("1.0.0", "1.0.1", Kind.COSMETIC, True),
        ("0.1.0", "0.1.1", Kind.BREAKING, False),
        ("0.1.0", "0.2.0", Kind.BREAKING, True),
        ("0.1.0", "0.1.1", Kind.COMPATIBLE, True),
    ],
)
def test_step_must_be_as_great_as_the_change(
    older: str, newer: str, kind: Kind, is_right: int
) -> None:
    assert is_enough(older, newer, step_for(kind, older)) == is_right


def test_steps_are_words_of_the_command_line() -> None:
    assert [str(each) for each in Step] == ["major", "minor", "patch"]


@pytest.mark.parametrize(
    ("after", "severity"),
    [
        (TOOL.replace("GET", "POST"), "error"),
        (TOOL + TOOL.replace("get_", "ask_"), "warning"),
        (TOOL.replace("A town", "A city"), None),
    ],
)
def test_new_release_that_understates_itself_is_told(
    after: str, severity: str | None, tmp_path: Path
) -> None:
    manuals = lay_out(tmp_path, TOOL, after)
    new = manuals / "example" / "weather" / "1.0.1.yaml"
    text = new.read_text(encoding="utf-8")
    new.unlink()
    base = Repository(tmp_path).commit()
    new.write_text(text, encoding="utf-8")
    command = ["check", "--manuals", str(manuals), "--base", base, "--format", "json"]
    said = json.loads(CliRunner().invoke(main, command).stdout)["diagnostics"]
    found = [each["severity"] for each in said if each["rule"] == "understated-bump"]

    assert found == ([severity] if severity else [])


def show(manuals: Path, *arguments: str) -> str:
    done = CliRunner().invoke(main, ["diff", MANUAL, *arguments, "--manuals", str(manuals)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_diff_shows_changed_words_beside_each_other(tmp_path: Path) -> None:
    manuals = lay_out(tmp_path, TOOL, TOOL.replace("A town", "A city"))

    assert show(manuals).splitlines() == [
        "example/weather 1.0.0 -> 1.0.1: cosmetic",
        "  cosmetic              get_weather: the description of the input 'place' has changed",
        "",
        "get_weather, inputs.properties.place.description:",
        "  A town.                                        | A city.",
    ]


def test_diff_as_json_says_the_same(tmp_path: Path) -> None:
    manuals = lay_out(tmp_path, TOOL, TOOL.replace("GET", "POST").replace("A town", "A city"))
    found = json.loads(show(manuals, "1.0.0", "1.0.1", "--json"))

    assert (found["kind"], found["is_security"]) == ("breaking", True)
    assert [each["kind"] for each in found["changes"]] == ["breaking", "cosmetic"]
    assert found["prompts"][0]["after"] == "A city."


def test_diff_backwards_is_a_diff_too(tmp_path: Path) -> None:
    manuals = lay_out(tmp_path, TOOL, TOOL + LOCAL)

    assert "the tool is gone" in show(manuals, "1.0.1", "1.0.0")


def test_words_of_a_new_tool_are_shown(tmp_path: Path) -> None:
    assert "| Print a report" in show(lay_out(tmp_path, TOOL, TOOL + LOCAL))


def test_hostile_words_only_show(tmp_path: Path) -> None:
    hostile = 'description: "A\\e[2J\\u202Etown\\n::error::x"'
    manuals = lay_out(tmp_path, TOOL, TOOL.replace("description: A town.", hostile))

    for shown in (show(manuals), show(manuals, "--json")):
        assert not {"\x1b", "\u202e"} & set(shown)
        assert not any(line.startswith("::") for line in shown.splitlines())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["example/wether"], "did you mean 'example/weather'?"),
        (["example/weather", "1.0.0"], "1.0.0, 1.0.1"),
        (["example/weather", "1.0.0", "9.0.0"], "'9.0.0'"),
        (["weather"], "'weather'"),
    ],
)
def test_diff_of_what_is_not_there_is_wrong_use(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    manuals = lay_out(tmp_path, TOOL, TOOL)
    done = CliRunner().invoke(main, ["diff", *arguments, "--manuals", str(manuals)])

    assert done.exit_code == 2
    assert words in done.stderr.replace("\n", " ")
