"""Every tool of the samples is called as its protocol wants, with the secret where it belongs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from contract_site import SHELF_KEY, TOKEN

from registry.client.call import Caller, Limits, Policy, Secrets, Target
from registry.model.request import request

if TYPE_CHECKING:
    from contract_site import Site

    from registry.client.call import Reply

pytestmark = pytest.mark.slow

KEYS = {
    "acme__tides_API_KEY": "acme-key",
    "brook__tides_API_KEY": "brook-key",
    "dell__oxp_TOKEN": TOKEN,
    "dell__header_TOKEN": TOKEN,
    "elm__bookshelf_SHELF_KEY": SHELF_KEY,
}


def target(site: Site, tool_id: str) -> Target:
    record = json.loads(
        (site.folder / "v1" / "tools" / f"{tool_id}.json").read_text(encoding="utf-8")
    )
    return Target.of(tool_id, record["definition"])


def call(tool: Target, arguments: dict[str, Any]) -> Reply:
    async def ask() -> Reply:
        policy = Policy(is_local=True, yes=True)
        async with Caller(Secrets(KEYS), policy, Limits(stream_seconds=1)) as caller:
            return await caller.call(tool, arguments)

    return anyio.run(ask)


@pytest.mark.parametrize(
    ("tool_id", "arguments", "said"),
    [
        ("dell/oxp/Weekday", {}, "Sunday"),
        ("dell/otc/Weekday", {}, "Sunday"),
        ("dell/header/Weekday", {}, "Sunday"),
        ("dell/rfc/Weekday", {}, "Sunday"),
        (
            "elm/workshop/convert_unit",
            {"value": 1, "from_unit": "mile", "to_unit": "metre"},
            "1609",
        ),
        ("elm/bookshelf/add_book", {"title": "Emma", "author": "Jane Austen"}, "Emma"),
    ],
)
def test_envelope_of_every_dialect_is_understood_and_opened(
    tool_id: str, arguments: dict[str, Any], said: str, site: Site
) -> None:
    tool = target(site, tool_id)
    reply = call(tool, arguments or dict(tool.example or {}))

    assert said in json.dumps(reply.value)


@pytest.mark.parametrize("tool_id", ["acme/tides/next-tide", "brook/tides/next-tide"])
def test_what_arrives_is_what_the_page_shows(tool_id: str, site: Site) -> None:
    tool = target(site, tool_id)
    arguments = dict(tool.example or {"q": "Otter Brook"})
    secrets = Secrets(KEYS).of(tool)
    asked = request(tool.call, arguments, secrets)
    assert asked is not None
    before = len(site.echo.seen)
    call(tool, arguments)
    (seen,) = site.echo.seen[before:]

    assert seen.method == asked.method
    assert (
        asked.headers.items()
        <= {name: seen.headers[name.lower()] for name in asked.headers}.items()
    )
    assert asked.url.endswith(seen.path + asked.url.partition(seen.path)[2])
