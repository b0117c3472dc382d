"""The OpenTool server as a client meets it: JSON-RPC over real sockets, every kind of reply."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema
import pytest

from registry.providers.opentool import DOCUMENTS, OpenToolService
from registry.providers.tools import bookshelf
from registry.providers.web import Credential, running

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "opentool.json").read_text())
EMMA = {"title": "Emma", "author": "Jane Austen"}


class Answer(NamedTuple):
    status: int
    body: Any


class Server(NamedTuple):
    url: str

    def get(self, path: str, **headers: str) -> Answer:
        return exchange(urllib.request.Request(f"{self.url}/opentool{path}", headers=headers))

    def post(self, body: object, **headers: str) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | headers
        return exchange(urllib.request.Request(f"{self.url}/opentool/call", data, headers))

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Call *method* and return the whole reply, which must be valid and a 200."""
        body = {"jsonrpc": "2.0", "method": method, "params": params, "id": "7"}
        validate("request", body)
        status, reply = self.post(body)
        validate("reply", reply)
        assert (status, reply["id"]) == (200, "7")
        return dict(reply)

    def result(self, method: str, **params: object) -> dict[str, Any]:
        reply = self.call(method, **params)
        assert "error" not in reply
        return dict(reply["result"])


def exchange(request: urllib.request.Request) -> Answer:
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return Answer(reply.status, json.loads(reply.read()))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, json.loads(error.read()))


def validate(name: str, body: object) -> None:
    jsonschema.Draft202012Validator(SCHEMA | {"$ref": f"#/$defs/{name}"}).validate(body)


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with running(OpenToolService(DOCUMENTS[getattr(request, "param", "bookshelf")]())) as url:
        yield Server(url)


@pytest.mark.parametrize("server", DOCUMENTS, indirect=True)
def test_document_and_version_can_be_loaded(server: Server) -> None:
    status, document = server.get("/load")

    assert status == 200
    validate("document", document)
    assert server.get("/version") == (200, {"version": document["info"]["version"]})


@pytest.mark.parametrize("server", ["workshop"], indirect=True)
def test_document_of_1_1_names_the_server_it_came_from(server: Server) -> None:
    assert server.get("/load").body["server"] == {"url": server.url}


def test_book_can_be_added_read_changed_found_counted_and_removed(server: Server) -> None:
    emma = server.result("add_book", **EMMA, year=1815)["book"]
    server.result("add_book", title="Dracula", author="Bram Stoker", status="read")

    assert emma == {"book_id": 1, "status": "unread", **EMMA, "year": 1815}
    assert server.result("get_book", book_id=1) == {"book": emma}
    changed = server.result("update_book", book_id=1, status="reading")["book"]
    assert changed == {**emma, "status": "reading"}
    assert server.result("find_books", text="AUSTEN") == {"books": [changed]}
    assert [book["book_id"] for book in server.result("find_books")["books"]] == [1, 2]
    assert server.result("count_books", status="reading") == {"count": 1}
    assert server.result("remove_book", book_id=1) == {}
    assert server.result("count_books") == {"count": 1}


def test_each_server_has_a_shelf_of_its_own(server: Server) -> None:
    server.result("add_book", **EMMA)
    with running(OpenToolService(DOCUMENTS["bookshelf"]())) as url:
        assert Server(url).result("count_books") == {"count": 0}


def test_books_added_at_the_same_time_get_different_ids(server: Server) -> None:
    threads = [
        threading.Thread(target=server.result, args=("add_book",), kwargs=EMMA) for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    ids = [book["book_id"] for book in server.result("find_books")["books"]]
    assert sorted(ids) == list(range(1, 21))


def test_full_shelf_refuses_another_book(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bookshelf, "CAPACITY", 1)
    server.result("add_book", **EMMA)

    assert server.call("add_book", **EMMA)["error"]["code"] == 500


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("get_book", {"book_id": 99}, 500),
        ("remove_book", {"book_id": 99}, 500),
        ("lend_book", {}, 405),
        ("add_book", {"title": "Emma"}, 400),
        ("add_book", {**EMMA, "status": "lost"}, 400),
        ("add_book", {**EMMA, "shelf": "top"}, 400),
        ("get_book", {"book_id": "1"}, 400),
        ("get_book", {"book_id": True}, 400),
    ],
)
def test_failed_call_is_a_200_with_an_error(
    server: Server, method: str, params: dict[str, object], code: int
) -> None:
    reply = server.call(method, **params)

    assert reply["error"]["code"] == code
    assert reply["result"] == {}


@pytest.mark.parametrize(
    "body",
    [
        {"jsonrpc": "2.0", "method": "count_books", "params": {}},
        {"jsonrpc": "2.0", "method": "count_books", "params": {}, "id": 7},
        {"jsonrpc": "2.0", "method": "count_books", "params": [], "id": "7"},
        {"jsonrpc": "1.0", "method": "count_books", "params": {}, "id": "7"},
        {"method": "count_books", "params": {}, "id": "7"},
        {"jsonrpc": "2.0", "params": {}, "id": "7"},
        [],
        b"{",
    ],
)
def test_body_that_is_no_call_is_a_400(server: Server, body: object) -> None:
    status, reply = server.post(body)

    assert status == 400
    validate("reply", reply)
    assert reply["error"]["code"] == 400


def test_body_must_be_said_to_be_json(server: Server) -> None:
    body = {"jsonrpc": "2.0", "method": "count_books", "params": {}, "id": "7"}

    assert server.post(body, **{"Content-Type": "text/plain"}).status == 400


def test_released_clients_version_and_missing_params_are_accepted(server: Server) -> None:
    status, reply = server.post({"jsonrpc": "2.0.0", "method": "count_books", "id": "7"})

    assert (status, reply["result"]) == (200, {"count": 0})


def test_key_is_wanted_everywhere_when_there_is_one() -> None:
    service = OpenToolService(DOCUMENTS["bookshelf"](), Credential("s3cret"))
    body = {"jsonrpc": "2.0", "method": "count_books", "params": {}, "id": "7"}
    with running(service) as url:
        server = Server(url)
        for bad in ({}, {"Authorization": "s3cret"}, {"Authorization": "Bearer other"}):
            for answer in (server.get("/load", **bad), server.post(body, **bad)):
                assert answer.status == 401
                assert "Authorization" in answer.body["error"]
        good = {"Authorization": "Bearer s3cret"}
        assert server.get("/version", **good).status == 200
        assert server.post(body, **good).body["result"] == {"count": 0}


def test_other_paths_are_not_there(server: Server) -> None:
    for path in ("/stop", "/streamCall", "/call", "/"):
        assert server.get(path).status == 404
    assert exchange(urllib.request.Request(f"{server.url}/version")).status == 404
