"""The plain request behind a UTCP tool is the one that the released clients send."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from paths import TESTS
from releases import catalogue_of

from registry.model import Argument, Call, Where
from registry.model.request import Request, request

if TYPE_CHECKING:
    from registry.model import Tool
    from registry.source import Json

VALID = TESTS / "protocols" / "utcp" / "1.x" / "valid"
API = "https://api.example.com"


def tool(document: str, name: str) -> Tool:
    path = VALID / f"{document}.yaml"
    catalogue, _ = catalogue_of(path.name, path.read_bytes())
    return next(each for each in catalogue.tools if each.name == name)


@pytest.mark.parametrize(
    ("document", "name", "arguments", "expected"),
    [
        pytest.param(
            "http",
            "get_tides",
            {"harbour": "a/b & c", "days": 3, "Accept-Language": "de", "unknown": "x"},
            Request(
                "GET",
                f"{API}/v1/a%2Fb%20%26%20c/tides?units=${{UNITS}}&days=3",
                {"Accept": "application/json", "Accept-Language": "de", "X-Api-Key": "${KEY}"},
                None,
            ),
            id="path, query, headers and key",
        ),
        pytest.param(
            "http",
            "get_tides",
            {"harbour": 7.0, "days": 3.0, "Accept-Language": -0.0},
            Request(
                "GET",
                f"{API}/v1/7/tides?units=${{UNITS}}&days=3",
                {"Accept": "application/json", "Accept-Language": "0", "X-Api-Key": "${KEY}"},
                None,
            ),
            id="integers that are written as fractions",
        ),
        pytest.param(
            "http",
            "get_tides",
            {"harbour": 5e-05, "days": [1e-7, 1e16], "Accept-Language": -0.00001},
            Request(
                "GET",
                f"{API}/v1/0.00005/tides?units=${{UNITS}}&days=1e-7&days=10000000000000000",
                {
                    "Accept": "application/json",
                    "Accept-Language": "-0.00001",
                    "X-Api-Key": "${KEY}",
                },
                None,
            ),
            id="small and large numbers",
        ),
        pytest.param(
            "credentials",
            "key_in_query",
            {},
            Request("GET", f"{API}/b?appid=${{KEY}}", {}, None),
            id="key in the query",
        ),
        pytest.param(
            "credentials",
            "key_in_cookie",
            {},
            Request("GET", f"{API}/c", {"Cookie": "session=${SESSION}"}, None),
            id="key in a cookie",
        ),
        pytest.param(
            "credentials",
            "basic",
            {},
            Request("GET", f"{API}/d", {}, None, "${USER}:${PASSWORD}"),
            id="user and password",
        ),
        pytest.param(
            "credentials",
            "client_credentials",
            {},
            Request("GET", f"{API}/e", {"Authorization": "Bearer ${ACCESS_TOKEN}"}, None),
            id="token",
        ),
        pytest.param(
            "bodies",
            "body_by_default",
            {"body": {"z": 1}, "q": ["a", "b"]},
            Request("POST", f"{API}/a?q=a&q=b", {"Content-Type": "application/json"}, {"z": 1}),
            id="body and a list in the query",
        ),
        pytest.param(
            "bodies",
            "body_of_another_name",
            {"body": True, "note": "n"},
            Request("PUT", f"{API}/a?body=true", {"Content-Type": "application/json"}, '"n"'),
            id="a text as JSON",
        ),
        pytest.param(
            "bodies",
            "form",
            {"body": {"a": "1 2", "b": True}},
            Request(
                "PATCH",
                f"{API}/a",
                {"Content-Type": "application/x-www-form-urlencoded"},
                "a=1+2&b=true",
            ),
            id="form",
        ),
        pytest.param(
            "bodies",
            "header_before_body_before_path",
            {"X-Id": 7, "id": "i"},
            Request("DELETE", f"{API}/a/i", {"X-Id": "7"}, None),
            id="no body",
        ),
        pytest.param("local_commands", "count_lines", {"file": "a"}, None, id="no request at all"),
    ],
)
def test_request_is_that_of_a_client(
    document: str, name: str, arguments: dict[str, object], expected: Request | None
) -> None:
    assert request(tool(document, name).call, arguments) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content_type", "body", "sent"),
    [
        ("Application/X-WWW-Form-Urlencoded; charset=UTF-8", {"a": "1 2"}, "a=1+2"),
        ("Application/JSON", "x", '"x"'),
        ("Text/Plain", "x", "x"),
    ],
)
def test_case_of_a_content_type_says_nothing(
    content_type: str, body: dict[str, Json] | str, sent: str
) -> None:
    arguments = (Argument("body", Where.BODY),)
    call = Call("http", "POST", f"{API}/a", content_type, arguments=arguments)
    found = request(call, {"body": body})

    assert found
    assert (found.body, found.headers) == (sent, {"Content-Type": content_type})


@pytest.mark.parametrize(("given", "sent"), [("/a?b=c#top", "/a?b=c&q=d"), ("/a#top?b", "/a?q=d")])
def test_query_is_added_before_a_fragment_which_is_not_sent(given: str, sent: str) -> None:
    call = Call("http", "GET", f"{API}{given}", arguments=(Argument("q", Where.QUERY),))
    found = request(call, {"q": "d"})
    bare = request(call, {})

    assert found
    assert bare
    assert found.url == f"{API}{sent}"
    assert "#" not in bare.url


def test_only_the_variable_of_a_key_is_readable_in_a_query() -> None:
    call = replace(
        tool("credentials", "key_in_query").call, arguments=(Argument("q", Where.QUERY),)
    )
    found = request(call, {"q": "{ ?a ?b } ${HOME}"})

    assert found
    assert found.url == f"{API}/b?q=%7B+%3Fa+%3Fb+%7D+%24%7BHOME%7D&appid=${{KEY}}"
