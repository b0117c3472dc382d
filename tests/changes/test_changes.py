"""What changes between two releases is told with its class, and versions are held to it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from paths import MANUALS
from repositories import Repository
from two_releases import LOCAL, MANUAL, TOOL, write_two_releases

from registry.catalogue.find_manual import find_manual
from registry.changes import (
    Kind,
    Step,
    compare_releases,
    compare_tools,
    is_enough,
    renamed,
    step_for,
)
from registry.cli import main
from registry.model import Call, Effect
from registry.review import diff

if TYPE_CHECKING:
    from pathlib import Path

    from registry.model import Tool

KEY = "      auth: {auth_type: api_key, api_key: '${KEY}', var_name: key, location: query}\n"
ELSEWHERE = TOOL.replace("get_", "ask_").replace("api.", "web.")
SAID = "x-registry: {{variables: {{KEY: {{description: {}}}}}}}\n"
OBTAIN = "x-registry: {{variables: {{KEY: {{description: A key., obtain: 'https://{}/'}}}}}}\n"
REPLY = "x-registry: {{example_outputs: {{get_weather: {{degrees: {}}}}}}}\n"
ERASE = TOOL.replace("get_", "erase_").replace("GET", "POST")
SWEEP = ERASE.replace("erase_", "sweep_")
OTHER = SWEEP.replace("{type: string", "{type: string, const: Oslo")
SEE = TOOL.replace("get_", "see_")
MORE = "x-registry:\n  effects: "


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
            TOOL + KEY + ELSEWHERE,
            TOOL + KEY + ELSEWHERE + ELSEWHERE.replace("ask_", "see_") + KEY,
            "compatible",
            True,
            id="new tool, known key sent to a known host that did not get it",
        ),
        pytest.param(
            ERASE + MORE + "{erase_weather: destructive}\n",
            ERASE + SWEEP + MORE + "{erase_weather: destructive, sweep_weather: write}\n",
            "compatible",
            True,
            id="new tool, same call with a lesser effect",
        ),
        pytest.param(
            ERASE + MORE + "{erase_weather: destructive}\n",
            ERASE + SWEEP + MORE + "{erase_weather: destructive, sweep_weather: destructive}\n",
            "compatible",
            False,
            id="new tool, same call with the same effect",
        ),
        pytest.param(
            ERASE + MORE + "{erase_weather: destructive}\n",
            ERASE + OTHER + MORE + "{erase_weather: destructive, sweep_weather: write}\n",
            "compatible",
            False,
            id="new tool, same address with another constant",
        ),
        pytest.param(
            TOOL + KEY,
            TOOL + KEY + TOOL.replace("get_", "see_").replace("com/weather", "com/x?key=${KEY}"),
            "compatible",
            True,
            id="new tool, known key in its address",
        ),
        pytest.param(
            TOOL + MORE + "{}\n",
            TOOL + SWEEP + MORE + "{sweep_weather: read}\n",
            "compatible",
            True,
            id="new tool, POST said to read",
        ),
        pytest.param(
            TOOL + MORE + "{}\n",
            TOOL + SWEEP + MORE + "{sweep_weather: write}\n",
            "compatible",
            False,
            id="new tool, POST said to write",
        ),
        pytest.param(
            TOOL + MORE + "{}\n",
            TOOL + SWEEP.replace("POST", "DELETE") + MORE + "{sweep_weather: write}\n",
            "compatible",
            True,
            id="new tool, DELETE said to write",
        ),
        *(
            pytest.param(
                TOOL + MORE + "{}\n",
                TOOL + SWEEP.replace("sweep_weather", name) + MORE + f"{{{name}: {effect}}}\n",
                "compatible",
                is_security,
                id=f"new tool, {name} said to {effect}",
            )
            for name, effect, is_security in (
                ("remove_weather", "write", True),
                ("weather-clear", "write", True),
                ("weatherDrop", "write", True),
                ("remove_weather", "destructive", False),
                ("cleared_weather", "write", False),
                ("remover", "write", False),
            )
        ),
        *(
            pytest.param(
                TOOL + MORE + "{}\n",
                TOOL + SEE.replace("com/weather", f"com/{path}") + MORE + "{see_weather: read}\n",
                "compatible",
                is_security,
                id=f"new tool, GET of {path} said to read",
            )
            for path, is_security in (
                ("session/logout", True),
                ("news/unsubscribe?now=1", True),
                ("zones:reset/", True),
                ("weather/closed", False),
                ("close/weather", False),
                ("{close}", False),
                ("send-money", True),
                ("sendMoney", True),
                ("accounts/disable/{place}", True),
                ("sender", False),
                ("merge_requests", False),
                ("merge_requests/{place}/merge", True),
                ("archive", False),
                ("weather?action=drop", True),
                ("weather?logout", True),
                ("weather?do=purgeAll&place={place}", True),
                ("weather?sort=publish_date&by={delete}", False),
                ("weather?start=1", True),
                ("weather?delete={place}", True),
                ("weather?start=service", True),
                ("weather?logout=0", True),
                ("weather?start={start}&stop=20&close=2020-01-31", False),
            )
        ),
        *(
            pytest.param(
                TOOL + MORE + "{}\n",
                TOOL + SEE.replace("see_weather", name) + MORE + f"{{{name}: read}}\n",
                "compatible",
                is_security,
                id=f"new tool, {name} said to read",
            )
            for name, is_security in (
                ("deploy_weather", True),
                ("confirmWeather", True),
                ("list_payments", False),
                ("weather_deploy", False),
                ("starting_points", False),
            )
        ),
        pytest.param(
            TOOL + MORE + "{}\n",
            TOOL + SEE.replace("com/weather", "com/session/logout") + MORE + "{}\n",
            "compatible",
            True,
            id="new tool, GET of session/logout of which nothing is said",
        ),
        pytest.param(
            TOOL + MORE + "{}\n",
            TOOL
            + SWEEP.replace("description: ", "description: Empties ")
            + MORE
            + "{sweep_weather: write}\n",
            "compatible",
            True,
            id="new tool, said to empty and to write",
        ),
        pytest.param(
            TOOL + KEY,
            TOOL + KEY + TOOL.replace("get_", "see_") + KEY,
            "compatible",
            False,
            id="new tool, known key sent to the same host",
        ),
        pytest.param(
            TOOL + KEY + SAID.format("A key."),
            TOOL + KEY + SAID.format("A key of web.example.com."),
            "cosmetic",
            True,
            id="what a key is",
        ),
        pytest.param(
            TOOL,
            TOOL.replace("description: A town.", "description: A town., $comment: A city."),
            "cosmetic",
            False,
            id="comment in a schema",
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
        pytest.param(
            TOOL + REPLY.format(3), TOOL + REPLY.format(4), "cosmetic", False, id="reply shown"
        ),
        *(
            pytest.param(
                TOOL.replace("type: string, d", f"{was}, d"),
                TOOL.replace("type: string, d", f"{now}, d"),
                "compatible",
                is_security,
                id=f"input of {was} that may be {now}",
            )
            for was, now, is_security in (
                ("enum: [a, b]", "enum: [a, b, c]", False),
                ("enum: [a, b]", "enum: [a, b, purgeAll]", True),
                ("enum: [a, b]", "title: Any", True),
                ("const: a", "enum: [a, b]", True),
                ("enum: [a, null]", "enum: [a, b, null]", True),
                ("const: a", "title: Any", True),
                ("anyOf: [{const: a}]", "anyOf: [{const: a}, {type: string}]", True),
                ("anyOf: [{const: a}]", "title: Any", True),
                ("anyOf: [{const: a}, {type: integer}]", "title: Any", False),
                ("allOf: [{const: a}]", "title: Any", True),
            )
        ),
        pytest.param(
            TOOL.replace("type: number", "const: 1"),
            TOOL.replace("type: number", "enum: [1]"),
            None,
            False,
            id="one value, written otherwise",
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
    found = diff.compare_versions(
        find_manual(write_two_releases(tmp_path, before, after), MANUAL)
    ).changes

    assert (str(found[0].kind) if found else None) == kind
    assert any(each.is_security for each in found) == is_security


def test_another_description_of_the_first_tool_is_no_other_summary(tmp_path: Path) -> None:
    after = TOOL.replace("Current", "Latest")
    found = diff.compare_versions(
        find_manual(write_two_releases(tmp_path, TOOL, after), MANUAL)
    ).changes

    assert [(each.tool, each.sentence) for each in found] == [
        ("get_weather", "the description has changed")
    ]


def test_renamed_tool_is_told_with_both_names(tmp_path: Path) -> None:
    manuals = write_two_releases(tmp_path, TOOL, TOOL.replace("get_", "ask_"))
    first = diff.compare_versions(find_manual(manuals, MANUAL)).changes[0]

    assert (first.tool, first.sentence) == ("get_weather", "the tool is now called 'ask_weather'")


def test_one_of_several_tools_with_the_same_call_is_not_told_as_renamed(tmp_path: Path) -> None:
    before = TOOL + TOOL.replace("get_", "read_")
    after = TOOL.replace("get_", "ask_") + TOOL.replace("get_", "tell_")
    found = diff.compare_versions(
        find_manual(write_two_releases(tmp_path, before, after), MANUAL)
    ).changes

    assert {each.sentence for each in found if each.kind is Kind.BREAKING} == {
        "the tool was removed"
    }


@pytest.mark.parametrize(
    ("name", "is_graver"),
    [
        ("deploy", True),
        ("elastic_deploy", True),
        ("getDeployments", False),
        ("get_state", False),
        ("get_deploy", False),
        ("elastic_listStart_times", False),
        ("get_state_and_deploy", True),
        ("Read_then_deploy", True),
    ],
)
def test_name_is_all_that_says_what_a_call_by_name_does(name: str, *, is_graver: bool) -> None:
    newest = find_manual(MANUALS, "elastic/elasticsearch").releases[-1]
    old = next(tool for tool in newest.tools if tool.name == "get_mappings")
    new = replace(old, name=name, native={"annotations": {"readOnlyHint": True}})
    old = replace(old, effect=Effect.DESTRUCTIVE)
    before = replace(newest, tools=(old,))
    found = compare_releases(before, replace(newest, tools=(old, new)))

    assert [each.is_security for each in found] == [is_graver]


def test_a_tool_that_is_called_by_its_name_is_another_one_with_another_name() -> None:
    releases = find_manual(MANUALS, "elastic/elasticsearch").releases
    old = next(tool for tool in releases[-1].tools if tool.name == "get_mappings")
    new = replace(old, name="get_settings")

    assert old.transport == "mcp"
    assert renamed({old.name: old}, {new.name: new}) == {}

    call = Call("http", method="GET", url="https://api.example.com/mappings")
    old, new = (replace(tool, call=call) for tool in (old, new))

    assert renamed({old.name: old}, {new.name: new}) == {"get_mappings": "get_settings"}


def test_other_name_of_a_server_is_a_change_of_who_is_called(tmp_path: Path) -> None:
    tool = "tools: [{name: see, description: See., inputSchema: {type: object}}]\n"
    server = (
        "x-registry: {server: {transport: streamable-http, url: 'https://a.com/', name: NAME}}\n"
    )
    folder = tmp_path / "manuals" / MANUAL
    folder.mkdir(parents=True)
    for version, name in (("1.0.0", "com.a/notes"), ("1.0.1", "io.github.github/notes")):
        text = tool + server.replace("NAME", name)
        (folder / f"{version}.yaml").write_text(text, encoding="utf-8")
    (change,) = diff.compare_versions(find_manual(tmp_path / "manuals", MANUAL)).changes

    assert change.is_security
    assert "'io.github.github/notes' instead of 'com.a/notes'" in change.sentence


def test_other_server_in_a_document_is_a_change_of_who_is_called(tmp_path: Path) -> None:
    """Clients of OpenTool call it, not the `call_url`, by which clients of UTCP call."""
    folder = tmp_path / "manuals" / MANUAL
    folder.mkdir(parents=True)
    for version, path in (("1.0.0", ""), ("1.0.1", "/opentool?then=delete")):
        text = (
            "opentool: '1.1.0'\n"
            f"info: {{title: Weather, version: {version}}}\n"
            f"server: {{url: 'https://api.example.com{path}'}}\n"
            "functions: [{name: see, description: See., parameters: []}]\n"
            "x-registry: {call_url: 'https://api.example.com/call', auth: {kind: none}}\n"
        )
        (folder / f"{version}.yaml").write_text(text, encoding="utf-8")
    (change,) = diff.compare_versions(find_manual(tmp_path / "manuals", MANUAL)).changes

    assert change.is_security
    assert "the server that the document names" in change.sentence


@pytest.mark.parametrize(
    ("said", "is_less"), [("{}", True), ("{readOnlyHint: true}", False)], ids=["no hint", "hint"]
)
def test_new_tool_of_a_server_reads_only_if_the_server_says_so(
    tmp_path: Path, said: str, *, is_less: bool
) -> None:
    address = "{transport: streamable-http, url: 'https://api.example.com/'}"
    server = f"x-registry: {{effects: read, server: {address}}}\n"
    tool = "  - {name: NAME, description: See., inputSchema: {type: object}, annotations: HINTS}\n"
    folder = tmp_path / "manuals" / MANUAL
    folder.mkdir(parents=True)
    known = tool.replace("NAME", "ask").replace("HINTS", "{}")
    new = tool.replace("NAME", "see").replace("HINTS", said)
    (folder / "1.0.0.yaml").write_text(f"tools:\n{known}{server}", encoding="utf-8")
    (folder / "1.1.0.yaml").write_text(f"tools:\n{known}{new}{server}", encoding="utf-8")
    (change,) = diff.compare_versions(find_manual(tmp_path / "manuals", MANUAL)).changes

    assert (change.tool, change.is_security) == ("see", is_less)
    assert ("its server does not say so" in change.sentence) == is_less


@pytest.mark.parametrize(
    "other",
    [
        {"effect": Effect.DESTRUCTIVE},
        {"inputs": {"type": "object", "required": ["index"]}},
        {"outputs": {"type": "string"}},
    ],
)
def test_a_tool_that_does_takes_or_returns_something_else_is_another_one(
    other: dict[str, Any],
) -> None:
    call = Call("http", method="GET", url="https://api.example.com/mappings")
    tools = find_manual(MANUALS, "elastic/elasticsearch").releases[-1].tools
    old = replace(tools[0], call=call)
    new = replace(old, name="get_settings", **other)

    assert renamed({old.name: old}, {new.name: new}) == {}


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
    manuals = write_two_releases(tmp_path, TOOL, after)
    new = manuals / "example" / "weather" / "1.0.1.yaml"
    text = new.read_text(encoding="utf-8")
    new.unlink()
    base = Repository(tmp_path).commit()
    new.write_text(text, encoding="utf-8")
    command = ["check", "--manuals", str(manuals), "--base", base, "--format", "json"]
    said = json.loads(CliRunner().invoke(main, command).stdout)["diagnostics"]
    found = [each["severity"] for each in said if each["rule"] == "understated-bump"]

    assert found == ([severity] if severity else [])


def test_changed_credentials_are_told_field_by_field(tmp_path: Path) -> None:
    """Sentences cut what is long, and two objects may differ only at their ends."""
    before, after = TOOL + KEY, TOOL + KEY.replace("query", "header")
    found = diff.compare_versions(
        find_manual(write_two_releases(tmp_path, before, after), MANUAL)
    ).changes

    assert [each.sentence for each in found] == [
        "the authentication's `location` is 'header' instead of 'query'"
    ]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("[weather]", "[weather, rain]", "tags"),
        ("A town.", "A town., $comment: A city.", "inputs.properties.place.$comment"),
        ("A town.", "A town., x-hint: A city.", "inputs.properties.place.x-hint"),
        ("A town.", "A town., examples: [Oslo]", "inputs.properties.place.examples"),
        ("A town.", "A town., default: Oslo", "inputs.properties.place.default"),
        ("A town.", "A town., enum: [Oslo]", "inputs.properties.place.enum"),
        ("/weather\n", "/weather\nx-registry: {examples: [EXAMPLE]}\n", "examples"),
    ],
)
def test_whatever_a_model_reads_is_shown(old: str, new: str, where: str, tmp_path: Path) -> None:
    example = "{task: Is it warm in Oslo, tool: get_weather, arguments: {place: Oslo}}"
    after = TOOL.replace(old, new.replace("EXAMPLE", example))
    found = diff.compare_versions(find_manual(write_two_releases(tmp_path, TOOL, after), MANUAL))

    assert [each.where for each in found.texts] == [where]
    assert found.changes


def test_other_version_in_the_id_of_an_otc_tool_fails_no_call() -> None:
    old, new = (calendar_tools(number)["Weekday"] for number in (0, 1))
    changes = compare_tools(old, new)

    assert {each.kind for each in changes} == {Kind.COSMETIC}
    assert "calls name another version of the tool in its id" in str(changes)


def test_id_of_another_otc_tool_is_another_call() -> None:
    tools = calendar_tools(0)
    old, other = tools["Weekday"], tools["Feasts"]
    changed = replace(old, call=replace(old.call, envelope=other.call.envelope))

    assert [each.kind for each in compare_tools(old, changed)] == [Kind.BREAKING]


def calendar_tools(number: int) -> dict[str, Tool]:
    """Return the tools of the release with this *number*, by name."""
    release = find_manual(MANUALS, "open-tool-registry/calendar").releases[number]
    return {tool.name: tool for tool in release.tools}
