"""An agent with a UTCP client alone searches by the tools in `/utcp`, in four calls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from publishing import published
from released_clients import ask
from static_host import hosting

from registry.search import analysis

if TYPE_CHECKING:
    from publishing import Published

    from registry import search

pytestmark = pytest.mark.slow

QUESTIONS = (
    "weather",
    "sunset",
    "currency",
    "convert currency",
    "weather forecast",
    "exchange rates",
    "air quality",
    "book isbn",
    "country capital",
    "package versions",
)


def test_two_words_find_the_best_tool_in_four_calls(
    launched: Published, launched_index: search.Index
) -> None:
    with hosting(dict(launched.files)) as host:
        address = launched.settings.base_url.encode()
        host.files["utcp"] = host.files["utcp"].replace(address, f"{host.url}/".encode())
        report = ask("search by tools", {"url": f"{host.url}/utcp", "questions": QUESTIONS})
    best = {text: launched_index.query(text, limit=5) for text in QUESTIONS}

    for text, found in zip(QUESTIONS, report, strict=True):
        assert found["calls"] <= 4
        assert found["best"] in [hit.tool.id for hit in best[text].hits], text


def test_words_in_descriptions_lose_their_endings_as_the_tool_says() -> None:
    site = published()
    tool = next(
        each for each in site.json("utcp")["tools"] if each["name"] == "find_registry_words"
    )
    examples = re.findall(r"(\w+): `(\w+)`", tool["description"])

    assert len(examples) > 1
    assert all(analysis.stem(word) == term for word, term in examples)
