"""The OTC/OXP server as a client meets it: real sockets, all four dialects, every status."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema
import pytest

from registry.providers.otc import TOOLKITS, OtcService
from registry.providers.otc_dialects import DIALECTS
from registry.providers.tools import notebook
from registry.providers.web import Credential, running

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMAS = Path(__file__).parent / "schemas"
EVERY_DIALECT = pytest.mark.parametrize("server", DIALECTS, indirect=True)
OSLO_TO_ROME = {
    "from_latitude": 59.9139,
    "from_longitude": 10.7522,
    "to_latitude": 41.9028,
    "to_longitude": 12.4964,
}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: Any


class Server(NamedTuple):
    dialect: str
    url: str

    @property
    def call_url(self) -> str:
        return self.url + DIALECTS[self.dialect].call_path

    def get(self, path: str, **headers: str) -> Answer:
        return exchange(urllib.request.Request(self.url + path, headers=headers))

    def post(self, body: object, **headers: str) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | headers
        return exchange(urllib.request.Request(self.call_url, data, headers))

    def request(self, tool_id: str, arguments: object = ..., **more: object) -> dict[str, Any]:
        """Return the body with which a client of this dialect calls *tool_id*."""
        given = {} if arguments is ... else {"input": arguments}
        call = {"tool_id": tool_id, **given, **more}
        marker = DIALECTS[self.dialect].marker
        return {"$schema": marker, "request": call} if marker else call

    def call(self, tool_id: str, arguments: object = ..., **more: object) -> Answer:
        body = self.request(tool_id, arguments, **more)
        self.validate("request", body)
        return self.post(body)

    def validate(self, name: str, body: object) -> None:
        """Hold *body* against the protocol's schema of the body called *name*."""
        schema = json.loads((SCHEMAS / f"{self.dialect}.json").read_text())
        jsonschema.Draft202012Validator(schema | {"$ref": f"#/$defs/{name}"}).validate(body)

    def result(self, answer: Answer) -> dict[str, Any]:
        """Return what is inside the reply of a tool that ran, as one flat object."""
        assert answer.status == 200, answer
        self.validate("reply", answer.body)
        body = dict(answer.body)
        inner = body.get("result", body)
        return {**inner, **inner.get("output", {})}


def exchange(request: urllib.request.Request) -> Answer:
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            status, headers, text = reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        with error:
            status, headers, text = error.code, error.headers, error.read()
    return Answer(status, dict(headers.items()), json.loads(text) if text else None)


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    dialect = getattr(request, "param", "oxp-1.0")
    with running(OtcService(DIALECTS[dialect], tuple(TOOLKITS.values()))) as url:
        yield Server(dialect, url)


@EVERY_DIALECT
def test_listing_has_every_tool_once_in_the_form_of_the_dialect(server: Server) -> None:
    answer = server.get("/tools")

    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/json"
    server.validate("listing", answer.body)
    tools = answer.body["items" if server.dialect.startswith("oxp") else "tools"]
    names = [tool["name"] for tool in tools]
    assert names[:4] == ["SunTimes", "SunPosition", "MoonPhase", "Distance"]
    assert len(names) == len(set(names)) == 14
    assert "Geo.Distance@1.0.1" in [tool["id"] for tool in tools]


@EVERY_DIALECT
def test_call_returns_the_value_and_the_call_id(server: Server) -> None:
    answer = server.call("Geo.Distance@1.0.0", OSLO_TO_ROME, call_id="k1", trace_id="t1")

    result = server.result(answer)
    assert result["call_id"] == "k1"
    assert result["success"] is True
    assert result["value"] == {"kilometres": 2006.305, "bearing": 175.8056}


@EVERY_DIALECT
def test_call_id_is_made_up_when_the_client_sends_none(server: Server) -> None:
    first, second = (
        server.result(server.call("Calendar.Feasts", {"year": 2025}))["call_id"] for _ in range(2)
    )

    assert first
    assert first != second


@EVERY_DIALECT
@pytest.mark.parametrize(
    ("tool_id", "value"),
    [
        ("Geo.Distance@0.9.0", 2006.305),
        ("Geo.Distance@1.0.0", {"kilometres": 2006.305, "bearing": 175.8056}),
        ("Geo.Distance@1.0.1", {"kilometres": 2006.305, "bearing": 175.8056}),
        ("Geo.Distance@1", {"kilometres": 2006.305, "bearing": 175.8056}),
        ("Geo.Distance", {"kilometres": 2006.305, "bearing": 175.8056}),
    ],
)
def test_version_is_exact_or_shorthand_or_the_latest(
    server: Server, tool_id: str, value: object
) -> None:
    assert server.result(server.call(tool_id, OSLO_TO_ROME))["value"] == value


