"""`registry import python`: functions become tools, and nothing is called."""

from __future__ import annotations

import collections
import collections.abc
import datetime as dt
import decimal
import json
import os
import pathlib
import sys
import typing
import uuid
from enum import Enum
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import pytest
from click.testing import CliRunner
from paths import ROOT

from registry import pipeline, source
from registry.authoring.importers.python.docstrings import Docstring
from registry.authoring.importers.python.hints import Types
from registry.catalogue.find_manual import find_manual
from registry.cli import main

if TYPE_CHECKING:
    from click.testing import Result

HERE = Path(__file__).parent
MODULES = HERE / "modules"
CLIENT = ROOT / ".clients" / "utcp" / "bin" / "python"
URL = ("--url", "https://api.acme.com/v1/{function}")


def run(out: Path, *arguments: str | Path) -> Result:
    command = ["import", "python", "--out", str(out), *map(str, arguments)]
    return CliRunner().invoke(main, command)


def test_manual_is_as_approved(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES / "weather.py", *URL, "--released", "2026-11-22")
    text = (tmp_path / "acme/weather/1.0.0.yaml").read_text(encoding="utf-8")
    approved = HERE / "weather.expected.yaml"
    if os.environ.get("REGENERATE"):
        approved.write_text(text, encoding="utf-8")

    assert done.exit_code == 0, done.output
    assert text == approved.read_text(encoding="utf-8")
    assert pipeline.check(tmp_path).is_publishable


def test_function_inside_a_tool_of_a_framework_is_taken(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES / "wrapped.py", *URL)
    (release,) = find_manual(tmp_path, "acme/wrapped").releases

    assert done.exit_code == 0, done.output
    assert [tool.name for tool in release.tools] == ["find_note"]
    assert release.tools[0].inputs["required"] == ["word"]


