"""The browser's search finds the same tools in the same order as `registry search`."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from chromium import missing
from publishing import ROOT, published

from registry import source
from registry.search.postings import Shards

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = ROOT / "tests" / "browser" / "search.mjs"
FOLDER = "v1/search"
ODD = (
    "",
    "the of and",
    "wether forcast",
    "weath",
    "getCurrentWeather",
    "air quality",
    "airquality",
    '"air quality"',
    "protocol:utcp",
    "protocol:utcp,otc auth:none weather",
    'tag:"air quality" weather',
    "protocol:nothing weather",
    "Zürich straße",
    "tag:",
    '"unfinished',
    "constructor __proto__ toString",
    "x" * 600,
    "a" * 80 + " geocode",
)


def questions() -> list[str]:
    """Return every question of the benchmark, and odd ones."""
    files = sorted((ROOT / "benchmarks" / "search").glob("*.yaml"))
    return [question for path in files for question in _questions(path)] + list(ODD)


def _questions(path: Path) -> list[str]:
    document, problems = source.read(path.name, path.read_bytes())
    assert document, problems
    asked: Any = document.data["questions"]
    return [each["ask"] for each in asked]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(ROOT / "manuals").write(tmp_path_factory.mktemp("index")) / FOLDER


def test_every_question_gets_the_same_answer(index: Path) -> None:
    node = shutil.which("node")
    if node is None:
        missing("NODE")
    asked = questions()
    done = subprocess.run(
        [str(node), "--no-warnings", str(SCRIPT)],
        input=json.dumps({"folder": str(index), "questions": asked}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shards = Shards(lambda path: (index / path).read_bytes())
    tools = published(ROOT / "manuals").catalogue.tools

    for question, found in zip(asked, json.loads(done.stdout), strict=True):
        answer = shards.query(question, limit=len(tools))
        wanted = [(hit.card.id, hit.score) for hit in answer.hits]

        assert [(tools[number].id, score) for number, score in found["hits"]] == wanted, question
        assert [[word, list(terms)] for word, terms in answer.instead] == found["instead"], question
