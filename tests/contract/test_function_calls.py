"""The programs of the page about function calls run, with the released SDK of each vendor."""

from __future__ import annotations

import json
import os
import re
import subprocess
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hostile_api import hostile_api
from lab import write_site
from model_endpoint import model_endpoint
from paths import ROOT
from redigest import redigest
from released_clients import ENVIRONMENTS, need

from registry.client import Catalogue, DamagedFileError
from registry.client.call import InvalidArgumentsError
from registry.client.functions import FLAVOURS
from registry.client.functions.offered import Functions

if TYPE_CHECKING:
    from pathlib import Path

    from registry.source import Json

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "function-calls.md").read_text(encoding="utf-8")
_PROGRAM = re.compile(r"^## ([^\n]+)\n.*?```python\n(.*?)```", re.MULTILINE | re.DOTALL)
PROGRAMS = dict(_PROGRAM.findall(PAGE))
SHARED = re.search(r"```python\n(import json.*?)```", PAGE, re.DOTALL)
TOOL = "acme/lab/get_thing"
WITH_LIST = "acme/lab/filter_beakers"
RETIRING = ("-W", "error:The model:DeprecationWarning")
"""Options of Python with which a program fails whose model is about to be switched off."""

FRAMEWORKS = ["LangChain", "LlamaIndex", "Pydantic AI", "OpenAI Agents"]


def test_page_has_a_program_for_each_vendor_and_framework() -> None:
    assert list(PROGRAMS) == [
        "Anthropic",
        "OpenAI, Responses",
        "OpenAI, Chat Completions",
        "Gemini",
        *FRAMEWORKS,
    ]


def shared(place: Path | str, question: str = "") -> dict[str, Any]:
    """Return the names of the shared lines, run with the registry at *place*."""
    assert SHARED
    code = SHARED[1].replace("https://registry.example/", str(place))
    code = re.sub(r"(?m)^question = .*$", f"question = {question!r}", code)
    names: dict[str, Any] = {}
    exec(code, names)
    return names


def test_answer_that_is_cut_for_the_model_says_so(site: Path) -> None:
    names = shared(site, "beakers")
    value = "ø" * 30_000
    names["catalogue"] = SimpleNamespace(call=lambda *_: SimpleNamespace(value=value))

    said = names["answer"](Functions([], {}, {}), TOOL, {})
    assert said == f'"{value[:19_999]}… (cut: 30002 characters)'


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("acme_lab__get_thing", '{"path": ', "the arguments are not JSON: Expecting value"),
        ("acme_lab__get_thing", "[]", "are not an object"),
        ("acme_lab__get_thing", {"paht": "beaker"}, "did you mean 'path'"),
        ("get_thing", {"path": "beaker"}, "'get_thing' is not the id of a tool"),
    ],
)
def test_call_that_a_model_makes_wrongly_is_answered_in_words(
    name: str,
    arguments: Any,  # noqa: ANN401 - what a model may pass
    said: str,
    site: Path,
) -> None:
    names = shared(site, "beakers")
    functions = names["catalogue"].functions([TOOL], "openai")

    assert said in names["answer"](functions, name, arguments)


def test_question_for_which_there_is_no_tool_reaches_no_model(site: Path) -> None:
    with pytest.raises(SystemExit, match="no tool of the registry fits"):
        shared(site, "zzyzx")


@pytest.mark.parametrize("vendor", PROGRAMS)
def test_program_goes_from_a_question_over_the_call_to_the_answer(
    vendor: str, tmp_path: Path
) -> None:
    folder = ENVIRONMENTS / ("llamaindex" if vendor == "LlamaIndex" else "models")
    need(folder.name, is_there=any(folder.glob(".installed-*")))
    assert SHARED
    with (
        hostile_api() as api,
        model_endpoint("acme_lab__get_thing", {"path": "beaker", "config": "2"}) as endpoint,
    ):
        site = write_site(tmp_path / "site", api.url)
        add_query_input(site, "config")  # a word that frameworks have for something of their own
        code = SHARED[1].replace("https://registry.example/", str(site))
        code = re.sub(r"(?m)^ids = .*$", f"ids = [{TOOL!r}, {WITH_LIST!r}]", code)
        done = subprocess.run(
            [str(folder / "bin" / "python"), *RETIRING, "-c", code + PROGRAMS[vendor]],
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "ANTHROPIC_API_KEY": "x",
                "ANTHROPIC_BASE_URL": endpoint.url,
                "OPENAI_API_KEY": "x",
                "OPENAI_BASE_URL": f"{endpoint.url}/v1",
                "OPENAI_API_BASE": f"{endpoint.url}/v1",
                "OPENAI_AGENTS_DISABLE_TRACING": "1",
                "GEMINI_API_KEY": "x",
                "GOOGLE_GEMINI_BASE_URL": endpoint.url,
            },
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout)["target"] == "/beaker?config=2"
    assert len(endpoint.bodies) == 2
    assert "filter_beakers" in json.dumps(endpoint.bodies[0]["tools"])
    if vendor.startswith("OpenAI") or vendor in FRAMEWORKS:
        # The API refuses the request where `items` are missing.
        assert '"type": "array", "items": {}' in json.dumps(endpoint.bodies[0]["tools"])