def test_interpreter_without_the_dependencies_is_to_be_another(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text("import not_installed_here")
    done = run(tmp_path / "out", tmp_path / "tools.py", *URL)

    assert done.exit_code == 2
    assert "'not_installed_here'; name the Python that has it with --python" in done.stderr


def test_parameters_of_a_framework_are_read_as_their_caller_sees_them(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES / "served.py", *URL, "--json")
    (release,) = find_manual(tmp_path, "acme/served").releases
    (tool,) = release.tools

    assert [each["why"].split()[0] for each in json.loads(done.stdout)["changed"]][:2] == [
        "store",
        "user",
    ]
    assert tool.inputs["required"] == ["text"]
    assert tool.inputs["properties"] == {
        "text": {"type": "string", "description": "Words to look for.", "minLength": 3},
        "sort_by": {"type": "string", "default": "name"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "shop": {"type": "string", "maxLength": 40},
        "page": {"type": "integer", "minimum": 1, "default": 1},
        "place": {
            "type": "object",
            "description": "A place.",
            "properties": {"name": {"type": "string"}, "country": {"type": "string"}},
            "required": ["name"],
        },
    }


def test_what_could_not_be_told_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES / "weather.py", *URL, "--json")
    told = json.loads(done.stdout)

    assert told["tools"] == ["get_weather", "get_time", "add_days", "look_up"]
    assert [(each["what"], each["why"].split()[0]) for each in told["changed"]] == [
        ("get_weather", "'place'"),
        ("get_time", "**more:"),
        ("add_days", "request"),
        ("look_up", "Secret"),
        ("look_up", "'options'"),
    ]


def test_module_says_itself_what_it_offers(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES / "chosen.py", *URL, "--json")
    told = json.loads(done.stdout)

    assert told["tools"] == ["offered"]
    assert {each["what"]: each["why"] for each in told["left_out"]} == {
        "missing": "the module has no such name",
        "Thing": "it is not a function",
    }


def test_function_of_a_type_without_a_schema_alone_is_left_out(tmp_path: Path) -> None:
    """As with a model of Pydantic that has a function in a field."""
    module = tmp_path / "odd.py"
    module.write_text(
        "class Odd:\n"
        "    @classmethod\n"
        "    def model_json_schema(cls):\n"
        "        raise RuntimeError('no schema\\nof this')\n\n"
        "def bad(odd: Odd) -> str: ...\n"
        "def good(word: str) -> str: ...\n"
    )
    told = json.loads(run(tmp_path, module, *URL, "--json").stdout)

    assert told["tools"] == ["good"]
    assert told["left_out"] == [
        {"what": "bad", "why": "it cannot be inspected: no schema of this"},
    ]


def test_functions_can_be_named(tmp_path: Path) -> None:
    module = f"{MODULES / 'weather.py'}:get_time"
    run(tmp_path, module, "add_days", *URL, "--manual", "clock")
    tools = find_manual(tmp_path, "acme/clock").releases[0].tools

    assert [tool.name for tool in tools] == ["get_time", "add_days"]


def test_module_is_found_by_its_dotted_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(MODULES)

    assert run(tmp_path, "weather", *URL).exit_code == 0


def test_places_in_the_address_and_single_objects_in_the_body(tmp_path: Path) -> None:
    run(
        *(tmp_path, f"{MODULES / 'weather.py'}:look_up", "--method", "POST"),
        *("--url", "https://api.acme.com/{function}/{key}"),
    )
    (tool,) = find_manual(tmp_path, "acme/weather").releases[0].tools
    placed = {each.name: each.where.value for each in tool.call.arguments}

    assert tool.call.url == "https://api.acme.com/look_up/{key}"
    assert placed == {"key": "path", "options": "body"}
    assert tool.effect.value == "write"


def test_union_of_objects_is_the_body(tmp_path: Path) -> None:
    module = tmp_path / "pets.py"
    module.write_text(
        "from typing import TypedDict\n\n"
        "class Cat(TypedDict):\n    meow: int\n\n"
        "class Dog(TypedDict):\n    bark: int\n\n"
        "def add_pet(pet: Cat | Dog | None) -> None: ...\n"
        "def add_pets(one: Cat, other: Cat) -> None: ...\n"
    )
    told = json.loads(run(tmp_path, module, *URL, "--method", "POST", "--json").stdout)
    one, two = find_manual(tmp_path, "acme/pets").releases[0].tools

    assert [each.where.value for each in one.call.arguments] == ["body"]
    assert [each.where.value for each in two.call.arguments] == ["query", "query"]
    assert told["changed"][0]["why"].endswith(
        "an object that is the only input is sent as the body"
    )


@pytest.mark.skipif(not CLIENT.exists(), reason="the released UTCP client is not installed")
def test_decorator_of_the_released_client_says_how_to_call(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES / "decorated.py", "--python", CLIENT, "--manual", "clock")
    release = find_manual(tmp_path, "acme/clock").releases[0]
    tool, alarms = release.tools

    assert done.exit_code == 0, done.output
    assert (tool.name, tool.tags, tool.call.method) == ("tell_time", ("time",), "POST")
    assert tool.description.startswith("Tell the time of day")
    assert tool.inputs["properties"] == {
        "zone": {"type": "string", "description": "Name of the zone."}
    }
    assert (alarms.name, alarms.tags) == ("list_alarms", ())
    assert alarms.description == "List the alarms of today."
    assert alarms.inputs == {
        "type": "object",
        "properties": {"zone": {"type": "string", "description": "Zone.", "minLength": 2}},
        "required": ["zone"],
        "additionalProperties": False,
    }
    assert alarms.outputs == {"type": "array", "items": {"type": "string"}}
    assert "null" not in release.document.text


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("def f(): pass", (), "f has no URL: add --url"),
        ("import nowhere_at_all", URL, "No module named 'nowhere_at_all'"),
        ("def f(: pass", URL, "SyntaxError"),
        ("import os; os._exit(3)", URL, "ended Python when it was imported"),
        ("raise SystemExit('no key')", URL, "SystemExit: no key"),
        ("import time; time.sleep(60)", (*URL, "--seconds", "1"), "longer than 1 seconds"),
        ("def f(): pass", ("--url", "api.acme.com"), "start it with https://"),
        ("def f(): pass", (*URL, "--python", "no-such-python"), "cannot be started"),
    ],
)
def test_module_that_cannot_be_used_is_wrong_use(
    content: str, options: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    module = tmp_path / "mine.py"
    module.write_text(content, encoding="utf-8")
    done = run(tmp_path / "manuals", module, *options)

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert not (tmp_path / "manuals").exists()


def test_address_of_this_machine_asks_for_the_public_one(tmp_path: Path) -> None:
    module = tmp_path / "mine.py"
    module.write_text('def f(): """Find it."""', encoding="utf-8")
    done = run(tmp_path / "manuals", module, "--url", "http://localhost:8000/f")

    assert done.exit_code == 1
    assert "name their public address with --url" in done.stderr


def test_function_without_a_docstring_becomes_a_manual_that_does_not_hide_it(
    tmp_path: Path,
) -> None:
    module = tmp_path / "mine.py"
    module.write_text("def find_it(word: str) -> str: ...", encoding="utf-8")

    assert "missing-description" in run(tmp_path / "manuals", module, *URL).stdout


def test_no_function_writes_nothing(tmp_path: Path) -> None:
    module = tmp_path / "mine.py"
    module.write_text("x = 1", encoding="utf-8")
    done = run(tmp_path / "manuals", module, *URL)

    assert done.exit_code == 1
    assert "nothing was written" in done.stderr


def limits(**stated: int) -> SimpleNamespace:
    return SimpleNamespace(**stated)


class Colour(Enum):
    RED = 1
    BLUE = 2


class Point(NamedTuple):
    x: int
    y: int


class Options(TypedDict):
    """Ways to do it.

    Attributes:
        deep: How far.
    """

    deep: bool
    name: typing.NotRequired[str]


NAMES = {
    **vars(typing),
    **{each.__name__: each for each in (Colour, Point, Options)},
    **{each.__name__: each for each in (collections, dt, decimal, pathlib, uuid)},
    "Limits": limits,
}
HINTS: Any = source.read_document("hints.yaml", b"cases:\n" + (HERE / "hints.yaml").read_bytes())


def cases() -> list[Any]:
    document, problems = HINTS
    assert document is not None, problems
    return list(document.data["cases"])


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["hint"]))
def test_hint_becomes_a_schema(case: dict[str, Any]) -> None:
    kinds = Types()

    assert kinds.schema(eval(str(case["hint"]), NAMES)) == case["schema"]
    assert kinds.notes == case.get("notes", [])


