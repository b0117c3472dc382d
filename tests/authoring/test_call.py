"""A call is shown before it is made, with what is wrong with it, and never with a secret."""

from __future__ import annotations

import json
import shlex
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from paths import ROOT

from registry.authoring.call import UnfitArgumentsError, arguments
from registry.catalogue.find_manual import find_manual
from registry.cli import main
from registry.client.call import Target

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from registry.source import Json

pytestmark = pytest.mark.slow

SHIPPED = ROOT / "manuals"
TYPES = ("string", "integer", "boolean", "null", "array", "object")
MANUAL = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_time
    description: Tell the time in a zone.
    inputs:
      type: object
      properties:
        zone: {type: string, description: Name of the zone., minLength: 2}
        days: {type: integer, maximum: 9}
        exact: {type: boolean}
        cities: {type: array, items: {type: integer}}
        around: {$ref: "#/$defs/Place"}
        level: {enum: [1, 2, high]}
      required: [zone]
      $defs:
        Place: {type: object, properties: {lat: {type: number}}, required: [lat]}
    tool_call_template:
      call_template_type: http
      url: https://api.example.invalid/time/{zone}
      headers: {Authorization: "Bearer ${ACME_TOKEN}"}
      auth: {auth_type: api_key, api_key: "${ACME_KEY}", var_name: key, location: query}
  - name: drop
    description: Drop a zone for good.
    inputs: {type: object, properties: {body: {type: object}}}
    tool_call_template:
      call_template_type: http
      http_method: DELETE
      url: https://api.example.invalid/zones
      auth: {auth_type: basic, username: "${ACME_USER}", password: "${ACME_PASSWORD}"}
  - name: run
    description: Run it on this machine.
    inputs: {type: object, properties: {}}
    tool_call_template: {call_template_type: cli, commands: [{command: "echo It is noon."}]}
  - name: listen
    description: Follow the strokes of a clock as they happen.
    inputs: {type: object, properties: {zone: {type: string}}}
    tool_call_template:
      call_template_type: websocket
      url: wss://api.example.invalid/strokes
      message: '{"zone": "UTCP_ARG_zone_UTCP_ARG"}'
      headers: {X-Tower: north}
      auth: {auth_type: api_key, api_key: "${ACME_KEY}", var_name: key, location: query}
x-registry:
  effects: {get_time: read, drop: destructive, run: read, listen: read}
  variables:
    ACME_KEY: {description: Key of an account., obtain: "https://acme.com/keys"}
  examples: [{task: "What time is it in Oslo?", tool: get_time, arguments: {zone: Oslo, days: 2}}]
