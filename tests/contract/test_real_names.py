"""Published addresses are called as they are, over https: each client sends the same request."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

import pytest
from contract_site import SHELF_KEY, TOKEN
from namespace import inside
from paths import ROOT, TESTS
from publishing import SETTINGS
from real_names import AUTHORITY
from released_clients import program
from seen import some

from registry.model.naming import aggregate_name
from registry.model.request import request
from registry.publish._pages.snippets import SampleArguments, snippets
from registry.publish._pages.utcp_programs import enveloped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from publishing import Published

    from registry.model import Tool

pytestmark = pytest.mark.slow

ARGUMENTS: dict[str, dict[str, Any]] = {
    "acme/tides/next-tide": {"port": "a/b", "days": 2, "X-Trace": "t1"},
    "acme/tides/send_report": {"port": "Oslo", "report": {"height": 1.5}},
    "acme/tides/list_members": {},
    "acme/tides/delete_report": {"id": "r 7"},
    "brook/tides/next-tide": {"q": "Holm & Å"},
    "cove/rfc/find_letters": {"words": "tea", "year": 1914},
    "cove/older/read_letter": {"id": "12"},
    "dell/header/Weekday": {"date": "1969-07-20"},
    "dell/otc/Weekday": {"date": "1969-07-20"},
    "dell/oxp/Weekday": {"date": "1969-07-20"},
    "dell/rfc/Weekday": {"date": "1969-07-20"},
    "elm/bookshelf/add_book": {"title": "Emma", "author": "Jane Austen"},
    "elm/workshop/convert_unit": {"value": 1, "from_unit": "mile", "to_unit": "metre"},
    "fen/retired/count_frogs": {},
}

KEYS = {
    "acme__tides_API_KEY": "acme-key",
    "acme__tides_CLUB_USER": "otto",
    "acme__tides_CLUB_PASSWORD": "club-pass",
    "acme__tides_CLIENT_ID": "id",
    "acme__tides_CLIENT_SECRET": "client-pass",
    "brook__tides_API_KEY": "brook-key",
    "cove__older_ARCHIVE_KEY": "cove-key",
    "dell__oxp_TOKEN": TOKEN,
    "dell__header_TOKEN": TOKEN,
    "elm__bookshelf_SHELF_KEY": SHELF_KEY,
}
ACCESS_TOKEN = "s3cret-access"

SOME = ("acme/tides/next-tide", "acme/tides/delete_report", "elm/bookshelf/add_book")
"""The tools that are called by a command each, which takes longer."""

CLIENTS = {
    "python": ARGUMENTS,
    "typescript": ARGUMENTS,
    "langchain": ARGUMENTS,
    "curl": ARGUMENTS,
    "registry call": SOME,
    "registry mcp": ARGUMENTS,
}
"""The tools that each client calls."""

TRUST = ("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE")
"""The variables by which Python, Node and curl are given an authority."""

OWN = {
    "accept",
    "accept-encoding",
    "accept-language",
    "connection",
    "content-length",
    "host",
    "sec-fetch-mode",
    "transfer-encoding",
    "user-agent",
}
"""Headers that each client sets as it likes."""


Report: TypeAlias = "dict[str, list[dict[str, Any]]]"
"""By client: the exit code, the output and the requests of each time it was run."""


def tools_of(samples: Published) -> dict[str, Tool]:
    tools = {tool.id: tool for tool in samples.catalogue.tools}
    return {tool_id: tools[tool_id] for tool_id in ARGUMENTS}


def secrets_of(tool: Tool) -> dict[str, str]:
    """Return the values of the variables of *tool*, by the names that its manual gives."""
    start = f"{tool.publisher}__{tool.manual}_"
    found = {name: KEYS[f"{start}{name}"] for name in (each.name for each in tool.variables)}
    return {**found, "ACCESS_TOKEN": ACCESS_TOKEN}


def runs(samples: Published) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what each client is run with, by its name; several times if it makes one call each."""
    tools = tools_of(samples)
    named = {f"registry.{aggregate_name(tool)}": tool for tool in tools.values()}
    calls = [
        {"tool": name, "arguments": enveloped(tool.call.envelope, ARGUMENTS[tool.id])}
        for name, tool in named.items()
    ]
    session = {
        "manuals": [{"name": "registry", "url": f"{SETTINGS.base_url}utcp"}],
        "variables": {f"registry_{_upper(name)}": value for name, value in KEYS.items()},
        "calls": calls,
    }
    for client in ("python", "typescript"):
        yield client, run(client, {"sessions": [session]})
    yield "langchain", run("langchain", session)
    for manual in samples.catalogue.listed:
        for tool in manual.latest.tools if manual.latest else ():
            if tool.id in tools:
                sample = SampleArguments(ARGUMENTS[tool.id])
                found = snippets(samples.settings, manual, tool, sample)
                code = next(each.code for each in found if each.id == "curl")
                yield "curl", started(["sh"], code, secrets_of(tool))
    registry = [sys.executable, "-m", "registry"]
    place = ("--registry", SETTINGS.base_url, "--yes")
    for tool_id in SOME:
        words = [f"{name}:={json.dumps(value)}" for name, value in ARGUMENTS[tool_id].items()]
        yield (
            "registry call",
            started([*registry, "call", tool_id, *words, "--send", *place], "", KEYS),
        )
    asked = {
        "server": {"command": registry[0], "args": [*registry[1:], "mcp", *place], "env": KEYS},
        "calls": [["call_tool", {"id": name, "arguments": ARGUMENTS[name]}] for name in tools],
        "resource": "registry://tools/acme/tides/next-tide",
    }
    host = [sys.executable, str(TESTS / "clients" / "mcp" / "client.py")]
    yield "registry mcp", started(host, json.dumps(asked), {})


