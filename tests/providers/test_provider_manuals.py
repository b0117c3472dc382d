"""The manuals of the reference servers, held against the very servers that they say to start."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import jsonschema
import pytest
from paths import MANUALS
from seen import some

from registry.authoring.source_comparison import Verdict, compare_with_listing, read_listing
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.tree import Tree
from registry.model import VARIABLE
from registry.model.request import request
from registry.protocols import protocols
from registry.utcp_export import document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Release, Tool

SCHEMAS = Path(__file__).parent / "schemas"
TREE = load_tree(MANUALS)
PUBLISHER = next(each for each in TREE.publishers if each.name == "open-tool-registry")
CATALOGUE, PROBLEMS = assemble(Tree((PUBLISHER,), ()))
RELEASES = {manual.name: manual.latest for manual in CATALOGUE.manuals if manual.latest}
KEY = "a-key-of-our-own"


class Server(NamedTuple):
    """A server that was started as its manual says, but for the port."""

    release: Release
    origin: str

    def exchange(self, url: str, headers: Mapping[str, str], body: object = None) -> dict[str, Any]:
        """Send *body* to *url*, moved to where the server really is, with its keys filled in."""
        where = self.origin + urlsplit(url).path
        known = {name: VARIABLE.sub(KEY, value) for name, value in headers.items()}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(
            urllib.request.Request(where, data, known), timeout=10
        ) as reply:
            return dict(json.load(reply))

    def credential(self) -> dict[str, str]:
        auth = self.release.tools[0].call.auth
        return {str(auth.fields["var_name"]): str(auth.fields["api_key"])} if auth else {}

    def validate(self, name: str, body: object) -> None:
        dialect = self.release.dialect if self.release.protocol == "otc" else "opentool"
        schema = json.loads((SCHEMAS / f"{dialect}.json").read_text())
        jsonschema.Draft202012Validator(schema | {"$ref": f"#/$defs/{name}"}).validate(body)


@pytest.fixture(params=sorted(RELEASES), scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    release = RELEASES[request.param]
    assert release.self_hosted
    _, *options = shlex.split(release.self_hosted.start)
    options[options.index("--port") + 1] = "0"
    keys = {variable.name: KEY for tool in release.tools for variable in tool.variables}
    with subprocess.Popen(
        [sys.executable, *options], stdout=subprocess.PIPE, text=True, env=os.environ | keys
    ) as process:
        assert process.stdout
        yield Server(release, process.stdout.readline().split()[0])
        process.terminate()


def listing(release: Release) -> dict[str, Any]:
    return dict(protocols()[release.protocol].listing(release))


def test_manuals_have_no_problems_and_cover_every_dialect() -> None:
    dialects = {(release.protocol, release.dialect) for release in RELEASES.values()}

    assert not PROBLEMS
    assert dialects == {
        (name, dialect.id) for name in ("otc", "opentool") for dialect in protocols()[name].DIALECTS
    }


def test_manual_says_what_the_server_says(server: Server) -> None:
    release = server.release
    if release.protocol == "otc":
        said = server.exchange("/tools", server.credential())
        assert said == release.source
    else:
        said = server.exchange("/opentool/load", server.credential())
        # The port, and so the address a server states, is not the same in a test.
        said["server"] = release.source.get("server")
        assert {key: value for key, value in said.items() if value} == listing(release)["load"]
        version = server.exchange("/opentool/version", server.credential())
        assert version == listing(release)["version"]


def test_every_fact_of_the_manual_is_right(server: Server, tmp_path: Path) -> None:
    path = "/tools" if server.release.protocol == "otc" else "/opentool/load"
    listed = tmp_path / "listed.json"
    listed.write_text(json.dumps(server.exchange(path, server.credential())), "utf-8")
    found = compare_with_listing(server.release, read_listing(str(listed), server.release))

    assert found.count(Verdict.RIGHT) == len(found.facts) > 0
    assert not found.missing


def test_manual_names_the_port_of_its_command() -> None:
    for release in some(RELEASES.values()):
        assert release.self_hosted
        port = shlex.split(release.self_hosted.start)[-1]

        assert urlsplit(release.tools[0].call.url).port == int(port)


def test_every_tool_has_an_example_that_its_server_solves(server: Server) -> None:
    for tool in some(server.release.tools):
        assert tool.examples, tool.id
        for example in tool.examples:
            call = request(tool.call, example.arguments)
            assert call
            server.validate("request", call.body)
            reply = server.exchange(call.url, call.headers, call.body)
            server.validate("reply", reply)

            # The shelf is empty when it is started, so only what finds no book may fail.
            assert succeeded(reply) or "There is no book with the id" in json.dumps(reply)


def succeeded(reply: dict[str, Any]) -> bool:
    if "jsonrpc" in reply:
        return not reply.get("error")
    return bool(reply.get("result", reply)["success"])


def test_body_that_a_utcp_client_sends_is_what_the_server_takes(server: Server) -> None:
    for tool in some(server.release.tools):
        rendered: dict[str, Any] = document(tool)
        template = rendered["tool_call_template"]
        assert template["body_field"] == "body"
        body = filled(rendered["inputs"]["properties"]["body"], tool)
        jsonschema.Draft202012Validator(rendered["inputs"]).validate({"body": body})
        server.validate("request", body)
        headers = {"Content-Type": template["content_type"], **template.get("headers", {})}
        reply = server.exchange(template["url"], headers | server.credential(), body)

        jsonschema.Draft202012Validator(rendered["outputs"]).validate(reply)


def filled(schema: dict[str, Any], tool: Tool) -> Any:  # noqa: ANN401 - any JSON
    """Return what a careful model sends for the envelope in *schema*: constants as they are."""
    if set(schema.get("properties", ())) == {argument.name for argument in tool.call.arguments}:
        return tool.examples[0].arguments
    if len(schema.get("enum", ())) == 1:
        return schema["enum"][0]
    if schema["type"] == "string":
        return "1"
    return {name: filled(schema["properties"][name], tool) for name in schema["required"]}


def first_reply(server: Server, tool: Tool) -> dict[str, Any]:
    """Return what *server* answers to the first example of *tool*."""
    call = request(tool.call, tool.examples[0].arguments)
    assert call
    return server.exchange(call.url, call.headers, call.body)


def result(tool: Tool, reply: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    """Return the result of *tool* in *reply*, without its envelope."""
    envelope = tool.call.envelope
    assert envelope
    value: Any = reply
    for step in envelope.value_at:
        value = value[step]
    return value


def test_reply_that_the_manual_shows_is_what_its_server_answers(server: Server) -> None:
    # What the shelf of the OpenTool servers answers depends on the calls before.
    tools = [each for each in server.release.tools if each.protocol == "otc"]
    shown = [each.example_output and each.example_output.value for each in tools]

    assert shown == [result(each, first_reply(server, each)) for each in tools]


def test_result_has_the_form_that_the_manual_promises(server: Server) -> None:
    replies = [(tool, first_reply(server, tool)) for tool in server.release.tools]
    for tool, reply in some(each for each in replies if succeeded(each[1])):
        value = result(tool, reply)
        if tool.protocol == "opentool":
            # The key is the server's choice; ours is the name that the document gives the value.
            value = next(iter(value.values()), None)

        jsonschema.Draft202012Validator(tool.outputs or {"type": "null"}).validate(value)


@pytest.mark.parametrize("name", sorted(RELEASES))
def test_native_listing_is_what_clients_of_the_protocol_load(name: str) -> None:
    release = RELEASES[name]
    files = listing(release)
    published = json.loads(json.dumps(files))
    schema = "opentool" if release.protocol == "opentool" else "oxp-1.0"
    definitions = json.loads((SCHEMAS / f"{schema}.json").read_text())

    def check(part: str, body: object) -> None:
        jsonschema.Draft202012Validator(definitions | {"$ref": f"#/$defs/{part}"}).validate(body)

    if release.protocol == "opentool":
        check("document", published["load"])
        assert "$ref" not in json.dumps(published["load"])
        return
    for item in published["tools"]["items"]:
        check("definition", item)
    definitions = json.loads((SCHEMAS / "otc-1.0.json").read_text())
    for item in published["tools"]["tools"]:
        check("definition", item)
    assert [item["id"] for item in published["tools"]["items"]] == [
        tool.native["id"] for tool in release.tools
    ]
    assert published["tools"]["x-servers"][0]["call_url"] == release.tools[0].call.url
    assert set(published) == {"tools", "health"}
