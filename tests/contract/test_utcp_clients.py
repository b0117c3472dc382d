"""The released UTCP clients load what is published, and their calls arrive as they should."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from contract_site import SHELF_KEY, TOKEN
from released_clients import UTCP_CLIENTS, ask

from registry.utcp_export import client_variable_name

if TYPE_CHECKING:
    from contract_site import Site
    from publishing import Published

pytestmark = pytest.mark.slow

CONFIG = "utcp-config.json"
STREAMS = "v1/manuals/fen/streams/1.0.0/utcp.{}.json"

SECRETS = {
    "ACME__TIDES__API_KEY": "acme-key",
    "ACME__TIDES__CLUB_USER": "otto",
    "ACME__TIDES__CLUB_PASSWORD": "club-pass",
    "ACME__TIDES__CLIENT_ID": "id",
    "ACME__TIDES__CLIENT_SECRET": "client-pass",
    "BROOK__TIDES__API_KEY": "brook-key",
    "COVE__OLDER__ARCHIVE_KEY": "cove-key",
    "DELL__OXP__TOKEN": TOKEN,
    "DELL__HEADER__TOKEN": TOKEN,
    "ELM__BOOKSHELF__SHELF_KEY": SHELF_KEY,
}

WEEKDAY = {"date": "1969-07-20"}
CALL = {"tool_id": "Calendar.Weekday@1.0.0", "input": WEEKDAY}
MARKERS = {
    "oxp": "urn:oxp:1.0",
    "otc": "otc://1.0",
    "rfc": "https://github.com/ArcadeAI/OpenToolCalling/tree/main/specification/http/1.0/"
    "openapi.json",
}
WRAPPED = {name: {"$schema": marker, "request": CALL} for name, marker in MARKERS.items()}

CALLS: dict[str, dict[str, Any]] = {
    "acme_tides__next_tide": {"port": "a/b", "days": 2, "X-Trace": "t1"},
    "acme_tides__send_report": {"port": "Oslo", "report": {"height": 1.5}},
    "acme_tides__list_members": {},
    "acme_tides__delete_report": {"id": "r 7"},
    "brook_tides__next_tide": {"q": "Holm & Å"},
    "cove_rfc__find_letters": {"words": "tea", "year": 1914},
    "cove_older__read_letter": {"id": "12"},
    "dell_oxp__Weekday": {"body": WRAPPED["oxp"]},
    "dell_otc__Weekday": {"body": WRAPPED["otc"]},
    "dell_rfc__Weekday": {"body": WRAPPED["rfc"]},
    "dell_header__Weekday": {"body": CALL},
    "elm_bookshelf__add_book": {
        "body": {
            "jsonrpc": "2.0",
            "method": "add_book",
            "id": "1",
            "params": {"title": "Emma", "author": "Jane Austen"},
        }
    },
    "elm_workshop__convert_unit": {
        "body": {
            "jsonrpc": "2.0",
            "method": "convert_unit",
            "id": "2",
            "params": {"value": 1, "from_unit": "kilometre", "to_unit": "metre"},
        }
    },
    "fen_streams__read_news": {},
    "fen_retired__count_frogs": {},
    "get_registry_tool": {"publisher": "fen", "manual": "streams", "tool": "read_news"},
    "list_registry_tools": {},
}
"""A call of every kind of tool, with the arguments that its schema asks for."""

FAILURES: dict[str, dict[str, Any]] = {
    "brook_tides__next_tide": {"q": "no such brook"},
    "dell_oxp__Weekday": {"body": {**WRAPPED["oxp"], "request": {**CALL, "input": {}}}},
    "elm_workshop__convert_unit": {
        "body": {
            "jsonrpc": "2.0",
            "method": "convert_unit",
            "id": "3",
            "params": {"value": 1, "from_unit": "kilometre", "to_unit": "second"},
        }
    },
    "dell_header__Weekday": {"body": WRAPPED["oxp"]},
    "dell_otc__Weekday": {"body": CALL},
    "dell_rfc__Weekday": {"body": {"$schema": MARKERS["rfc"], "request": {"input": WEEKDAY}}},
    "elm_bookshelf__add_book": {"body": {"jsonrpc": "2.0", "method": "add_book", "params": {}}},
}
"""Calls that go wrong on the server: its own error first, then the wrong form of envelope."""


def name_of(path: str) -> str:
    """Return a name for the manual in the file at *path*: publisher, manual and version."""
    return "_".join(path.split("/")[2:5]).replace("-", "_").replace(".", "_")


def calls(wanted: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"tool": f"registry.{name}", "arguments": each} for name, each in wanted.items()]


@pytest.fixture(scope="module", params=UTCP_CLIENTS)
def report(request: pytest.FixtureRequest, samples: Published, site: Site) -> dict[str, Any]:
    """Have one client do everything, each part with an instance of its own."""
    registry = [{"name": "registry", "url": f"{site.url}utcp"}]
    config = json.loads((site.folder / CONFIG).read_text(encoding="utf-8"))
    files = [{"name": name_of(path), "url": site.url + path} for path in http_files(samples)]
    cli, sse = (
        [{"name": kind, "url": site.url + STREAMS.format(kind), "allowed": [kind]}]
        for kind in ("cli", "sse")
    )
    site.echo.seen.clear()
    sessions = {
        "discovery": {
            "manuals": registry,
            "search": "weekday of a date",
            "variables": {f"registry_{name}": value for name, value in SECRETS.items()},
            "variables_of": ["registry.brook_tides__next_tide"],
            "calls": calls(CALLS) + calls(FAILURES),
        },
        "one key": {
            "manuals": registry,
            "variables": {"registry_API_KEY": "stray", "registry_ACME__TIDES__API_KEY": "acme"},
            "calls": calls({"brook_tides__next_tide": {"q": "Holm"}}),
        },
        "twin": {"manuals": [{"name": "registry", "url": f"{site.url}utcp.json"}]},
        "configuration": {
            "config": config,
            "variables": {"brook__tides_API_KEY": "own-key", "acme__tides_API_KEY": "other"},
            "variables_of": ["brook_tides.next-tide"],
            "calls": [{"tool": "brook_tides.next-tide", "arguments": {"q": "config"}}],
        },
        "files": {"manuals": files},
        "sse": {"manuals": sse},
        "cli": {"manuals": cli},
    }
    answer = ask(request.param, {"sessions": [*sessions.values()]})
    seen = {host: site.echo.requests(host) for host in {each.host for each in site.echo.seen}}
    return {**dict(zip(sessions, answer["sessions"], strict=True)), "seen": seen}


def http_files(samples: Published) -> list[str]:
    return sorted(
        path
        for path in samples.files
        if path.startswith("v1/manuals/") and path.endswith("/utcp.json")
    )


def tools_of(samples: Published, path: str) -> list[str]:
    return [tool["name"] for tool in samples.json(path)["tools"]]


def test_discovery_document_gives_exactly_its_tools(
    samples: Published, report: dict[str, Any]
) -> None:
    names = [f"registry.{name}" for name in tools_of(samples, "utcp")]

    assert report["discovery"]["manuals"]["registry"]["success"]
    assert Counter(report["discovery"]["tools"]) == Counter(names)
    assert Counter(report["twin"]["tools"]) == Counter(names)


def test_configuration_gives_exactly_the_tools_of_every_manual(
    samples: Published, report: dict[str, Any]
) -> None:
    latest = {
        f"{entry['name']}.{tool}"
        for entry in samples.json(CONFIG)["manual_call_templates"]
        for tool in tools_of(samples, entry["url"].removeprefix(samples.settings.base_url))
    }

    assert Counter(report["configuration"]["tools"]) == Counter(latest)


def test_every_version_of_every_manual_gives_exactly_its_tools(
    samples: Published, report: dict[str, Any]
) -> None:
    assert len(http_files(samples)) > 20
    for path in http_files(samples):
        name = name_of(path)
        manual = report["files"]["manuals"][name]

        assert manual["success"], (path, manual["errors"])
        assert manual["tools"] == [f"{name}.{tool}" for tool in tools_of(samples, path)], path


def test_file_of_another_transport_loads_for_those_who_ask_for_it(report: dict[str, Any]) -> None:
    assert report["sse"]["tools"] == ["sse.follow_news"]


def test_file_that_needs_a_plugin_is_of_no_use_without_it(report: dict[str, Any]) -> None:
    """That is why no such tool may be in a file that everybody loads."""
    assert report["cli"]["tools"] == []


def test_search_finds_a_tool(report: dict[str, Any]) -> None:
    assert any(name.endswith("__Weekday") for name in report["discovery"]["found"])


def result_of(report: dict[str, Any], tool: str) -> Any:  # noqa: ANN401 - any JSON
    """Return the result of the call of *tool* in `CALLS`, which must not have failed."""
    outcome = report["discovery"]["calls"][list(CALLS).index(tool)]
    assert "error" not in outcome, outcome
    return outcome["result"]


def failure_of(report: dict[str, Any], tool: str) -> dict[str, Any]:
    outcome: dict[str, Any] = report["discovery"]["calls"][len(CALLS) + list(FAILURES).index(tool)]
    return outcome


@pytest.mark.parametrize("tool", CALLS)
def test_call_succeeds(report: dict[str, Any], tool: str) -> None:
    assert result_of(report, tool)


@pytest.mark.parametrize(
    ("host", "path", "expected"),
    [
        (
            "api.acme.example.com",
            "/v1/a%2Fb/tides",
            {
                "method": "GET",
                "query": {"days": ["2"]},
                "headers": {
                    "authorization": "Bearer acme-key",
                    "x-trace": "t1",
                    "accept": "application/json",
                },
                "body": "",
            },
        ),
        (
            "api.acme.example.com",
            "/v1/Oslo/reports",
            {
                "method": "POST",
                "query": {"key": ["acme-key"]},
                "headers": {"content-type": "application/json"},
                "body": {"height": 1.5},
            },
        ),
        (
            "api.acme.example.com",
            "/v1/members",
            {
                "method": "GET",
                "query": {},
                "headers": {"authorization": "Basic b3R0bzpjbHViLXBhc3M="},
                "body": "",
            },
        ),
        (
            "api.acme.example.com",
            "/v1/reports/r%207",
            {
                "method": "DELETE",
                "query": {},
                "headers": {"authorization": "Bearer s3cret-access"},
                "body": "",
            },
        ),
        (
            "api.brook.example.com",
            "/tides",
            {
                "method": "GET",
                "query": {"q": ["Holm & Å"]},
                "headers": {"x-api-key": "brook-key"},
                "body": "",
            },
        ),
        (
            "api.cove.example.com",
            "/letters",
            {
                "method": "GET",
                "query": {"words": ["tea"], "year": ["1914"]},
                "headers": {},
                "body": "",
            },
        ),
        (
            "api.cove.example.com",
            "/letters/12",
            {"method": "GET", "query": {}, "headers": {"x-archive": "cove-key"}, "body": ""},
        ),
    ],
)
def test_call_arrives_with_the_right_bytes(
    report: dict[str, Any], host: str, path: str, expected: dict[str, Any]
) -> None:
    request = next(each for each in report["seen"][host] if each.path == path)
    body = json.loads(request.body) if request.body else ""

    assert request.method == expected["method"]
    assert dict(request.query) == expected["query"]
    assert body == expected["body"]
    assert expected["headers"].items() <= request.headers.items()


@pytest.mark.parametrize("name", ["oxp", "otc", "rfc", "header"])
def test_enveloped_call_is_answered_in_the_envelope_of_its_dialect(
    report: dict[str, Any], name: str
) -> None:
    reply = result_of(report, f"dell_{name}__Weekday")
    result = reply["result"] if name in ("oxp", "otc") else reply
    value = result["output"]["value"] if name == "rfc" else result["value"]

    assert result["success"] is True
    assert value["weekday"] == "Sunday"


def test_call_of_a_function_is_answered_by_json_rpc(report: dict[str, Any]) -> None:
    assert result_of(report, "elm_workshop__convert_unit")["id"] == "2"
    assert "1000" in json.dumps(result_of(report, "elm_workshop__convert_unit")["result"])
    assert result_of(report, "elm_bookshelf__add_book")["result"]["book"]["title"] == "Emma"


def test_own_tools_answer_with_data_and_not_with_text(
    samples: Published, report: dict[str, Any]
) -> None:
    assert result_of(report, "get_registry_tool")["id"] == "fen/streams/read_news"
    assert len(result_of(report, "list_registry_tools")["tools"]) == len(samples.catalogue.tools)


def test_error_of_a_plain_api_is_raised(report: dict[str, Any]) -> None:
    failure = failure_of(report, "brook_tides__next_tide")

    assert "404" in failure["error"]
    assert "There is no such brook" in json.dumps(failure["body"])


def test_bad_arguments_of_an_envelope_are_raised(report: dict[str, Any]) -> None:
    failure = failure_of(report, "dell_oxp__Weekday")

    assert "422" in failure["error"]
    assert "parameter_errors" in json.dumps(failure["body"])


@pytest.mark.parametrize(
    "tool",
    ["dell_header__Weekday", "dell_otc__Weekday", "dell_rfc__Weekday", "elm_bookshelf__add_book"],
)
def test_envelope_of_another_form_is_refused_by_the_server(
    report: dict[str, Any], tool: str
) -> None:
    """So the calls above show that the envelope which we describe is the right one."""
    assert "400" in failure_of(report, tool)["error"]


def test_failed_function_is_a_result_that_holds_the_error(report: dict[str, Any]) -> None:
    assert failure_of(report, "elm_workshop__convert_unit")["result"]["error"]["code"]


def test_two_publishers_never_get_each_others_keys(report: dict[str, Any]) -> None:
    keys = {
        host: [value for request in requests for value in request.headers.values()]
        + [value for request in requests for each in request.query.values() for value in each]
        for host, requests in report["seen"].items()
    }
    refused = report["one key"]["calls"][0]

    assert any("acme-key" in value for value in keys["api.acme.example.com"])
    assert not any("brook" in value for value in keys["api.acme.example.com"])
    assert not any("acme" in value for value in keys["api.brook.example.com"] if "://" not in value)
    assert "registry_BROOK__TIDES__API_KEY" in refused["error"]
    assert not any("stray" in value for values in keys.values() for value in values)


def test_manual_of_its_own_has_variables_of_its_own(report: dict[str, Any]) -> None:
    requests = report["seen"]["api.brook.example.com"]
    (request,) = [each for each in requests if each.query == {"q": ["config"]}]

    assert request.headers["x-api-key"] == "own-key"
    assert report["configuration"]["variables"] == {
        "brook_tides.next-tide": [client_variable_name("brook_tides", "API_KEY")]
    }


def test_client_looks_variables_up_by_the_name_that_we_tell(report: dict[str, Any]) -> None:
    assert report["discovery"]["variables"] == {
        "registry.brook_tides__next_tide": ["registry_BROOK__TIDES__API_KEY"]
    }
