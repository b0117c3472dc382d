"""A call is shown before it is made, with what is wrong with it, and never with a secret."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from echo import echoing
from released_clients import ENVIRONMENTS
from utcp_environment import installed
from utcp_environment import run as run_with_client

from registry.commands import main
from registry.lookup import find

if TYPE_CHECKING:
    from click.testing import Result

SHIPPED = Path(__file__).parent.parent / "manuals"
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
    tool_call_template: {call_template_type: cli, commands: [{command: uptime}]}
x-registry:
  effects: {get_time: read, drop: destructive, run: read}
  variables:
    ACME_KEY: {description: Key of an account., obtain: "https://acme.com/keys"}
  examples: [{task: What time is it in Oslo?, tool: get_time, arguments: {zone: Oslo, days: 2}}]
"""


@pytest.fixture
def manuals(tmp_path: Path) -> Path:
    folder = tmp_path / "manuals" / "acme" / "clock"
    folder.mkdir(parents=True)
    (folder / "1.0.0.yaml").write_text(MANUAL, encoding="utf-8")
    about = "name: Acme\nhomepage: https://acme.com/\n"
    (folder.parent / "publisher.yaml").write_text(about, encoding="utf-8")
    return tmp_path / "manuals"


def call(manuals: Path, *words: str, **variables: str) -> Result:
    command = ["call", "--manuals", str(manuals), *words]
    return CliRunner().invoke(main, command, env=variables)


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


@pytest.mark.parametrize(
    ("words", "sent"),
    [
        (("zone=1e3",), {}),
        (("days=3",), {"days": "3"}),
        (("exact=true",), {"exact": "true"}),
        (("cities=1", "cities=2"), {"cities": ["1", "2"]}),
        (("cities=1",), {"cities": ["1"]}),
        (("cities:=[1, 2]",), {"cities": ["1", "2"]}),
        (("level=1",), {}),
        (("level=high",), {}),
        (('around:={"lat": 1.5}',), {"around": '{"lat": 1.5}'}),
    ],
)
def test_texts_become_what_the_inputs_want(
    words: tuple[str, ...], sent: dict[str, Any], manuals: Path
) -> None:
    words = words if words[0].startswith("zone") else ("zone=Oslo", *words)
    query = parse_qs(urlsplit(shown(manuals, "acme/clock/get_time", *words)["url"]).query)

    for name, value in sent.items():
        assert query[name] == (value if isinstance(value, list) else [value])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "'zone' is missing"),
        (("zone=X",), "zone:"),
        (("zone=Oslo", "days=many"), "days: 'many' is a text, not a whole number"),
        (("zone=Oslo", "days=10"), "days:"),
        (("zone=Oslo", "zoen=Rome"), "no input is called 'zoen'; did you mean 'zone'?"),
        (("zone=Oslo", "Rome"), "'Rome' is no argument"),
        (("zone=Oslo", "=Rome"), "'=Rome' is no argument"),
        (("zone=Oslo", "days:=x"), "'days:=x' holds no JSON"),
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


def test_user_and_password_are_named_and_a_body_is_json(manuals: Path) -> None:
    done = call(manuals, "acme/clock/drop", 'body:={"zone": "Oslo"}')

    assert "DELETE https://api.example.invalid/zones\n" in done.stdout
    assert "Basic <base64 of ${ACME_USER}:${ACME_PASSWORD}>" in done.stdout
    assert done.stdout.endswith('\n\n{\n  "zone": "Oslo"\n}\n')


def test_tool_without_a_request_is_shown_as_a_call_template(manuals: Path) -> None:
    template = shown(manuals, "acme/clock/run")["tool_call_template"]

    assert template["call_template_type"] == "cli"


@pytest.mark.parametrize("manual", ["geo", "bookshelf"])
def test_envelope_of_the_protocol_is_around_the_arguments(manual: str) -> None:
    release = find(SHIPPED, f"open-tool-registry/{manual}").releases[-1]
    example = next(each for tool in release.tools for each in tool.examples)
    words = [f"{name}:={json.dumps(value)}" for name, value in example.arguments.items()]
    data = shown(SHIPPED, f"open-tool-registry/{manual}/{example.tool}", *words)

    assert data["method"] == "POST"
    assert all(json.dumps(value) in json.dumps(data) for value in example.arguments.values())
    assert set(data["body"]) != set(example.arguments)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("acme/clock", "name one of its tools"),
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
    assert "export ACME_KEY=…  # Key of an account. https://acme.com/keys" in done.stderr
    assert "ACME_TOKEN" not in done.stderr


