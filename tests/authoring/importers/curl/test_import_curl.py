"""`registry import curl`: commands of documentation as tools, without their secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from registry.authoring.importers.curl import examples_in
from registry.catalogue.find_manual import find_manual
from registry.cli import main

ACME = Path(__file__).parent / "acme.md"
SECRETS = ("7pQx2Vm9Rk4Tn8Wz5Hb3Yd6c", "hunter2", "9fQ2xLw7Tz0KpYv3RmB8")


def run(out: Path, source: str, *options: str) -> Result:
    command = ["import", "curl", "-", "--out", str(out), *options]
    return CliRunner().invoke(main, command, input=source)


def tools(out: Path) -> dict[str, Any]:
    (release,) = find_manual(out, "acme/main").releases
    listed: Any = release.document.data["tools"]
    return {tool["name"]: tool for tool in listed}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    out = tmp_path_factory.mktemp("acme") / "manuals"
    return out, run(out, ACME.read_text(encoding="utf-8"))


def test_every_command_becomes_a_tool_or_a_remark(acme: tuple[Path, Result]) -> None:
    out, done = acme

    assert done.exit_code == 0, done.output
    assert list(tools(out)) == [
        *("create_charge", "find_user", "add_card"),
        *("put_items_by_id", "delete_items_1234567"),
    ]
    remarks = (
        "the option --frobnicate is not known and left out",
        "left out  api.other.com: 1 request; put what another publisher answers into its own",
        "(multipart-body)",
        "left out  GET api.acme.com/hooks/…: its path has what looks like an id or a secret",
        "'1234567' is part of every call",
    )
    assert [each for each in remarks if each not in done.output] == []
    assert done.output.count("types, and what may be left out, are taken from examples") == 1


def test_no_secret_is_written_or_reported(acme: tuple[Path, Result]) -> None:
    out, done = acme
    written = "".join(path.read_text(encoding="utf-8") for path in out.rglob("*.yaml"))

    assert "amount" in written
    assert [each for each in SECRETS if each in written + done.output] == []


def test_values_are_examples_with_their_types_and_nothing_is_required(
    acme: tuple[Path, Result],
) -> None:
    found = tools(acme[0])
    user, card = found["find_user"]["inputs"], found["add_card"]["inputs"]

    assert user["required"] == ["id"]
    assert user["properties"]["q"] == {"type": "string", "examples": ["a b"]}
    assert user["properties"]["limit"] == {"type": "integer", "examples": [10]}
    assert user["properties"]["zip"] == {"type": "string", "examples": ["007"]}
    assert user["properties"]["page_token"] == {"type": "string"}
    assert card["required"] == ["id", "body"]
    assert card["properties"]["body"]["properties"] == {
        "number": {"type": "string", "examples": ["4242"]},
        "tags": {"type": "array", "items": {"type": "string", "examples": ["a"]}},
        "password": {"type": "string"},
        "nested": {"type": "object", "properties": {"on": {"type": "boolean"}, "amount": {}}},
    }


def test_what_is_sent_is_what_curl_sends(acme: tuple[Path, Result]) -> None:
    calls = {name: tool["tool_call_template"] for name, tool in tools(acme[0]).items()}

    charge = calls["create_charge"]
    assert (charge["http_method"], charge["content_type"], charge["auth"]["auth_type"]) == (
        *("POST", "application/x-www-form-urlencoded", "basic"),
    )
    assert calls["find_user"]["auth"]["api_key"] == "Token ${ACME_TOKEN}"
    card = calls["add_card"]
    assert card["url"] == "https://api.acme.com/v1/users/{id}/cards"
    assert card["headers"] == {"Acme-Version": "2024-01-01"}
    assert card["header_fields"] == ["Idempotency-Key"]
    assert card["auth"]["var_name"] == "X-Api-Key"
    assert calls["put_items_by_id"]["http_method"] == "PUT"


@pytest.mark.parametrize(
    ("words", "method", "url"),
    [
        ("curl -I https://a.com", "HEAD", "https://a.com"),
        ("curl -T file https://a.com", "PUT", "https://a.com"),
        ("curl a.com/x?a=1&b=2 ; echo", "GET", "a.com/x?a=1&b=2"),
        ("curl 'https://a.com' > out.json 2>&1", "GET", "https://a.com"),
        ("curl -sSLo out -d x=1 https://a.com", "POST", "https://a.com"),
        ("curl ^\n  -X PATCH ^\n  https://a.com", "PATCH", "https://a.com"),
        ("curl `\n  -X PATCH `\n  https://a.com", "PATCH", "https://a.com"),
        ("curl $'https://a.com/\\u0021\\x41'", "GET", "https://a.com/!A"),
        ("curl $'https://a.com/\\ud83d\\ude00'", "GET", "https://a.com/\U0001f600"),
        ("curl $'https://a.com/\\ud83d'", "GET", "https://a.com/\ufffd"),
        ("curl --cert a.pem --key b.pem https://a.com", "GET", "https://a.com"),
        ("$ curl --request=PUT --url https://a.com", "PUT", "https://a.com"),
        ("curl --data-raw $'{\\'a\\': 1}' https://a.com && rm -rf x", "POST", "https://a.com"),
    ],
)
def test_methods_and_urls_are_those_that_curl_chooses(words: str, method: str, url: str) -> None:
    (request,) = examples_in(words).requests

    assert (request.method, request.url) == (method, url)


COPIED_ON_WINDOWS = {
    "command prompt": r"""