@EVERY_DIALECT
@pytest.mark.parametrize(
    "tool_id", ["Geo.Nowhere@1.0.0", "Geo.Distance@2.0.0", "Geo.Distance@0", "Geo.distance"]
)
def test_unknown_tool_or_version_is_a_400(server: Server, tool_id: str) -> None:
    answer = server.call(tool_id, OSLO_TO_ROME)

    assert answer.status == 400
    server.validate("refusal", answer.body)


def test_only_the_rfc_draft_knows_the_version_latest() -> None:
    statuses = {}
    for dialect in DIALECTS.values():
        with running(OtcService(dialect, (TOOLKITS["geo"],))) as url:
            server = Server(dialect.id, url)
            statuses[dialect.id] = server.post(
                server.request("Geo.Distance@latest", OSLO_TO_ROME)
            ).status

    assert statuses == {"rfc": 200, "otc-1.0": 400, "oxp-1.0": 400, "oxp-1.0-header": 400}


@EVERY_DIALECT
def test_bad_arguments_are_a_422_that_names_each_parameter(server: Server) -> None:
    arguments = {"latitude": 91, "longitude": "east", "sky": "blue"}
    answer = server.call("Sky.SunTimes@1.0.0", arguments)

    assert answer.status == 422
    server.validate("invalid", answer.body)
    assert answer.body["parameter_errors"] == {
        "latitude": "Must be at most 90",
        "longitude": "Must be a number",
        "date": "Is required",
        "sky": "Unknown parameter",
    }


@EVERY_DIALECT
def test_failure_inside_the_tool_is_a_200_with_an_error(server: Server) -> None:
    answer = server.call("Sky.MoonPhase", {"date": "2025-02-30"}, call_id="k2")

    result = server.result(answer)
    assert result["call_id"] == "k2"
    assert result["success"] is False
    assert result["error"]["can_retry"] is True
    assert "2025-02-30" in result["error"]["message"]
    assert "value" not in result


@EVERY_DIALECT
def test_other_forms_of_the_body_are_a_400(server: Server) -> None:
    arguments = {"year": 2025}
    call = {"tool_id": "Calendar.Feasts", "input": arguments}
    wrong: dict[str, Any] = {
        "the other wrapping": call if DIALECTS[server.dialect].marker else {"request": call},
        "inputs for input": server.request("Calendar.Feasts", inputs=arguments),
        "no tool": {**call, "tool_id": None},
        "id without toolkit": server.request("Feasts", arguments),
        "arguments as a list": server.request("Calendar.Feasts", [2025]),
        "number as call id": server.request("Calendar.Feasts", arguments, call_id=1),
        "another version": {"$schema": "otc://2.0", "request": call},
        "a key beside the call": {**server.request("Calendar.Feasts", arguments), "x": 1},
        "a list": [call],
        "no JSON": b"{",
        "not a number": b'{"tool_id": NaN}',
        "an infinite number": b'{"tool_id": 1e999}',
        "deep nesting": b"[" * 100_000,
    }
    answers = {name: server.post(body) for name, body in wrong.items()}

    assert {name: answer.status for name, answer in answers.items()} == dict.fromkeys(wrong, 400)
    for answer in answers.values():
        server.validate("refusal", answer.body)


@EVERY_DIALECT
def test_body_must_be_said_to_be_json(server: Server) -> None:
    body = server.request("Calendar.Feasts", {"year": 2025})

    assert server.post(body, **{"Content-Type": "text/plain"}).status == 400
    assert server.post(body, **{"Content-Type": "Application/JSON; charset=utf-8"}).status == 200


@EVERY_DIALECT
def test_version_header_is_in_every_reply_of_its_dialect_alone(server: Server) -> None:
    answers = (
        server.get("/tools"),
        server.get("/health"),
        server.call("Calendar.Feasts", {"year": 2025}),
        server.call("Calendar.Feasts", {}),
        server.call("Calendar.Nothing"),
    )

    expected = "1.0" if server.dialect == "oxp-1.0-header" else None
    assert {answer.headers.get("OXP-Version") for answer in answers} == {expected}


@pytest.mark.parametrize("server", ["oxp-1.0-header"], indirect=True)
def test_version_header_of_the_request_is_optional_but_must_be_spoken(server: Server) -> None:
    call = server.request("Calendar.Feasts", {"year": 2025})
    statuses = [server.post(call, **{"OXP-Version": each}).status for each in ("1.0", "2.0")]

    assert statuses == [200, 400]


@EVERY_DIALECT
def test_health_needs_no_body_and_has_none(server: Server) -> None:
    answer = server.get("/health")

    assert (answer.status, answer.body) == (200, None)


@EVERY_DIALECT
def test_other_paths_and_methods_are_not_there(server: Server) -> None:
    other = "/call" if server.call_url.endswith("/tools/call") else "/tools/call"
    post = urllib.request.Request(server.url + other, b"{}", {"Content-Type": "application/json"})

    assert exchange(post).status == 404
    assert server.get("/").status == 404
    assert exchange(urllib.request.Request(server.call_url)).status == 404
    assert exchange(urllib.request.Request(server.call_url, method="PUT")).status == 501


