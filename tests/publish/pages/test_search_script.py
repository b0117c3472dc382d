"""The browser's search finds the same tools in the same order as `registry search`."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from chromium import missing
from paths import ROOT
from publishing import published
from questions import questions

from registry.search import analysis
from registry.search.shards_reader import Shards

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = ROOT / "tests" / "browser" / "search.mjs"
FOLDER = "v1/search"
COMPARED = 50
"""Tools whose order is compared, of each answer; of the others it is the number."""
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
    "get_forecast",
    "open-meteo/forecast/get_forecast",
    "Days between",
    "protocol:utpc weather",
    "publisher:gitub tag:wether",
    "the CVEs and PRs of DOIs",
    'Tell me what "air quality" means in Krakow',
    "exhange rate",
    "sned taht emial abuot braces",
    "Could you please find me a tool that can geocode an address without a key",
    "HOW DO I",
    "thsoe",
    "what is the",
    "how do I",
    "songs by Radiohead 1997",
    "mend the windows of a flat",
    "exchange ra",
    "4711",
    "4711 weather",
    "log4j 2.14 in GitHub and arXiv",
    "Wie wird das Wetter in Bayern",
    "прогноз погоды",
    "汇率",
    '"GitHub issue"',
    '"weahter forecast"',
    '"weath"',
    "weath weath",
    '"weather 2024"',
    "publi\u017fher:github issue",
    "thEm weather",
    "127.0.0.1",
    "songs of the 1980s",
    "serach for a pasport",
    "udpate a task",
    "mereg a pull request",
    "show it and dele",
    "find a tool to merge a pull request",
    "Look for the task, then delete it",
    "open GitHub issues",
    "cro\U0001f600ed pictures",
    "Hi, which tool lets me order a pizza? Thanks",
    "screenshot of https://www.example.com/a.html",
    "order a pizza",
    "Please list my orders",
    "get-rid of it; get rid of it",
    "LABEL issue\u2028 5",
    "comment on the pull request",
    '"label the" issue',
    "star of Bethlehem in 1997",
    "\u017ftar the repository",
    "call me a taxi",
    "merge pull request 42",
    "Book the cheapest flight from Berlin to Lisbon",
    "download youtube video",
    "the download of a YouTube video",
    "run a GraphQL query",
    "Slite documents",
    "tags of a GitLab project: list",
    "speech to text",
    "Weather without an API key",
    "get the lyrics of a song",
    "turn the thermostat down in the evening",
    "no key, public holidays; No Auth needed",
    "no API key",
    '"no API key"',
    "best free REST-API for weather in Python, which does not require an account",
    "free weather API for node js",
    '"weather tool\n"',
    '"air quality without a key"',
    "weather no ſign-up \u212aey no keyboard",
    "น้ำ ᾳ Ꭰ weather",
    "GitHubのissueを作る",
    "الطقس weather في Tokyo東京",
    "VPNом ofﬁce GPSの ｳｪｻﾞｰweather 날씨API",
    "weather in Zu\u0308rich, Viê\u0323t Nam",
    "drug trials for ALS",
    "als drug trials",
    "42",
    "404 2024",
    "what is the",
    "?!",
    "zz",
    '"weather invoice zz"',
    "tag:",
    "\ufeffweather\x1ein\x1cParis \x85 tomorrow\ufeff",
    "tag:weather\x1fforecast",
    '"air quality\x1cwithout a key\x1cforecast"',
    '"air quality\ufeffwithout a key\ufeffforecast"',
    "weather" + "ing" * 200,
    "forecast" + "s" * 52,
    "forecast" + "s" * 53,
)


@pytest.fixture(scope="module")
def index(launched_folder: Path) -> Path:
    return launched_folder / FOLDER


@pytest.mark.slow
def test_every_question_gets_the_same_answer(index: Path) -> None:
    node = shutil.which("node")
    if node is None:
        missing("NODE")
    asked = [*questions(2), *ODD]
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
        answer = shards.query(question, limit=COMPARED)
        wanted = [(hit.tool.id, hit.score) for hit in answer.hits]
        first = [(tools[number].id, score) for number, score in found["hits"][:COMPARED]]

        assert first == wanted, question
        assert len(found["hits"]) == answer.total, question
        assert as_lists(answer.corrections) == found["corrections"], question
        assert as_lists(answer.completed) == found["completed"], question
        assert as_lists(answer.labels) == found["labels"], question
        assert [*answer.unknown] == found["unknown"], question
        assert [*answer.missing] == found["missing"], question
        assert answer.wish == found["wish"], question
        assert (
            pieces(f"{question} for an e-mail-time zone", {*answer.terms, "email"})
            == found["pieces"]
        )
        assert answer.is_foreign == found["isForeign"], question
        assert answer.is_empty == found["isEmpty"], question
        assert (answer.quality, answer.points) == (found["quality"], found["points"]), question


def pieces(text: str, terms: set[str]) -> list[str]:
    """Return what is before each found word of *text*, and that word, in turn."""
    places = [
        0,
        *(place for found in analysis.places_of(terms, text) for place in found),
        len(text),
    ]
    return [text[start:end] for start, end in pairwise(places)]


def as_lists(value: object) -> object:
    """Return *value* as it is after a way through JSON."""
    lists: object = json.loads(json.dumps(value))
    return lists
