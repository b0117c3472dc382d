"""A tool is shown with all that a caller has to know, the same from a folder and when published."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from publishing import SAMPLES, published

from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.slow

MANUAL = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: list_ferries
    description: "List the ferries of a harbour.\\e[2J\\n\\nUse it before you walk there."
    inputs:
      type: object
      properties:
        day: {type: string, description: Day of the week., enum: [monday, sunday]}
        harbour: {type: string, description: Name of the harbour.}
      required: [harbour]
    outputs:
      type: array
      items: {type: object, properties: {leaves: {type: string, description: Time of day.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.invalid/ferries/{harbour}
      auth: {auth_type: api_key, api_key: "${ACME_KEY}", var_name: key, location: query}
  - name: book
    description: Book places on a ferry.
    inputs:
      type: object
      properties:
        body: {$ref: "#/$defs/booking"}
      required: [body]
      $defs:
        booking:
          type: object
          description: The booking.
          properties:
            guests:
              type: array
              description: Who comes.
              items:
                type: object
                properties:
                  name: {type: string, description: Full name.}
                  deck: {type: integer, enum: [1, 2, 3, 4, 5, 6, 7, 8, 9]}
                required: [name]
            back: {$ref: "#/$defs/booking"}
            pay:
              anyOf:
                - type: "null"
                - {type: object, properties: {card: {type: string}}}
          required: [guests]
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.invalid/bookings
      body_field: body
  - name: ring
    description: Ring the bell on this machine.
    inputs: {type: object, properties: {}}
    tool_call_template: {call_template_type: cli, commands: [{command: "echo Ding."}]}
x-registry:
  effects: {list_ferries: read, book: write, ring: read}
  variables:
    ACME_KEY: {description: Key of an account., obtain: "https://acme.com/keys"}
  examples:
    - {task: "When does the ferry leave?", tool: list_ferries, arguments: {harbour: North pier}}
"""

FERRIES = """\
acme/harbour/list_ferries 1.0.0

List the ferries of a harbour.\\x1b[2J

Use it before you walk there.

status  deprecated: There is a bridge now.
call    http GET to api.example.invalid
effect  read
keys
  acme__harbour_ACME_KEY  Key of an account. https://acme.com/keys
inputs
  harbour  (string, required)  Name of the harbour.
  day      (string, one of monday, sunday)  Day of the week.
output  a list of:
  leaves  (string)  Time of day.
example When does the ferry leave?
  registry call acme/harbour/list_ferries 'harbour=North pier'
"""

BOOKING = """\
inputs
  body  (object, required)  The booking.
    guests  (array, required)  Who comes.
      name  (string, required)  Full name.
      deck  (integer, one of 1, 2, 3, 4, 5, 6, 7, 8, 9)
    back    (object)  The booking.
    pay     (null or object)
      card  (string)
output  not described
"""


@pytest.fixture
def manuals(tmp_path: Path) -> Path:
    folder = tmp_path / "manuals" / "acme" / "harbour"
    folder.mkdir(parents=True)
    (folder / "1.0.0.yaml").write_text(MANUAL, encoding="utf-8")
    status = "status: {state: deprecated, reason: There is a bridge now.}\n"
    (folder / "manual.yaml").write_text(status, encoding="utf-8")
    about = "name: Acme\nhomepage: https://acme.com/\n"
    (folder.parent / "publisher.yaml").write_text(about, encoding="utf-8")
    return tmp_path / "manuals"


def show(*words: str, **variables: str) -> Result:
    return CliRunner().invoke(main, ["show", *words], env=variables)


def data(*words: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads(show(*words, "--json").stdout)


def test_everything_a_caller_has_to_know_is_there(manuals: Path) -> None:
    done = show("acme/harbour/list_ferries", "--manuals", str(manuals))

    assert done.exit_code == 0, done.output
    assert done.stdout == FERRIES


def test_what_objects_and_lists_hold_is_below_them_once(manuals: Path) -> None:
    done = show("acme/harbour/book", "--manuals", str(manuals))

    assert done.exit_code == 0, done.output
    assert BOOKING in done.stdout


@pytest.mark.parametrize(
    ("outputs", "said"),
    [
        (
            '{type: array, items: {type: integer}, description: "How loud\\nit was."}',
            "output  a list of integer: How loud it was.\n",
        ),
        ("{type: string}", "output  string\n"),
        ("{description: A bell.}", "output  A bell.\n"),
        ("{type: object, description: A bell.}", "output  A bell.\n"),
        (
            "{type: array, description: Bells., items: {properties: {key: {type: string}}}}",
            "output  a list: Bells.\n  key  (string)\n",
        ),
        ("{type: object}", "output  not described\n"),
    ],
)
def test_what_a_reply_is_comes_before_its_fields(manuals: Path, outputs: str, said: str) -> None:
    release = manuals / "acme/harbour/1.0.0.yaml"
    text = release.read_text(encoding="utf-8")
    call = "    tool_call_template: {call_template_type: cli"
    release.write_text(text.replace(call, f"    outputs: {outputs}\n{call}"), encoding="utf-8")
    done = show("acme/harbour/ring", "--manuals", str(manuals))

    assert done.exit_code == 0, done.output
    assert said in done.stdout


def test_what_holds_itself_is_shown_once(manuals: Path) -> None:
    release = manuals / "acme/harbour/1.0.0.yaml"
    text = release.read_text(encoding="utf-8")
    itself = text.replace("        body: {", "        next: {$ref: '#'}\n        body: {")
    assert itself != text
    release.write_text(itself, encoding="utf-8")
    done = show("acme/harbour/book", "--manuals", str(manuals))

    assert done.exit_code == 0, done.output
    assert done.stdout.count("  next ") == 1


def test_how_to_get_a_key_is_not_said_where_it_is_set(manuals: Path) -> None:
    done = show("acme/harbour/list_ferries", "--manuals", str(manuals), ACME_KEY="hunter2")

    assert "\n  acme__harbour_ACME_KEY\n" in done.stdout
    assert "hunter2" not in done.stdout


def test_tool_that_starts_a_program_says_so(manuals: Path) -> None:
    assert (
        "starts a program on this machine"
        in show("acme/harbour/ring", "--manuals", str(manuals)).stdout
    )


def test_manual_is_answered_with_its_tools(manuals: Path, tmp_path: Path) -> None:
    site = published().write(tmp_path / "site")
    own = show("acme/harbour", "--manuals", str(manuals))
    theirs = show("acme/tides", "--registry", str(site))

    assert (own.exit_code, theirs.exit_code) == (2, 2)
    assert "acme/harbour/TOOL; it has list_ferries, book, ring" in own.stderr
    assert "acme/tides/TOOL; it has next-tide, " in theirs.stderr


def test_published_tool_is_the_one_in_the_folder(tmp_path: Path) -> None:
    site = published().write(tmp_path / "a site")
    own = data("acme/tides/next-tide", "--manuals", str(SAMPLES))
    theirs = data("acme/tides/next-tide", "--registry", str(site))

    assert own == theirs
    assert own["definition"]["name"] == "next-tide"


def test_command_of_an_example_names_the_registry(tmp_path: Path) -> None:
    site = published().write(tmp_path / "a site")
    shown = show("acme/tides/next-tide", "--registry", str(site)).stdout
    command = shlex.split(shown.splitlines()[-1])

    assert CliRunner().invoke(main, command[1:]).exit_code == 0
