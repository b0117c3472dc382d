"""A scripted agent that only knows the three tools does everyday tasks on the launch catalogue."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import anyio
import jsonschema
import pytest
import yaml
from echo import echoing
from mcp import Client, StdioServerParameters, stdio_client
from paths import TESTS
from redigest import redigest

from registry.client.mcp.self_description import INSTRUCTIONS, own_tools
from registry.model.request import request
from registry.publish._token_count import count_tokens as count
from registry.utcp_export import client_variable_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from echo import Echo, Seen
    from publishing import Published

    from registry.model import Tool

pytestmark = pytest.mark.slow

TASKS = yaml.safe_load((TESTS / "contract" / "tasks.yaml").read_text(encoding="utf-8"))
CARD = re.compile(r"^(?:\d+\. |- )?([a-z0-9-]+/[a-z0-9-]+/[\w-]+):", re.MULTILINE)


class Done(NamedTuple):
    """A task that was done: with which tool, what the model read, and whether the call failed."""

    tool: str
    arguments: Mapping[str, Any]
    tokens: int
    failure: str


@pytest.fixture(scope="module")
def echo() -> Iterator[Echo]:
    with echoing() as echo:
        yield echo


@pytest.fixture(scope="module")
def site(launched: Published, echo: Echo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the catalogue with one server on loopback in place of every API."""
    folder = launched.write(tmp_path_factory.mktemp("launch"))
    for path in folder.glob("v1/tools/*/*/*.json"):
        record = json.loads(path.read_bytes())
        call = record["definition"]["call"]
        if "url" in call:
            call["url"] = call["url"].replace("https://", f"{echo.url}/")
        if "token_url" in call.get("auth", {}):
            call["auth"]["token_url"] = f"{echo.url}/tokens/token"
        path.write_text(json.dumps(record), encoding="utf-8")
    redigest(folder)
    return folder


def keys(launched: Published) -> dict[str, str]:
    """Return a value for each variable of the catalogue, by the name that pages print."""
    return {
        client_variable_name(manual.utcp_name, variable.name): "k3y-k3y-k3y"
        for manual in launched.catalogue.listed
        if manual.latest
        for tool in manual.latest.tools
        for variable in tool.variables
    }


@pytest.fixture(scope="module")
def done(site: Path, launched: Published) -> list[Done | None]:
    command = ["-m", "registry", "mcp", "--registry", str(site), "--yes"]
    environment = {**os.environ, **keys(launched)}
    started = StdioServerParameters(command=sys.executable, args=command, env=environment)

    async def work() -> list[Done | None]:
        with anyio.fail_after(300):
            async with Client(stdio_client(started)) as client:
                return [await solved(client, task) for task in TASKS]

    return anyio.run(work)


async def solved(client: Client, task: dict[str, Any]) -> Done | None:
    """Return how *task* was done, in four calls at most; None where its tool was not found.

    It asks again, in other words, where the first five tools have nothing that fits.

    What a model would read off the question is written down with the task: its arguments. Which
    tool it is, and whether they fit, is only known from the answers.
    """
    cards = ""
    for question in filter(None, (task["ask"], task.get("again"))):
        cards += await asked(client, "search_tools", question=question, limit=5)
        wanted = next((each for each in CARD.findall(cards) if each in task["right"]), None)
        if wanted:
            break
    else:
        return None
    definition = await asked(client, "get_tool", ids=[wanted])
    arguments = task["right"][wanted]
    (found,) = json.loads(definition)["tools"]
    jsonschema.validate(arguments, found["inputs"])
    reply = await client.call_tool("call_tool", {"id": wanted, "arguments": arguments})
    said = "".join(getattr(each, "text", "") for each in reply.content)
    read = count(cards + definition + said + json.dumps(task["right"][wanted]))
    return Done(wanted, arguments, read, said if reply.is_error else "")


async def asked(client: Client, tool: str, **arguments: Any) -> str:  # noqa: ANN401 - any JSON
    result = await client.call_tool(tool, arguments)
    return "".join(getattr(each, "text", "") for each in result.content)


def test_nearly_all_tasks_end_in_the_right_request(
    done: list[Done | None], echo: Echo, launched: Published
) -> None:
    tools = {
        tool.id: tool
        for manual in launched.catalogue.listed
        if manual.latest
        for tool in manual.latest.tools
    }
    missed = [task["ask"] for task, each in zip(TASKS, done, strict=True) if each is None]
    solutions = [each for each in done if each]

    again = [task for task in TASKS if "again" in task]

    assert len(missed) < 0.05 * len(TASKS), missed
    assert len(again) < 0.1 * len(TASKS)
    for each in solutions:
        assert not each.failure, each.tool
        assert any(same(tools[each.tool], each.arguments, seen) for seen in echo.seen), each.tool


def same(tool: Tool, arguments: Mapping[str, Any], seen: Seen) -> bool:
    """Return whether *seen* is the request that *tool* with *arguments* makes, keys aside."""
    wanted = request(replace(tool.call, auth=None), arguments)
    assert wanted
    url = urlsplit(wanted.url)
    query = parse_qs(url.query, keep_blank_values=True)
    return (
        (wanted.method, url.netloc, unquote(url.path))
        == (seen.method, seen.host, unquote(seen.path))
        and query.items() <= seen.query.items()
        and bool(wanted.body) == bool(seen.body)
    )


def test_a_task_costs_a_hundredth_of_loading_every_tool(
    done: list[Done | None], launched: Published
) -> None:
    always = count(json.dumps(own_tools(read_only=False)) + INSTRUCTIONS)
    tasks = [each.tokens for each in done if each]
    every = sum(tool["tokens"] for tool in launched.json("v1/tools.json")["tools"])

    assert always + sum(tasks) / len(tasks) < every / 50