@pytest.mark.parametrize(
    ("dialect", "header", "scheme", "statuses"),
    [
        ("rfc", "Authorization", "Bearer", (401, 400)),
        ("otc-1.0", "Authorization", "Bearer", (401, 401)),
        ("otc-1.0", "OTC-API-Key", "", (401, 401)),
        ("oxp-1.0", "OXP-API-Key", "", (401, 401)),
        ("oxp-1.0-header", "OXP-API-Key", "", (401, 400)),
    ],
)
def test_credential_is_wanted_for_tools_but_not_for_health(
    dialect: str, header: str, scheme: str, statuses: tuple[int, int]
) -> None:
    service = OtcService(
        DIALECTS[dialect], (TOOLKITS["calendar"],), Credential("s", header, scheme)
    )
    good = {header: f"{scheme} s".strip()}
    with running(service) as url:
        server = Server(dialect, url)
        call = server.request("Calendar.Feasts", {"year": 2025})
        for bad in ({}, {header: "Bearer t"}, {header: ""}):
            refused = (server.get("/tools", **bad), server.post(call, **bad))

            assert (refused[0].status, refused[1].status) == statuses
            for answer in refused:
                server.validate("refusal", answer.body)
        assert server.get("/tools", **good).status == 200
        assert server.post(call, **good).status == 200
        assert server.get("/health").status == 200


def test_server_without_a_credential_ignores_what_clients_send(server: Server) -> None:
    assert server.get("/tools", Authorization="Bearer whatever").status == 200


@pytest.fixture
def notes(request: pytest.FixtureRequest) -> Iterator[Server]:
    """Run a server of one dialect with a notebook that nobody has used."""
    with running(OtcService(DIALECTS[request.param], (notebook.toolkit(),))) as url:
        yield Server(request.param, url)


EVERY_NOTEBOOK = pytest.mark.parametrize("notes", DIALECTS, indirect=True)


@EVERY_NOTEBOOK
def test_user_is_asked_once_and_then_the_tool_runs(notes: Server) -> None:
    mine = {"context": {"user_id": "ada"}}
    refused = notes.call("Notebook.ReadNote", {"number": 1}, **mine)
    notes.validate("refusal", refused.body)
    (challenge,) = refused.body["missing_requirements"]["authorization"]
    page, check = (challenge[key].removeprefix(notes.url) for key in ("url", "check_url"))

    assert (refused.status, challenge["id"]) == (400, "notebook")
    assert notes.get(check).body == {"status": "pending"}
    assert notes.call("Notebook.ReadNote", {"number": 1}, **mine).status == 400
    assert notes.get(page).status == 200
    assert notes.get(check).body == {"status": "completed"}
    allowed = notes.call("Notebook.ReadNote", {"number": 1}, **mine)
    assert notes.result(allowed)["value"] == {"number": 1, "text": "Buy tea."}
    other = notes.call("Notebook.ReadNote", {"number": 1}, context={"user_id": "eve"})
    assert other.status == 400


@EVERY_NOTEBOOK
def test_call_that_names_no_user_says_that_one_is_missing(notes: Server) -> None:
    for more in ({}, {"context": {"user_id": ""}}, {"context": {"user_id": 5}}):
        refused = notes.post(notes.request("Notebook.ReadNote", {"number": 1}, **more))

        assert refused.status == 400
        assert refused.body["missing_requirements"] == {"user_id": True}


def test_challenge_that_nobody_was_asked_allows_nothing() -> None:
    with running(OtcService(DIALECTS["oxp-1.0"], (notebook.toolkit(),))) as url:
        notes = Server("oxp-1.0", url)
        notes.get(f"/challenges/{'0' * 64}")

        for path in ("/challenges/1", "/challenges/../tools", f"/challenges/{'0' * 64}/x"):
            assert notes.get(path).status == 404
        assert (
            notes.call("Notebook.ReadNote", {"number": 1}, context={"user_id": "a"}).status == 400
        )


@EVERY_NOTEBOOK
def test_listing_says_what_a_tool_requires(notes: Server) -> None:
    body = notes.get("/tools").body
    notes.validate("listing", body)
    read, print_note = body[DIALECTS[notes.dialect].list_key]

    assert read["requirements"]["authorization"][0]["id"] == "notebook"
    assert read["requirements"]["user_id"] is True
    assert "requirements" not in print_note


@EVERY_NOTEBOOK
def test_tool_that_asks_for_another_try_works_then(notes: Server) -> None:
    first, second = (
        notes.result(notes.call("Notebook.PrintNote", {"number": 2})) for _ in range(2)
    )

    assert first["error"]["can_retry"] is True
    assert first["error"]["retry_after_ms"] == notebook.WARMING_UP
    assert second["value"] == {"printed": "Water the ferns."}
    missing = notes.result(notes.call("Notebook.PrintNote", {"number": 9}))
    assert missing["error"]["additional_prompt_content"] == "Notes: 1 to 3"
