"""The program in `docs/search-format.md` runs as it is there, and finds what it says it finds."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from paths import ROOT
from seen import some

from registry.search import shards
from registry.validate import SCHEMAS

if TYPE_CHECKING:
    from publishing import Published

    from registry import search

FOLDER = "v1/search/"
PAGE = (ROOT / "docs" / "search-format.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def files(launched: Published) -> dict[str, bytes]:
    """Return the files of the index as they are published, by their paths in its folder."""
    return {
        path.removeprefix(FOLDER): data
        for path, data in launched.files.items()
        if path.startswith(FOLDER)
    }


@cache
def program() -> dict[str, Any]:
    """Return what the one program of the page defines."""
    found = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    assert len(found) == 1
    defined: dict[str, Any] = {}
    exec(found[0], defined)
    return defined


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("convert currency", "frankfurter/exchange-rates/get_rate"),
        ("sunset", "open-tool-registry/sky/SunTimes"),
        ("translate this text", "deepl/translate/translate_text"),
        ("blame of a line", "git-scm/repository/show_blame"),
    ],
)
def test_the_program_finds_the_best_tool_in_four_requests(
    files: dict[str, bytes], question: str, best: str
) -> None:
    asked = []

    def get(path: str) -> object:
        asked.append(path)
        return json.loads(files[path])

    assert program()["find"](get, question) == best
    assert len(asked) <= 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "best"),
    [
        # every word is weak
        ("who is on call", "pagerduty/incidents/list_oncalls"),
        # the third word is only in what is shown of the tools
        ("search crossref papers", "crossref/metadata/search_works"),
        ("search arxiv papers", "arxiv/query/search_preprints"),
    ],
)
def test_words_that_cost_no_request_count(
    files: dict[str, bytes], question: str, best: str
) -> None:
    assert program()["find"](lambda path: json.loads(files[path]), question) == best


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        "convert an amount to another currency",
        "public holidays of a country in a year",
        "send a message to a slack channel",
        "list the open pull requests of a repository",
        "how many people live in a country",
    ],
)
def test_with_all_words_the_program_finds_what_the_index_finds(
    files: dict[str, bytes], launched_index: search.Index, question: str
) -> None:
    found = program()["find"](lambda path: json.loads(files[path]), question, most=9)

    assert found == launched_index.query(question).hits[0].tool.id


def test_a_question_of_unknown_words_finds_nothing(files: dict[str, bytes]) -> None:
    assert program()["find"](lambda path: json.loads(files[path]), "zzyzx") is None


def test_every_number_that_the_page_names_is_in_the_index(files: dict[str, bytes]) -> None:
    index = json.loads(files[shards.INDEX])
    named = {*index["asking"], *index["judging"], *index["analysis"]}

    assert {
        name for name in some(named) if f"`{name}`" not in PAGE and f" {name}" not in PAGE
    } == set()


def test_all_tools_in_brief_are_a_small_file(files: dict[str, bytes]) -> None:
    told = json.loads(files[shards.BRIEF])["tools"]

    assert len(files[shards.BRIEF]) <= 40 * 1024
    assert told is None or {
        f"{manual}/{tool}" for manual, tools in told.items() for tool in tools
    } == {
        tool["id"]
        for path, data in files.items()
        if path.startswith(shards.TOOLS)
        for tool in json.loads(data)["tools"]
    }


@pytest.mark.parametrize(
    ("record", "path"), [("search-index", shards.INDEX), ("search-brief", shards.BRIEF)]
)
def test_files_are_as_their_schemas_say(files: dict[str, bytes], record: str, path: str) -> None:
    schema = json.loads((SCHEMAS / "api" / f"{record}.schema.json").read_text(encoding="utf-8"))

    jsonschema.validate(json.loads(files[path]), schema)
