"""`registry import openapi`, as people call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from click.testing import CliRunner
from loopback import Handler, listening

from registry import pipeline
from registry.cli import main
from registry.web.serve import serving

if TYPE_CHECKING:
    from click.testing import Result

DOCUMENTS = Path(__file__).parent / "documents"
TEXTS = DOCUMENTS / "texts.yaml"


def run(source: Path | str, out: Path, *options: str) -> Result:
    command = ["import", "openapi", str(source), "--out", str(out), *options]
    return CliRunner().invoke(main, command)


def written(out: Path) -> list[str]:
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*.yaml"))


def test_manual_is_written_with_its_neighbours_and_passes(tmp_path: Path) -> None:
    result = run(TEXTS, tmp_path, "--publisher", "acme", "--manual", "pages")

    assert result.exit_code == 0, result.output
    assert written(tmp_path) == [
        "acme/pages/1.0.0.yaml",
        "acme/pages/manual.yaml",
        "acme/publisher.yaml",
    ]
    assert pipeline.check(tmp_path).is_publishable


def test_names_are_read_off_the_document(tmp_path: Path) -> None:
    run(DOCUMENTS / "swagger-2.json", tmp_path)

    assert "example/harbour/1.0.0.yaml" in written(tmp_path)


@pytest.mark.parametrize(
    ("description", "summary"),
    [
        ("# Introduction\n\nTells the tide. And more.", "Tells the tide."),
        ("# Overview\n## Access #\nTells the tide.", "Tells the tide."),
        ("# Tides\n", "Tides."),
        ("#tides of harbours", "#tides of harbours"),
    ],
)
def test_summary_is_the_first_sentence_below_the_headings(
    description: str, summary: str, tmp_path: Path
) -> None:
    document = json.loads((DOCUMENTS / "swagger-2.json").read_bytes())
    document["info"]["description"] = description
    source = tmp_path / "tides.json"
    source.write_text(json.dumps(document), encoding="utf-8")
    run(source, tmp_path)

    listing = yaml.safe_load((tmp_path / "example/harbour/manual.yaml").read_text("utf-8"))
    assert listing["summary"] == summary


def test_files_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    run(TEXTS, tmp_path, "--publisher", "acme", "--manual", "pages")
    about = tmp_path / "acme" / "publisher.yaml"
    about.write_text(about.read_text() + "summary: Written by hand.\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.yaml")}

    again = run(TEXTS, tmp_path, "--publisher", "acme", "--manual", "pages")
    newer = run(TEXTS, tmp_path, "--publisher", "acme", "--manual", "pages", "--version", "1.1.0")

    assert again.exit_code == 2
    assert "already exists" in again.output
    assert newer.exit_code == 0
    assert {path: path.read_bytes() for path in before} == before


def test_report_counts_every_operation_as_json(tmp_path: Path) -> None:
    result = run(DOCUMENTS / "bodies.yaml", tmp_path, "--json")
    report: dict[str, Any] = json.loads(result.stdout)

    counts = report["counts"]
    assert counts["operations"] == len(report["operations"])
    assert counts["tools"] + sum(counts["left_out"].values()) == counts["operations"]
    assert [Path(path).name for path in report["files"]] == [
        "publisher.yaml",
        "manual.yaml",
        "1.0.0.yaml",
    ]


@pytest.mark.parametrize(
    ("options", "tools"),
    [
        (("--only", "berths & ships"), {"listBerths"}),
        (("--only", "/berths/*"), {"dock", "note"}),
        (("--only", "do*", "--only", "list*"), {"listBerths", "dock"}),
        (("--max", "1"), {"listBerths"}),
    ],
)
def test_operations_can_be_chosen(
    tmp_path: Path, options: tuple[str, ...], tools: set[str]
) -> None:
    result = run(DOCUMENTS / "swagger-2.json", tmp_path, "--json", *options)

    operations = json.loads(result.stdout)["operations"]
    assert {each["tool"] for each in operations if "tool" in each} == tools


def test_server_stands_for_what_the_document_lacks(tmp_path: Path) -> None:
    document = tmp_path / "api.json"
    paths = {f"/{each}": {"get": {"operationId": each}} for each in "abc"}
    paths["/c"]["get"]["summary"] = "Tells the tide."
    document.write_text(json.dumps({"openapi": "3.0.0", "paths": paths}))
    without = run(document, tmp_path / "out", "--publisher", "acme", "--manual", "things")
    with_server = run(
        *(document, tmp_path / "out", "--publisher", "acme", "--manual", "things"),
        *("--server", "https://api.example.com/v1/"),
    )

    assert without.exit_code == 1
    assert "left out  GET /a and 2 other operations: the server '/'" in without.output
    assert "GET /b" not in without.output
    assert "name the public URL of the API with --server" in without.output
    assert "3  operations became 0 tools" in without.output
    assert with_server.exit_code == 0
    assert "changed  a, b: the document does not describe it" in with_server.output
    assert (
        "url: https://api.example.com/v1/a"
        in (tmp_path / "out" / "acme" / "things" / "1.0.0.yaml").read_text()
    )


def test_document_is_fetched_and_completes_relative_servers(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "api.json").write_text(
        json.dumps(
            {
                "openapi": "3.0.0",
                "servers": [{"url": "/v1"}],
                "paths": {"/a": {"get": {"operationId": "a"}}},
            }
        )
    )
    with serving(folder) as url:
        result = run(f"{url}api.json", tmp_path / "out", "--json")

    # Loopback serves plain http, which no client calls: the reason shows the completed address.
    (operation,) = json.loads(result.stdout)["operations"]
    assert operation["left_out"]["kind"] == "loopback-server"


def test_document_of_this_machine_asks_for_a_public_address(tmp_path: Path) -> None:
    api = {
        "openapi": "3.0.0",
        "info": {"title": "Stock"},
        "servers": [{"url": "http://localhost:8000"}],
        "paths": {"/a": {"get": {"operationId": "a"}}},
    }
    (tmp_path / "api.json").write_text(json.dumps(api))
    said = run(str(tmp_path / "api.json"), tmp_path / "out")
    named = run(
        *(str(tmp_path / "api.json"), tmp_path / "out", "--publisher", "acme", "--manual", "stock"),
        *("--server", "https://api.acme.com", "--homepage", "https://acme.com"),
    )

    assert said.exit_code == 1
    assert "name the public URL of the API with --server" in said.stderr
    assert named.exit_code == 0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{", "api.yaml:2:1"),
        ('{"a', "api.yaml:1:2"),
        ("a: b", "not an OpenAPI document"),
        ('{"openapi": "3.0.0"}', "has no `paths`"),
        ('{"openapi": "3.1.0", "webhooks": {"new": {}}}', "webhooks, which the API itself sends"),
        (
            '{"openapi": "3.0.3", "paths": {"$ref": "./paths.yaml"}}',
            "another document, './paths.yaml'",
        ),
        (
            f'{{"openapi": "3.0.3", "paths": {{"$ref": "./\\u001b{"a" * 99}"}}}}',
            f"another document, './\\x1b{'a' * 57}':",
        ),
        ('{"openapi": "3.0.0", "paths": [{"path": "/a", "get": {}}]}', "a list as `paths`"),
        ('{"openapi": "2.0", "host": "a.com", "paths": {"/a": {}}}', 'write `swagger: "2.0"`'),
        ('{"swagger": 3.0, "servers": [], "paths": {"/a": {}}}', "write `openapi: 3.0.3`"),
        ('{"openapi": "4.0.0", "paths": {"/a": {}}}', "`openapi: 4.0.0`, which is unknown"),
        ('{"openapi": null, "paths": {"/a": {}}}', "which is unknown"),
        (
            '{"openapi": "3.0.0", "host": "a.com", "paths": {"/a": {}}}',
            "`host` is a key of Swagger",
        ),
        ('{"swagger": "2.0", "components": {}, "paths": {"/a": {}}}', "a key of OpenAPI 3"),
        ("- a", "cannot be read as JSON or YAML"),
    ],
)
def test_what_is_no_openapi_document_is_refused(tmp_path: Path, text: str, word: str) -> None:
    document = tmp_path / "api.yaml"
    document.write_text(text)
    result = run(document, tmp_path / "out")

    assert result.exit_code == 2
    assert word in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("version", ['" 3.0.3"', "v3.1", "3"])
def test_definitions_and_an_odd_version_are_read(tmp_path: Path, version: str) -> None:
    (tmp_path / "api.yaml").write_text(
        f"openapi: {version}\n"
        "definitions: {Day: {type: string, enum: [today, tomorrow]}}\n"
        "paths: {/tides: {get: {operationId: tides, parameters: [{name: day, in: query, "
        "schema: {$ref: '#/definitions/Day'}}], responses: {}}}}\n"
    )
    result = run(tmp_path / "api.yaml", tmp_path / "out", "--server", "https://api.example.com")

    assert "tomorrow" in next((tmp_path / "out").rglob("1.0.0.yaml")).read_text(), result.output


def test_paths_without_an_operation_are_not_said_to_lack_credentials(tmp_path: Path) -> None:
    (tmp_path / "api.json").write_text(
        '{"openapi": "3.0.3", "paths": {"/a": {"summary": "A place."}, "x-note": 1}}'
    )
    result = run(tmp_path / "api.json", tmp_path / "out")

    assert result.exit_code == 1
    assert "no path has an operation" in result.output


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--publisher", "Not A Name"), "--publisher"),
        (("--manual", "x"), "--manual"),
        (("--version", "1.0"), "x.y.z"),
        (("--server", "api.example.com"), "full URL"),
    ],
)
def test_impossible_wishes_are_refused(tmp_path: Path, options: tuple[str, ...], word: str) -> None:
    result = run(TEXTS, tmp_path, *options)

    assert result.exit_code == 2
    assert word in result.output


def test_missing_file_is_refused(tmp_path: Path) -> None:
    assert run(tmp_path / "nowhere.yaml", tmp_path).exit_code == 2


@pytest.mark.slow
def test_too_many_tools_are_not_written_and_the_tags_are_named(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(150)}}
    content = {"application/json": {"schema": schema}}
    paths = {
        f"/things/{n}": {
            "put": {"tags": [f"t{n % 3}"], "requestBody": {"content": content}, "responses": {}}
        }
        for n in range(300)
    }
    document = tmp_path / "api.json"
    document.write_text(
        json.dumps(
            {
                "openapi": "3.0.0",
                "servers": [{"url": "https://api.example.com"}],
                "paths": paths,
            }
        )
    )
    result = run(document, tmp_path / "out")

    assert result.exit_code == 1
    assert "oversized-file" in result.output
    assert "t0 (100)" in result.output
    assert not (tmp_path / "out").exists()


def test_tool_that_the_check_refuses_is_left_out_and_the_report_says_why(tmp_path: Path) -> None:
    result = run(DOCUMENTS / "servers.yaml", tmp_path, "--publisher", "acme", "--manual", "x1")

    assert result.exit_code == 0, result.output
    assert "(internal-host)" in result.output
    assert "acme/x1/1.0.0.yaml" in written(tmp_path)
    assert pipeline.check(tmp_path).is_publishable


def test_no_text_of_the_document_steers_the_terminal(tmp_path: Path) -> None:
    document = tmp_path / "api.json"
    path = "/a\x1b[31m\u202e/{b"
    document.write_text(json.dumps({"openapi": "3.0.0", "paths": {path: {"get": {}}}}))
    result = run(document, tmp_path / "out", "--server", "https://api.example.com")

    assert result.output.replace("\n", "").isprintable()


class _Leading(Handler):
    def respond(self) -> None:
        self.send(302, b"", {"Location": "https://10.0.0.5/delete-everything"})


def test_address_in_a_private_network_is_not_asked_for_a_document(tmp_path: Path) -> None:
    with listening(_Leading) as url:
        result = run(f"{url}/api.json", tmp_path, "--server", "https://api.example.com")

    assert result.exit_code == 2
    assert "10.0.0.5, which is not on the internet" in result.output
    assert written(tmp_path) == []


def api(**parts: object) -> dict[str, Any]:
    """Return a document with one operation, and with *parts* in the place of its own."""
    return {
        "openapi": "3.0.0",
        "info": {"title": "Stock"},
        "servers": [{"url": "https://api.acme.com"}],
        "paths": {"/a": {"get": {"operationId": "a"}}},
        **parts,
    }


def imported(tmp_path: Path, document: dict[str, Any]) -> Result:
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document), encoding="utf-8")
    return run(source, tmp_path / "out")


@pytest.mark.parametrize(
    ("title", "manual"),
    [
        ("Acme's API documentation", "acme"),
        ("Acme\N{RIGHT SINGLE QUOTATION MARK}s Orders", "orders"),
        ("Caf\N{LATIN SMALL LETTER E WITH ACUTE} Orders", "cafe-orders"),
        ("Acme X API", "main"),
        ("Orders API vv6.6.2", "orders"),
    ],
)
def test_name_is_what_is_left_of_the_title(tmp_path: Path, title: str, manual: str) -> None:
    result = imported(tmp_path, api(info={"title": title}))

    assert f"name: acme/{manual} " in result.stderr, result.output


@pytest.mark.parametrize(
    ("parts", "remedy"),
    [
        ({"servers": [{"url": "/v1"}]}, "--server, such as https://api.example.com/v1"),
        ({"servers": [{"url": "http://Api.Acme.com/v1/"}]}, "such as https://Api.Acme.com/v1; if"),
        (
            {"servers": [{"url": "http://api.acme.com:8000/v1"}]},
            "such as https://api.example.com/v1",
        ),
        (
            {"servers": [{"url": "{root}/v1", "variables": {"root": {"default": "http://[::1]"}}}]},
            "--server, such as https://api.example.com/v1",
        ),
        (
            {
                "servers": [{"url": "http://localhost/"}],
                "paths": {"/a": {"get": {"operationId": "a"}, "head": {"operationId": "b"}}},
            },
            "API with --server; if people run it themselves, also say --self-hosted\n",
        ),
        (
            {"servers": [{"url": "https://{host}", "variables": {"host": {"default": "unknown"}}}]},
            "the check would refuse it: name the public URL of the API with --server\n",
        ),
        ({"security": [{"key": []}]}, "missing below `components.securitySchemes` of the"),
        ({"paths": {"/a": {"$ref": "paths/a.yaml"}}}, "into one file first"),
        ({"paths": {"/a": {"get": {"$ref": "paths/a.yaml#/get"}}}}, "into one file first"),
        ({"paths": {"/a": {"get": {"parameters": [{"$ref": "b.yaml"}]}}}}, "into one file first"),
    ],
)
def test_document_without_a_usable_tool_is_told_what_to_do(
    tmp_path: Path, parts: dict[str, Any], remedy: str
) -> None:
    result = imported(tmp_path, api(**parts))

    assert result.exit_code == 1
    assert remedy in result.stderr


def test_operations_with_the_same_unknown_credentials_are_one_line(tmp_path: Path) -> None:
    paths = {f"/{name}": {"get": {"operationId": name}} for name in "abc"}
    result = imported(tmp_path, api(paths=paths, security=[{"key": []}]))

    assert result.output.count("left out ") == 1
    assert "left out  GET /a and 2 other operations: 'key' is not described" in result.output


def test_operations_in_other_documents_are_one_line(tmp_path: Path) -> None:
    paths = {f"/{name}": {"get": {"$ref": f"{name}.yaml"}} for name in "abc"}
    result = imported(tmp_path, api(paths=paths))

    assert (
        "left out  GET /a and 2 other operations: described in another document, or nowhere: "
        in (result.stdout)
    )


def test_credentials_that_no_operation_asks_for_are_those_of_all_if_chosen(tmp_path: Path) -> None:
    document = DOCUMENTS / "unasked.yaml"
    names = ("--publisher", "acme", "--manual", "orders")
    silent = run(document, tmp_path / "silent", *names)
    chosen = run(document, tmp_path / "chosen", *names, "--auth", "key")

    assert "credentials, 'key': no operation asks for any" in silent.output
    assert "credentials, 'key'" not in chosen.output
    assert "X-Api-Key" not in (tmp_path / "silent/acme/orders/1.0.0.yaml").read_text()
    assert "var_name: X-Api-Key" in (tmp_path / "chosen/acme/orders/1.0.0.yaml").read_text()


def test_server_that_is_named_is_one_of_no_others(tmp_path: Path) -> None:
    server = ("--server", "https://unasked.example.net/v1")

    assert "other servers" in run(DOCUMENTS / "unasked.yaml", tmp_path / "a").output
    assert "other servers" not in run(DOCUMENTS / "unasked.yaml", tmp_path / "b", *server).output


def test_api_that_people_run_themselves_is_called_on_their_machine(tmp_path: Path) -> None:
    source = tmp_path / "api.json"
    source.write_text(json.dumps(api(servers=[{"url": "http://localhost:9001"}])), encoding="utf-8")
    names = ("--publisher", "acme", "--manual", "stock", "--homepage", "https://www.acme.com")
    server = ("--server", "http://localhost:9001")
    unasked = run(source, tmp_path / "unasked", *names, *server)
    nowhere = run(source, tmp_path / "nowhere", *names, "--self-hosted", "acme-stock --serve")
    result = run(source, tmp_path / "out", *names, *server, "--self-hosted", "acme-stock --serve")

    assert unasked.exit_code == 1
    assert "name the command that starts it: --self-hosted" in unasked.output
    assert nowhere.exit_code == 1
    assert "machines of those who run it: --server" in nowhere.output
    assert "also say --self-hosted" not in nowhere.output
    assert result.exit_code == 0
    release = (tmp_path / "out/acme/stock/1.0.0.yaml").read_text()
    assert "url: http://localhost:9001/a" in release
    assert "start: acme-stock --serve" in release