def test_tool_that_the_client_cannot_call_is_told(manuals: Path) -> None:
    done = call(manuals, "acme/clock/run", "--send")

    assert done.exit_code == 2
    assert "cannot be sent from here" in done.stderr


SECRETS = dict.fromkeys(("ACME_KEY", "ACME_TOKEN"), "hunter2-hunter2")


def test_client_that_is_not_installed_is_told_with_the_command(manuals: Path) -> None:
    done = call(manuals, "acme/clock/get_time", "zone=Oslo", "--send", **SECRETS)

    assert done.exit_code == 2
    assert '-m pip install "utcp' in " ".join(done.stderr.split())


def call_with_client(manuals: Path, *words: str, answer: str = "") -> Any:  # noqa: ANN401
    """Run the command where the released client is installed, too."""
    packages = next(ENVIRONMENTS.glob("utcp/lib/python3.*/site-packages"), None)
    if packages is None or packages.parent.name != f"python3.{sys.version_info.minor}":
        pytest.skip("the released UTCP client is not installed for this Python")
    names = ("ACME_KEY", "ACME_TOKEN", "ACME_USER", "ACME_PASSWORD")
    return subprocess.run(
        [sys.executable, "-m", "registry", "call", *words, "--send", "--manuals", str(manuals)],
        env={
            **os.environ,
            **dict.fromkeys(names, "hunter2-hunter2"),
            "PYTHONPATH": str(packages),
        },
        input=answer,
        capture_output=True,
        text=True,
        check=False,
    )


def test_failed_call_is_told_without_the_secret(manuals: Path) -> None:
    done = call_with_client(manuals, "acme/clock/get_time", "zone=Oslo")

    assert done.returncode == 1, done.stderr
    assert "api.example.invalid" in done.stderr
    assert "hunter2" not in done.stderr + done.stdout


def test_what_destroys_is_asked_about(manuals: Path) -> None:
    asked = call_with_client(manuals, "acme/clock/drop", answer="n\n")
    sure = call_with_client(manuals, "acme/clock/drop", "--yes")

    assert asked.returncode == 1
    assert "destroys something" in asked.stderr
    assert "api.example.invalid" not in asked.stderr
    assert "api.example.invalid" in sure.stderr


SCRIPT = """
import json, sys
from registry.utcp_plugin.sending import send
document, arguments, secrets = json.loads(sys.argv[1])
print(json.dumps(send(document, arguments, secrets)))
"""


def test_released_client_sends_what_was_shown_and_the_answer_hides_secrets(tmp_path: Path) -> None:
    plugins = installed(tmp_path / "plugins")
    secrets = {"KEY": "s3cret/with+signs", "USER": "jane", "PASSWORD": "correct horse"}
    with echoing() as echo:
        document = {
            "name": "get_time",
            "description": "Tell the time.",
            "inputs": {"type": "object", "properties": {"zone": {"type": "string"}}},
            "outputs": {},
            "tags": [],
            "tool_call_template": {
                "call_template_type": "http",
                "http_method": "GET",
                "url": f"{echo.url}/api.acme.com/time",
                "headers": {"X-Key": "${KEY}"},
                "auth": {"auth_type": "basic", "username": "${USER}", "password": "${PASSWORD}"},
            },
        }
        answer = run_with_client(SCRIPT, [document, {"zone": "Oslo"}, secrets], plugins, tmp_path)
    (seen,) = echo.requests("api.acme.com")

    assert seen.query == {"zone": ["Oslo"]}
    assert {name.casefold(): value for name, value in seen.headers.items()}["x-key"] == secrets[
        "KEY"
    ]
    assert "Oslo" in answer
    assert not any(value in answer for value in secrets.values())
    assert "Basic ${…}" in answer or "asic" not in answer
