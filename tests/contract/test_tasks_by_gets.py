"""An agent with nothing but GETs comes from `llms.txt` to a complete request in two of them."""

from __future__ import annotations

import re
import statistics
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlencode

import pytest
import yaml
from get_reader import find, routes
from page_request import request_on
from paths import MANUALS
from publishing import SETTINGS
from seen import some

from registry.catalogue.categories import read_categories
from registry.model.request import request
from registry.publish import Context, artefacts, render

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from publishing import Published

    from registry.model import Tool

pytestmark = pytest.mark.slow

BASE = SETTINGS.base_url
TASKS = yaml.safe_load((Path(__file__).parent / "tasks.yaml").read_text(encoding="utf-8"))
SLOTS = ("description", "canonical", "head", "title", "content")
SHELL = '<meta charset="utf-8">../../../' + "".join(f"<!--slot:{slot}-->" for slot in SLOTS)
MADE = ("pages_tools", "pages_categories", "categories", "llms")
MOST = 10_000
FOUND = 0.65
"""Share of the tasks for which a reader that only compares words finds the tool."""


@pytest.fixture(scope="module")
def files(launched: Published) -> Mapping[str, bytes]:
    context = Context(SETTINGS, SHELL, categories=read_categories(MANUALS)[0])
    among = [each for each in artefacts() if each.name in MADE]
    return {each.path: each.data for each in render(launched.catalogue, context, among)}


def listed(launched: Published) -> Iterator[Tool]:
    for manual in launched.catalogue.listed:
        if manual.latest:
            yield from manual.latest.tools


def test_two_gets_below_10_kb_lead_to_every_tool(
    launched: Published, files: Mapping[str, bytes]
) -> None:
    found = routes(files, BASE)

    assert found.keys() == {tool.id for tool in listed(launched)}
    assert sum(size < MOST for size in found.values()) > 0.98 * len(found)
    assert len(files["llms.txt"]) < 2.8 * MOST


def sent(headers: Mapping[str, str], body: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return *body* so that forms can be compared: one side has them encoded."""
    if "x-www-form" not in headers.get("Content-Type", ""):
        return body
    return parse_qsl(body if isinstance(body, str) else urlencode(body, doseq=True))


def test_the_page_of_a_tool_is_all_that_its_request_takes(
    launched: Published, files: Mapping[str, bytes]
) -> None:
    seen = 0
    for tool in listed(launched):
        page = files[f"tools/{tool.id}/index.md"].decode()
        for example in tool.examples:
            seen += is_complete(page, tool, example.arguments)
    assert seen > 1000


def is_complete(page: str, tool: Tool, arguments: Mapping[str, Any]) -> bool:
    """Check the request that *page* says of *tool*; return False if the tool is no request."""
    wanted = request(replace(tool.call, auth=None), arguments)
    if wanted is None:
        return False
    made = request_on(page, arguments)
    assert made.method == wanted.method, tool.id
    assert unquote(made.url) == unquote(wanted.url), tool.id
    assert made.headers == wanted.headers, tool.id
    assert sent(made.headers, made.body) == sent(wanted.headers, wanted.body), tool.id
    return True


def test_page_of_a_command_says_where_its_arguments_go(
    launched: Published, files: Mapping[str, bytes]
) -> None:
    for tool in some(tool for tool in listed(launched) if tool.call.transport == "cli"):
        page = files[f"tools/{tool.id}/index.md"].decode()
        commands = page.split("## Commands")[1]

        assert re.search(r"argument, quoted, in its place: `(\w+)` for `UTCP_ARG_\1_", commands)


def test_page_of_a_wrapped_call_says_that_a_failure_may_look_like_success(
    launched: Published, files: Mapping[str, bytes]
) -> None:
    for tool in some(tool for tool in listed(launched) if tool.call.envelope):
        page = files[f"tools/{tool.id}/index.md"].decode()

        assert "a failed call also returns status 200" in page


def test_tasks_are_complete_requests_after_two_gets_of_10_kb(
    launched: Published, files: Mapping[str, bytes]
) -> None:
    sizes = routes(files, BASE)
    tools = {tool.id: tool for tool in listed(launched)}
    solved = {
        task["ask"]
        for task in TASKS
        for tool_id, arguments in task["right"].items()
        if sizes[tool_id] <= MOST
        and is_complete(files[f"tools/{tool_id}/index.md"].decode(), tools[tool_id], arguments)
    }

    assert len(solved) >= 60


def test_reader_that_compares_words_finds_most_tools(files: Mapping[str, bytes]) -> None:
    found = [(find(files, BASE, task["ask"]), task["right"]) for task in TASKS]
    right = [reached for reached, wanted in found if reached.tool in wanted]

    assert len(right) > FOUND * len(TASKS)
    assert statistics.median(reached.size for reached, _ in found) < 0.8 * MOST


def test_categories_are_files_of_40_kb_at_most(files: Mapping[str, bytes]) -> None:
    sizes = [len(data) for path, data in files.items() if path.startswith("v1/categories/")]

    assert len(sizes) > 20
    assert max(sizes) <= 40_000