curl ^"https://a.com/notes?q=50^%^25^&n=1^" ^
  -X ^"POST^" ^
  -H ^"content-type: application/json^" ^
  --data-raw ^"^{^\^"text^\^":^\^"a ^\^\^\^"b^\^\^\^" ^^ c^\^",^\^"tags^\^":^[1^]^}^" &
curl ^"https://a.com/other^"
""",
    "PowerShell": r"""
curl.exe -X POST "https://a.com/notes?q=50%25&n=1" `
  -H "Content-Type: application/json" `
  -d '{\"text\": \"a \\\"b\\\" ^ c\", \"tags\": [1]}'
curl.exe "https://a.com/other"
""",
}


@pytest.mark.parametrize("text", COPIED_ON_WINDOWS.values(), ids=COPIED_ON_WINDOWS.keys())
def test_command_that_was_copied_on_windows_is_read(text: str) -> None:
    note, other = examples_in(text).requests

    assert (note.method, note.url) == ("POST", "https://a.com/notes?q=50%25&n=1")
    assert note.body
    assert json.loads(note.body.text) == {"text": 'a "b" ^ c', "tags": [1]}
    assert (other.method, other.url) == ("GET", "https://a.com/other")


@pytest.mark.parametrize(
    "text",
    [
        "curl \u201chttps://api.acme.com/find?q=it\u201d \u2013H \u2018Accept: text/plain\u2019",
        "curl \u2014header \u201cAccept: text/plain\u201d \\\n  \u201ehttps://api.acme.com/find?q=it\u201c",
        "curl \u2018https://api.acme.com/find?q=it\u2019 -H 'Accept: text/plain'",
    ],
)
def test_command_that_was_copied_from_a_blog_is_read(text: str) -> None:
    (request,) = examples_in(text).requests

    assert request.url == "https://api.acme.com/find?q=it"


def test_text_keeps_its_quotes() -> None:
    text = (
        'curl https://api.acme.com/say -d \'{"text": "It\u2019s \u201cnow\u201d \u2013 or never"}\''
    )
    (request,) = examples_in(text).requests

    assert "It\u2019s \u201cnow\u201d \u2013 or never" in str(request)


def test_calls_of_one_path_are_one_tool(tmp_path: Path) -> None:
    source = "curl https://api.acme.com/find?q=a\ncurl https://api.acme.com/find?q=b&n=1\n"
    done = run(tmp_path, source)

    assert tools(tmp_path)["get_find"]["inputs"]["properties"] == {
        "q": {"type": "string", "examples": ["a", "b"]},
        "n": {"type": "integer", "examples": [1]},
    }
    assert "2 requests became one tool" in done.output


@pytest.mark.parametrize(
    "step",
    [
        *("example.com", "mail.example.org", "me@acme.com", "2026-11-20", "59.91,10.75", "OL123L"),
        *("mail.acme.org", "EUR", "XXXXXX"),
    ],
)
def test_example_in_a_path_is_named(step: str, tmp_path: Path) -> None:
    done = run(tmp_path / "manuals", f"curl https://api.acme.com/1.0/v2.1/clouds/{step}/now")

    assert f"{step!r} is part of every call; write {{id}} in its place" in done.output
    assert "'1.0'" not in done.output


@pytest.mark.parametrize(
    ("fields", "is_told"), [("-F to=x -F text=y", True), ("-F to=x -F a=@b.png", False)]
)
def test_form_without_a_file_may_be_sent_otherwise(
    fields: str, *, is_told: bool, tmp_path: Path
) -> None:
    done = run(tmp_path, f"curl {fields} https://api.acme.com/mail\ncurl https://api.acme.com/a\n")

    assert ("its form has no file" in done.output) is is_told


def test_several_examples_in_a_path_are_named_together(tmp_path: Path) -> None:
    done = run(tmp_path / "manuals", "curl https://api.acme.com/pair/EUR/GBP")

    assert "'EUR', 'GBP' are part of every call; write {id} in their place" in done.output


def test_secret_in_a_comment_is_left_out(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    done = run(tmp_path, f"# Tell the time with {token}\ncurl https://api.acme.com/time\n")

    assert done.exit_code == 0
    assert token not in done.output + str(tools(tmp_path))


def test_command_in_place_of_a_file_is_to_be_pasted() -> None:
    done = CliRunner().invoke(main, ["import", "curl", "curl 'https://api.acme.com/time'"])

    assert done.exit_code == 2
    assert "run `registry import curl -`" in done.output


@pytest.mark.parametrize(
    "text",
    [
        *("curl '", "curl", 'curl "$(', "curl https://", "curl -d", "curl -H"),
        "curl https://a.com -d '" + "x" * 200_000,
        "curl https://a.com/" + "{{" * 200_000,
        "curl https://a.com/" + "YOUR_" * 100_000,
        "a=$(" * 100_000 + "curl x",
        " " * 500_000 + "curl",
        "curl https://a.com -d @- <<EOF\n" * 5_000,
    ],
    ids=lambda text: text[:30],
)
def test_hostile_text_is_read_in_time(text: str, tmp_path: Path) -> None:
    done = run(tmp_path, text)

    assert isinstance(done.exception, SystemExit | None)