@pytest.mark.parametrize(
    ("text", "described", "parameters", "returns"),
    [
        (None, "", {}, ""),
        ("Only words.", "Only words.", {}, ""),
        ("One.\n\n- a\n- b\n\nTwo\nlines.", "One.\n\n- a\n- b\n\nTwo lines.", {}, ""),
        ("X.\n\nArgs:\n  a (int): Of\n    a.\n  *b: Of b.", "X.", {"a": "Of a.", "b": "Of b."}, ""),
        ("X.\n\nReturns:\n  dict[str, int]: All of it.\n", "X.", {}, "All of it."),
        ("X.\n\nReturns:\n  All of it.\n\nMore words.", "X.\n\nMore words.", {}, "All of it."),
        ("X.\n\nParameters\n-----\na, b : int\n    C.\n", "X.", {"a": "C.", "b": "C."}, ""),
        ("X.\n\nReturns\n-------\nint\n    All.\n\nNotes\n-----\nNo.", "X.", {}, "All."),
        ("X.\n\n:param int a: Of a,\n    too.\n:return: All.", "X.", {"a": "Of a, too."}, "All."),
        ("One.\n\n>>> f(1)\n2\n\nTwo.", "One.\n\nTwo.", {}, ""),
        ("Note: this stays.", "Note: this stays.", {}, ""),
    ],
)  # fmt: skip
def test_docstring_is_taken_apart(
    text: str | None, described: str, parameters: dict[str, str], returns: str
) -> None:
    found = Docstring(text)

    assert (found.text, found.parameters, found.returns) == (described, parameters, returns)


def test_interpreter_is_this_one_unless_told(tmp_path: Path) -> None:
    module = tmp_path / "mine.py"
    module.write_text("import sys\ndef f(): ...\nf.__doc__ = sys.executable", encoding="utf-8")
    run(tmp_path, module, *URL)

    assert find_manual(tmp_path, "acme/mine").releases[0].tools[0].description == sys.executable
