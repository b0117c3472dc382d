"""Each protocol and each way to authenticate puts the right bytes on the wire."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from empty_environment import environment
from mcp_clients import report
from publishing import published
from recorder import recording
from redigest import redigest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

KEYS = {
    "acme__tides_API_KEY": "k3y-acme",
    "acme__tides_CLIENT_ID": "jane",
    "acme__tides_CLIENT_SECRET": "correct horse",
    "acme__tides_CLUB_PASSWORD": "club-pass",
    "acme__tides_CLUB_USER": "otto",
    "brook__tides_API_KEY": "k3y-brook",
    "dell__header_TOKEN": "k3y-dell",
    "dell__oxp_TOKEN": "k3y-dell",
    "elm__bookshelf_SHELF_KEY": "k3y-elm",
}
DAY = {"date": "1969-07-20"}
BOOK = {"title": "Emma", "author": "Jane Austen"}
MILE = {"value": 1, "from_unit": "mile", "to_unit": "metre"}

TEXT = {"Accept": "*/*"}
JSON = {"Accept": "*/*", "Content-Type": "application/json"}
WEEKDAY = '"tool_id": "Calendar.Weekday@1.0.0", "input": {"date": "1969-07-20"}'
RFC = "https://github.com/ArcadeAI/OpenToolCalling/tree/main/specification/http/1.0/openapi.json"


class Sent(NamedTuple):
    """A request: its first line, the headers that no other has, and its body."""

    line: str
    headers: dict[str, str]
    body: str = ""


WIRE: dict[str, tuple[dict[str, Any], Sent]] = {
    "fen/streams/read_news": ({}, Sent("GET /api.fen.example.com/news/latest", TEXT)),
    "fen/streams/follow_news": (
        {},
        Sent("GET /api.fen.example.com/news", {"Accept": "text/event-stream"}),
    ),
    "acme/tides/next-tide": (
        {"port": "Ørsta vest", "days": 2, "X-Trace": "t1"},
        Sent(
            "GET /api.acme.example.com/v1/%C3%98rsta%20vest/tides?days=2",
            {"Accept": "application/json", "X-Trace": "t1", "Authorization": "Bearer k3y-acme"},
        ),
    ),
    "brook/tides/next-tide": (
        {"q": "Otter & Brook"},
        Sent(
            "GET /api.brook.example.com/tides?q=Otter+%26+Brook", TEXT | {"X-Api-Key": "k3y-brook"}
        ),
    ),
    "acme/tides/send_report": (
        {"port": "Bergen", "report": {"height": 1.5}},
        Sent("POST /api.acme.example.com/v1/Bergen/reports?key=k3y-acme", JSON, '{"height": 1.5}'),
    ),
    "acme/tides/list_members": (
        {},
        Sent(
            "GET /api.acme.example.com/v1/members",
            TEXT | {"Authorization": "Basic b3R0bzpjbHViLXBhc3M="},
        ),
    ),
    "acme/tides/delete_report": (
        {"id": "a/b"},
        Sent(
            "DELETE /api.acme.example.com/v1/reports/a%2Fb",
            TEXT | {"Authorization": "Bearer t0ken"},
        ),
    ),
    "dell/otc/Weekday": (
        DAY,
        Sent(
            "POST /otc.dell.example.com/tools/call",
            JSON,
            f'{{"$schema": "otc://1.0", "request": {{{WEEKDAY}}}}}',
        ),
    ),
    "dell/rfc/Weekday": (
        DAY,
        Sent(
            "POST /rfc.dell.example.com/call",
            JSON,
            f'{{"$schema": "{RFC}", "request": '
            '{"tool_id": "Calendar.Weekday@1.0.0", "call_id": "ID", '
            '"input": {"date": "1969-07-20"}}}',
        ),
    ),
    "dell/oxp/Weekday": (
        DAY,
        Sent(
            "POST /oxp.dell.example.com/tools/call",
            JSON | {"Authorization": "Bearer k3y-dell"},
            f'{{"$schema": "urn:oxp:1.0", "request": {{{WEEKDAY}}}}}',
        ),
    ),
    "dell/header/Weekday": (
        DAY,
        Sent(
            "POST /header.dell.example.com/tools/call",
            JSON | {"OXP-Version": "1.0", "OXP-API-Key": "k3y-dell"},
            f"{{{WEEKDAY}}}",
        ),
    ),
    "elm/workshop/convert_unit": (
        MILE,
        Sent(
            "POST /workshop.elm.example.com/opentool/call",
            JSON,
            '{"jsonrpc": "2.0", "method": "convert_unit", "id": "ID", "params": '
            '{"value": 1, "from_unit": "mile", "to_unit": "metre"}}',
        ),
    ),
    "elm/bookshelf/add_book": (
        BOOK,
        Sent(
            "POST /bookshelf.elm.example.com/opentool/call",
            JSON | {"Authorization": "Bearer k3y-elm"},
            '{"jsonrpc": "2.0", "method": "add_book", "id": "ID", "params": '
            '{"title": "Emma", "author": "Jane Austen"}}',
        ),
    ),
}
"""By tool, its arguments and the request that they become."""

TOKEN_REQUEST = Sent(
    "POST /api.acme.example.com/token",
    {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"},
    "grant_type=client_credentials&client_id=jane&client_secret=correct+horse",
)


def sent(data: bytes) -> Sent:
    """Return the request in *data* without what all have; random ids are ID."""
    head, _, body = data.decode().partition("\r\n\r\n")
    line, *lines = head.split("\r\n")
    headers = dict(each.split(": ", 1) for each in lines)
    assert headers.pop("Host").startswith("127.0.0.1:")
    assert headers.pop("User-Agent").startswith("open-tool-registry/")
    assert headers.pop("Accept-Encoding") == "identity"
    assert int(headers.pop("Content-Length", 0)) == len(body.encode())
    return Sent(line.removesuffix(" HTTP/1.1"), headers, re.sub(r'"[0-9a-f]{32}"', '"ID"', body))


def write_site(folder: Path, url: str) -> Path:
    """Write the sample site with one server in place of all hosts."""
    for path, data in published().files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        here = re.sub(rb"https://([a-z.]+\.example\.com)", rf"{url}/\1".encode(), data)
        target.write_bytes(data if path.endswith((".gz", ".zip")) else here)
    redigest(folder)
    return folder


def test_every_tool_is_called_as_its_protocol_and_its_keys_say(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    agent = environment(tmp_path_factory, "[mcp]")
    calls = [
        ("call_tool", {"id": tool, "arguments": arguments}) for tool, (arguments, _) in WIRE.items()
    ]
    with recording() as (url, requests):
        site = write_site(tmp_path / "site", url)
        command = str(agent.folder / "bin" / "registry")
        options = ["mcp", "--registry", str(site), "--yes"]
        server = {"command": command, "args": options, "env": KEYS}
        wanted = {"server": server, "calls": calls, "resource": "registry://manuals/acme/tides"}
        said = report("python", wanted, agent.python, tmp_path)
    expected = [request for _, request in WIRE.values()]

    assert sorted(map(sent, requests), key=str) == sorted([*expected, TOKEN_REQUEST], key=str)
    assert not [each["texts"] for each in said["results"] if each["is_error"]]
    assert not [key for key in [*KEYS.values(), "t0ken"] if key in str(said)]