"""


@pytest.fixture
def manuals(tmp_path: Path) -> Path:
    folder = tmp_path / "manuals" / "acme" / "clock"
    folder.mkdir(parents=True)
    (folder / "1.0.0.yaml").write_text(MANUAL, encoding="utf-8")
    about = "name: Acme\nhomepage: https://acme.com/\n"
    (folder.parent / "publisher.yaml").write_text(about, encoding="utf-8")
    return tmp_path / "manuals"


def call(manuals: Path, *words: str, answer: str = "", **variables: str) -> Result:
    command = ["call", "--manuals", str(manuals), *words]
    return CliRunner().invoke(main, command, input=answer, env=variables)


def shown(manuals: Path, *words: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads(call(manuals, *words, "--json").stdout)


def test_request_is_shown_with_variables_in_the_place_of_secrets(manuals: Path) -> None:
    done = call(manuals, "acme/clock/get_time", "zone=Oslo city", ACME_KEY="hunter2-hunter2")

    assert done.exit_code == 0, done.output
    assert done.stdout == (
        "GET https://api.example.invalid/time/Oslo%20city?key=${ACME_KEY}\n"
        "Authorization: Bearer ${ACME_TOKEN}\n"
    )
    assert "nothing was sent" in done.stderr


def test_who_calls_a_tool_that_has_an_end_is_told(manuals: Path) -> None:
    status = "status: {state: deprecated, reason: The clock stops in May.}\n"
    (manuals / "acme/clock/manual.yaml").write_text(status, encoding="utf-8")
    done = call(manuals, "acme/clock/get_time", "zone=Oslo")

    assert done.exit_code == 0
    assert "note: acme/clock is deprecated: The clock stops in May." in done.stderr


@pytest.mark.parametrize(
    ("words", "sent"),
    [
        (("zone=1e3",), {"zone": "1e3"}),
        (("days=3",), {"days": "3"}),
        (("exact=true",), {"exact": "true"}),
        (("cities=1", "cities=2"), {"cities": ["1", "2"]}),
        (("cities=1",), {"cities": ["1"]}),
        (("cities:=[1, 2]",), {"cities": ["1", "2"]}),
        (("level=1",), {"level": "1"}),
        (("level=high",), {"level": "high"}),
        (('around:={"lat": 1.5}',), {"around": '{"lat": 1.5}'}),
    ],
)
def test_texts_become_what_the_inputs_want(
    words: tuple[str, ...], sent: dict[str, Any], manuals: Path
) -> None:
    words = words if words[0].startswith("zone") else ("zone=Oslo", *words)
    url = urlsplit(shown(manuals, "acme/clock/get_time", *words)["url"])
    query = {**parse_qs(url.query), "zone": [url.path.removeprefix("/time/")]}
    del query["key"]

    expected = {"zone": "Oslo", **sent}
    assert query == {
        name: value if isinstance(value, list) else [value] for name, value in expected.items()
    }


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "'zone' is missing"),
        (("zone=X",), "zone:"),
        (("zone=Oslo", "days=many"), "days: 'many' is a string, not an integer"),
        (("zone=Oslo", "days=10"), "days:"),
        (("zone=Oslo", "zoen=Rome"), "there is no input 'zoen'; did you mean 'zone'?"),
        (("zone=Oslo", "Rome"), "'Rome' is not an argument"),
        (("zone=Oslo", "=Rome"), "'=Rome' is not an argument"),
        (("zone=Oslo", "days:=x"), "'days:=x' has no valid JSON"),
        (("zone=Oslo", "around:={}"), "'lat' is missing"),
        (("zone=Oslo", "level=low"), "level:"),
    ],
)
def test_arguments_that_do_not_fit_are_told_with_what_does(
    words: tuple[str, ...], told: str, manuals: Path
) -> None:
    done = call(manuals, "acme/clock/get_time", *words)

    assert done.exit_code == 2
    assert told in done.stderr
    assert "zone    (string, required)  Name of the zone." in done.stderr
    assert "for example: registry call acme/clock/get_time zone=Oslo days=2" in done.stderr


@pytest.mark.parametrize(("name", "told"), [("..", "another address"), ("", "may not be empty")])
def test_argument_that_would_lead_elsewhere_is_not_shown_either(name: str, told: str) -> None:
    definition: dict[str, Json] = {
        "call": {
            "transport": "http",
            "method": "GET",
            "url": "https://api.acme.com/zones/{name}",
            "arguments": [{"name": "name", "where": "path"}],
        },
        "effect": "read",
        "inputs": {"type": "object", "properties": {"name": {"type": "string"}}},
    }
    with pytest.raises(UnfitArgumentsError, match=told):
        arguments(Target.of("acme/clock/get_zone", definition), [f"name={name}"])


@pytest.mark.parametrize("value", ["a b", "5", 7, True, None, [1, "2"], {"a": 1}, [], "true"])
@pytest.mark.parametrize("kinds", [{}, {"type": [*TYPES]}])
def test_example_that_is_told_is_read_as_the_one_of_the_manual(value: Json, kinds: Json) -> None:
    definition: dict[str, Json] = {
        "call": {"transport": "http", "method": "GET", "url": "https://api.acme.com/"},
        "effect": "read",
        "inputs": {"type": "object", "properties": {"x": kinds}},
        "examples": [{"arguments": {"x": value}}],
    }
    target = Target.of("acme/clock/get_time", definition)
    with pytest.raises(UnfitArgumentsError) as caught:
        arguments(target, ["y=1"])
    *_, told = str(caught.value).partition("registry call acme/clock/get_time ")

    assert json.dumps(arguments(target, shlex.split(told))) == json.dumps({"x": value})


def test_user_and_password_are_named_and_a_body_is_json(manuals: Path) -> None:
    done = call(manuals, "acme/clock/drop", 'body:={"zone": "Oslo"}')

    assert "DELETE https://api.example.invalid/zones\n" in done.stdout
    assert "Basic <base64 of ${ACME_USER}:${ACME_PASSWORD}>" in done.stdout
    assert done.stdout.endswith('\n\n{\n  "zone": "Oslo"\n}\n')


def test_tool_without_a_request_is_shown_as_a_call_template(manuals: Path) -> None:
    template = shown(manuals, "acme/clock/run")["tool_call_template"]

    assert template["call_template_type"] == "cli"


def test_call_template_of_a_connection_says_where_it_goes(manuals: Path) -> None:
    template = shown(manuals, "acme/clock/listen", "zone=Oslo")["tool_call_template"]

    assert template["url"] == "wss://api.example.invalid/strokes"
    assert template["headers"] == {"X-Tower": "north"}
    assert template["auth"]["api_key"] == "${ACME_KEY}"


@pytest.mark.parametrize("manual", ["geo", "bookshelf"])
def test_envelope_of_the_protocol_is_around_the_arguments(manual: str) -> None:
    release = find_manual(SHIPPED, f"open-tool-registry/{manual}").releases[-1]
    example = next(each for tool in release.tools for each in tool.examples)
    words = [f"{name}:={json.dumps(value)}" for name, value in example.arguments.items()]
    data = shown(SHIPPED, f"open-tool-registry/{manual}/{example.tool}", *words)

    assert data["method"] == "POST"
    assert all(json.dumps(value) in json.dumps(data) for value in example.arguments.values())
    assert set(data["body"]) != set(example.arguments)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("acme/clock", "add the name of one of its tools"),
        ("acme/clokc/get_time", "did you mean 'acme/clock'"),
        ("acme/clock/get", "has no tool 'get'; it has get_time, drop, run"),
    ],
)
def test_name_that_leads_nowhere_is_wrong_use(name: str, told: str, manuals: Path) -> None:
    done = call(manuals, name)

    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())


def test_missing_variables_are_named_with_where_to_get_them(manuals: Path) -> None:
    done = call(manuals, "acme/clock/get_time", "zone=Oslo", "--send", ACME_KEY="", ACME_TOKEN="x")

    assert done.exit_code == 2
    assert (
        "acme__clock_ACME_KEY is not set (Key of an account. https://acme.com/keys)" in done.stderr
    )
    assert "ACME_TOKEN" not in done.stderr


def test_program_is_not_started_unless_that_is_allowed(manuals: Path) -> None:
    refused = call(manuals, "acme/clock/run", "--send")
    asked = call(manuals, "acme/clock/run", "--send", "--allow-local", answer="n\n")

    assert (refused.exit_code, asked.exit_code) == (2, 2)
    assert "--allow-local" in refused.stderr
    assert "start a program on this machine" in asked.stderr
    assert "was not confirmed" in asked.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_program_that_is_allowed_and_confirmed_answers(manuals: Path) -> None:
    done = call(manuals, "acme/clock/run", "--send", "--allow-local", "--yes")

    assert (done.exit_code, done.stdout) == (0, "It is noon.\n\n")


KEYS = ("ACME_KEY", "ACME_TOKEN", "ACME_USER", "ACME_PASSWORD")
SECRETS = dict.fromkeys(KEYS, "hunter2-hunter2")


def test_failed_call_is_reported_without_the_secret(manuals: Path) -> None:
    done = call(manuals, "acme/clock/get_time", "zone=Oslo", "--send", **SECRETS)

    assert done.exit_code == 1
    assert "api.example.invalid cannot be reached" in done.stderr
    assert "hunter2" not in done.output


def test_failed_call_is_an_object_for_programs(manuals: Path) -> None:
    done = call(manuals, "acme/clock/get_time", "zone=Oslo", "--send", "--json", **SECRETS)
    told = json.loads(done.stdout)

    assert done.exit_code == 1
    assert told.keys() == {"tool", "problems", "status", "retry_after"}
    assert (told["tool"], told["status"]) == ("acme/clock/get_time", 0)
    assert told["problems"] == [done.stderr.removeprefix("Error: ").strip()]


def test_what_destroys_is_asked_about(manuals: Path) -> None:
    asked = call(manuals, "acme/clock/drop", "--send", answer="n\n", **SECRETS)
    sure = call(manuals, "acme/clock/drop", "--send", "--yes", **SECRETS)

    assert asked.exit_code == 2
    assert "Shall I send a destructive request to api.example.invalid" in asked.stderr
    assert "cannot be reached" not in asked.stderr
    assert "cannot be reached" in sure.stderr


def test_question_that_nobody_answers_is_a_refusal_that_says_what_to_do(manuals: Path) -> None:
    done = call(manuals, "acme/clock/drop", "--send", answer="", **SECRETS)

    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1] == (
        "Error: nothing was sent: acme/clock/drop has to be confirmed, and the input ended before "
        "an answer; answer y, or use --yes"
    )


def test_secrets_come_from_a_file_that_nobody_else_can_read(manuals: Path, tmp_path: Path) -> None:
    file = tmp_path / "secrets"
    # Some editors begin a file with a byte order mark.
    file.write_text("".join(f"{name}=hunter2-hunter2\n" for name in KEYS), encoding="utf-8-sig")
    words = ("acme/clock/get_time", "zone=Oslo", "--send", "--secrets", str(file))
    file.chmod(0o640)
    open_to_all = call(manuals, *words)
    file.chmod(0o600)
    mine = call(manuals, *words)

    assert (open_to_all.exit_code, mine.exit_code) == (2, 1)
    assert "chmod 600" in open_to_all.stderr
    assert "cannot be reached" in mine.stderr


def test_answer_is_printed_as_it_is_in_a_script(manuals: Path) -> None:
    done = call(manuals, "acme/clock/run", "--send", "--allow-local", "--yes", "--json")

    assert json.loads(done.stdout) == {
        "tool": "acme/clock/run",
        "source": "a program",
        "answer": "It is noon.\n",
        "is_whole": True,
        "notes": [],
    }