def _upper(name: str) -> str:
    """Return the name that a variable has in the document of all tools."""
    start, _, variable = name.rpartition("__")
    manual, _, own = variable.partition("_")
    return f"{start.upper()}__{manual.upper()}__{own}"


def run(client: str, wanted: object) -> dict[str, Any]:
    command, folder = program(client)
    return {**started(command, json.dumps(wanted), {}), "folder": str(folder)}


def started(command: list[str], text: str, environment: dict[str, str]) -> dict[str, Any]:
    return {"command": command, "folder": str(ROOT), "input": text, "environment": environment}


def trusting(wanted: dict[str, Any], home: Path) -> dict[str, Any]:
    """Return what is run, and what it starts itself, with trust in the authority of the tests."""
    trust = {**dict.fromkeys(TRUST, str(home / AUTHORITY)), "PYTHONPATH": str(ROOT)}
    text = wanted["input"]
    if '"server"' in text:
        asked = json.loads(text)
        asked["server"]["env"] |= trust
        text = json.dumps(asked)
    return {**wanted, "input": text, "environment": {**wanted["environment"], **trust}}


@pytest.fixture(scope="module")
def report(samples: Published, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Return what came of each run, by the name of the client; `doubting` ones trust nobody new."""
    folder = tmp_path_factory.mktemp("names")
    home = folder / "home"
    home.mkdir()
    wanted = [*runs(samples)]
    trusted = [(name, trusting(each, home)) for name, each in wanted]
    first = dict(reversed(wanted))
    doubting = [("doubting", first[name]) for name in ("python", "typescript", "curl")]
    named = [*trusted, *doubting]
    text = " ".join(
        data.decode(errors="replace")
        for path, data in samples.files.items()
        if path.startswith("v1/manuals/")
    )
    host = SETTINGS.base_url.removeprefix("https://").rstrip("/")
    hosts = set(re.findall(r"https://([a-z0-9.-]+\.example\.com)", text)) - {host}
    asked = {
        "site": str(samples.write(folder / "site")),
        "hosts": [host, *sorted(hosts)],
        "home": str(home),
        "runs": [each for _, each in named],
    }
    lab = [sys.executable, str(TESTS / "support" / "real_names.py")]
    done = subprocess.run(
        [*inside(), "env", f"PATH={os.environ['PATH']}", f"PYTHONPATH={ROOT}", *lab],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: Report = {}
    for (name, _), each in zip(named, json.loads(done.stdout), strict=True):
        found.setdefault(name, []).append(each)
    return found


def essence(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what of a request does not depend on who sends it."""
    headers = {
        name: value.partition(";")[0] for name, value in asked["headers"].items() if name not in OWN
    }
    # Where an envelope has an id of the call, our own client makes a new one each time.
    text = re.sub('"[0-9a-f]{32}"', '"1"', asked["body"])
    body = json.loads(text) if text else None
    return {**asked, "headers": headers, "body": body}


def documented(tool: Tool) -> dict[str, Any]:
    """Return the request that the page of *tool* shows, with the values of its secrets."""
    shown = request(tool.call, ARGUMENTS[tool.id], secrets_of(tool))
    assert shown
    headers = {name.lower(): value for name, value in shown.headers.items()}
    if shown.user:
        headers["authorization"] = f"Basic {b64encode(shown.user.encode()).decode()}"
    url = urlsplit(shown.url)
    asked = {
        "method": shown.method,
        "host": url.netloc,
        "path": url.path,
        "query": parse_qs(url.query),
        "headers": headers,
        "body": json.dumps(shown.body) if shown.body is not None else "",
    }
    return essence(asked)


def place(asked: dict[str, Any]) -> str:
    return f"{asked['method']} {asked['host']}{asked['path']}"


@pytest.mark.parametrize("client", CLIENTS)
def test_client_sends_the_request_that_the_page_shows(
    client: str, samples: Published, report: Report
) -> None:
    tools = tools_of(samples)
    expected = [documented(tools[tool_id]) for tool_id in CLIENTS[client]]
    seen = [asked for done in report[client] for asked in done["seen"] if asked["path"] != "/token"]

    assert {done["code"] for done in report[client]} == {0}
    assert sorted(map(essence, seen), key=place) == sorted(expected, key=place)


def test_nothing_is_sent_to_a_host_whose_certificate_nobody_signed(report: Report) -> None:
    for done in some(report["doubting"]):
        assert done["seen"] == []
