"""What a model reads of a registry costs little, at any size, and never more than was set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import anyio
import pytest

from registry.client import Catalogue
from registry.client.call import Caller, Secrets
from registry.client.mcp.offer import Offer, OfferError, Terms
from registry.client.mcp.reply_pages import PathError, page_of
from registry.client.mcp.self_description import INSTRUCTIONS, own_tools
from registry.publish._token_count import count_tokens as count

if TYPE_CHECKING:
    from pathlib import Path

    from publishing import Published

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def offer(launched_folder: Path) -> Offer:
    secrets = Secrets({})
    return Offer(Catalogue.open(launched_folder), Caller(secrets), Terms(secrets=secrets))


def test_tools_of_the_server_cost_less_than_900_tokens() -> None:
    assert count(json.dumps(own_tools(read_only=False)) + INSTRUCTIONS) < 900


def test_answers_keep_within_their_budget(offer: Offer, launched: Published) -> None:
    tasks = [
        example.task
        for manual in launched.catalogue.listed
        if manual.latest
        for tool in manual.latest.tools
        for example in tool.examples[:1]
    ]

    async def ask() -> tuple[list[int], list[int]]:
        usual = [count((await offer.search(task))[0]) for task in tasks]
        small = [count((await offer.search(task, 20, 300))[0]) for task in tasks[:20]]
        return usual, small

    usual, small = anyio.run(ask)

    assert len(usual) > 100
    assert max(usual) <= 600
    assert max(small) <= 300


def test_definitions_keep_within_their_budget(offer: Offer, launched: Published) -> None:
    ids = [tool.id for tool in launched.catalogue.tools]
    groups = [ids[start : start + 5] for start in range(0, len(ids), 5)]

    async def ask() -> list[int]:
        return [count((await offer.get(group))[0]) for group in groups]

    assert max(anyio.run(ask)) <= offer.terms.get_tokens


def test_tool_that_is_left_out_for_its_length_is_named(offer: Offer, launched: Published) -> None:
    ids = [tool.id for tool in launched.catalogue.tools][:5]

    async def ask() -> str:
        return (await offer.get(ids, 400))[0]

    answer = json.loads(anyio.run(ask))

    assert [each["id"] for each in answer["tools"]] + answer["ask_again_for"] == ids


def test_more_than_five_definitions_are_refused(offer: Offer) -> None:
    with pytest.raises(OfferError, match="one to 5"):
        anyio.run(offer.get, ["a/b/c"] * 6)


@pytest.mark.parametrize("value", ["x" * 5000, "天" * 2000, ["ø"] * 900, {"a": {"b/c": "d" * 999}}])
def test_pages_together_are_the_whole(value: object) -> None:
    whole = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    pages, number, note = "", 1, "more"
    while note:
        page = page_of(value, "", number, 100)  # type: ignore[arg-type]
        pages, note, number = pages + page.text, page.note, number + 1
        assert count(page.text) <= 250

    assert pages == whole


@pytest.mark.parametrize(
    ("path", "found"),
    [("/a/b~1c", "d"), ("", '{"a": {"b/c": "d"}, "n": [1, 2]}'), ("/n/1", "2"), ("#/n/0", "1")],
)
def test_path_is_a_json_pointer(path: str, found: str) -> None:
    assert page_of({"a": {"b/c": "d"}, "n": [1, 2]}, path, 1, 100).text == found


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/x", "the answer has no 'x' (/a, /n)"),
        ("/n/2", "/n has no '2' (/0 to /1)"),
        ("/n/\u0661", "/n has no '\u0661' (/0 to /1)"),
        (f"/n/{'1' * 5000}", "(/0 to /1)"),
        ("a", "write it as"),
    ],
)
def test_path_that_leads_nowhere_says_what_there_is(path: str, said: str) -> None:
    with pytest.raises(PathError) as caught:
        page_of({"a": {}, "n": [1, 2]}, path, 1, 100)

    assert said in str(caught.value)


def test_page_behind_the_last_one_is_an_error() -> None:
    with pytest.raises(PathError, match="the last one is 1"):
        page_of("short", "", 2, 100)