def add_query_input(site: Path, name: str) -> None:
    path = site / f"v1/tools/{TOOL}.json"
    record = json.loads(path.read_bytes())
    record["definition"]["inputs"]["properties"][name] = {"type": "string"}
    record["definition"]["call"]["arguments"].append({"name": name, "where": "query"})
    path.write_text(json.dumps(record), encoding="utf-8")
    redigest(site)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site", "https://api.example.com")


@pytest.fixture
def catalogue(site: Path) -> Catalogue:
    return Catalogue.open(site)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_functions_are_those_that_are_published(flavour: str, catalogue: Catalogue) -> None:
    ids = [f"acme/lab/{name}" for name in catalogue.manual("acme/lab").tools]
    found = catalogue.functions(ids, flavour)

    assert sorted(found.ids.values()) == sorted(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_]{1,64}", name) for name in found.ids)
    assert "get_thing" in json.dumps(found.request)


@pytest.mark.parametrize("flavour", ["anthropic", "gemini"])
def test_input_that_an_interface_refuses_is_called_by_its_own_name(
    flavour: str, catalogue: Catalogue
) -> None:
    found = catalogue.functions([WITH_LIST], flavour)
    name = "acme_lab__filter_beakers"
    given: dict[str, Json] = {"filter_unit_": "foot", "names": ["a"]}

    assert all(f'"{each}": ' in json.dumps(found.request) for each in given)
    assert found.arguments(name, given) == {"filter[unit]": "foot", "names": ["a"]}
    assert found.for_utcp(name, given) == found.arguments(name, given)


def test_null_for_what_is_left_out_reaches_no_utcp_client(catalogue: Catalogue) -> None:
    found = catalogue.functions([TOOL], "openai")
    (name,) = found.ids
    given: dict[str, Json] = {"path": "beaker", "unit": None, "count": None}

    assert found.for_utcp(name, given) == {"path": "beaker"}


@pytest.mark.parametrize("given", [None, [], "{}", 1])
def test_arguments_of_a_model_that_are_no_object_are_told_in_words(
    given: Any,  # noqa: ANN401 - what a model may answer
    catalogue: Catalogue,
) -> None:
    found = catalogue.functions([TOOL], "anthropic")
    name = next(iter(found.ids))

    with pytest.raises(InvalidArgumentsError, match="are not an object"):
        catalogue.call(TOOL, found.arguments(name, given))
    with pytest.raises(InvalidArgumentsError, match="are not an object"):
        found.for_utcp(name, given)


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize(
    "wrong", [{"examples": [{"task": "x"}]}, {"inputs": ["x"]}, {"outputs": [1]}]
)
def test_damaged_definition_is_named(wrong: dict[str, Json], flavour: str, tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", "https://api.example.com")
    path = site / f"v1/tools/{TOOL}.json"
    record = json.loads(path.read_bytes())
    record["definition"] |= wrong
    path.write_text(json.dumps(record), encoding="utf-8")
    redigest(site)
    catalogue = Catalogue.open(site)

    with pytest.raises(DamagedFileError, match=rf"tools/{TOOL}\.json is damaged"):
        catalogue.functions([TOOL], flavour)


def test_deferred_definitions_say_so_and_have_no_examples(tmp_path: Path) -> None:
    """Claude's tool search is not compatible with examples."""
    site = write_site(tmp_path / "site", "https://api.example.com")
    path = site / f"v1/tools/{TOOL}.json"
    record = json.loads(path.read_bytes())
    record["definition"]["examples"] = [{"description": "x", "task": "x", "arguments": {}}]
    path.write_text(json.dumps(record), encoding="utf-8")
    redigest(site)
    catalogue = Catalogue.open(site)
    (now,) = catalogue.functions([TOOL], "anthropic").request
    (later,) = catalogue.functions([TOOL], "anthropic", is_deferred=True).request

    assert now["input_examples"] == [{}]
    assert later["defer_loading"] is True
    assert "input_examples" not in later


@pytest.mark.parametrize(("flavour", "is_deferred"), [("openia", False), ("gemini", True)])
def test_flavour_that_does_not_exist_is_an_error(
    flavour: str,
    is_deferred: bool,  # noqa: FBT001 - of a table
    catalogue: Catalogue,
) -> None:
    with pytest.raises(ValueError, match=r"there is no flavour|cannot load tools later"):
        catalogue.functions([TOOL], flavour, is_deferred=is_deferred)
