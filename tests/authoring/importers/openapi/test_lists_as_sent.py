"""Lists are sent as the document says, by `registry call` with what the tool asks for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from click.testing import CliRunner

from registry.cli import main

DOCUMENTS = Path(__file__).parent / "documents"

FORMS = {
    "lists": {
        "repeated": ["a", "b"],
        "repeated_too": ["a", "b"],
        "commas": "a,b",
        "commas_too": "1,2",
        "spaces": "a b",
        "pipes": "a|b",
        "json": '[{"a": 1}]',
        "where[city]": "Oslo",
    },
    "swagger-2-lists": {
        "commas": "a,b",
        "commas_too": "a,b",
        "spaces": "a b",
        "tabs": "a\tb",
        "pipes": "a|b",
        "repeated": ["a", "b"],
    },
}
URLS = {
    "lists": (
        {"simple": "a,b", "label": "a,b", "dotted": "a.b", "matrix": "a,b"},
        {"X-Ids": "a,b"},
        "/paths/a,b/.a,b/.a.b/;matrix=a,b",
    ),
    "swagger-2-lists": (
        {"commas": "a,b", "spaces": "a b", "tabs": "a\tb", "pipes": "a|b"},
        {"X-Commas": "a,b", "X-Spaces": "a b", "X-Pipes": "a|b", "X-Repeated": "a,b"},
        "/paths/a,b/a b/a\tb/a|b",
    ),
}


@pytest.fixture(scope="module")
def manuals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the manuals made from the documents."""
    folder = tmp_path_factory.mktemp("manuals")
    for name in FORMS:
        names = ["--publisher", "acme", "--manual", name, "--out", str(folder)]
        done = CliRunner().invoke(
            main, ["import", "openapi", str(DOCUMENTS / f"{name}.yaml"), *names]
        )
        assert done.exit_code == 0, done.output
    return folder


def sent(manuals: Path, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    words = [f"{name}:={json.dumps(value)}" for name, value in arguments.items()]
    command = ["call", "--manuals", str(manuals), "--json", f"acme/{tool}", *words]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("name", FORMS)
def test_lists_in_a_form_have_the_style_that_the_document_says(name: str, manuals: Path) -> None:
    fields = FORMS[name]
    request = sent(manuals, f"{name}/form", {"body": fields})

    assert parse_qsl(request["body"]) == [
        (field, each)
        for field, value in fields.items()
        for each in (value if isinstance(value, list) else [value])
    ]


@pytest.mark.parametrize("name", URLS)
def test_lists_in_paths_and_headers_have_the_style_that_the_document_says(
    name: str, manuals: Path
) -> None:
    places, headers, path = URLS[name]
    request = sent(manuals, f"{name}/paths", {**places, **headers})

    assert unquote(urlsplit(request["url"]).path) == path
    assert {key: request["headers"][key] for key in headers} == headers


@pytest.mark.parametrize(
    ("tool", "input_", "words"),
    [
        ("lists", "dotted", "separated by dots"),
        ("swagger-2-lists", "tabs", "separated by tabs"),
        ("swagger-2-lists", "X-Pipes", "separated by pipes"),
    ],
)
def test_input_says_what_separates_the_entries(
    tool: str, input_: str, words: str, manuals: Path
) -> None:
    command = ["call", "--manuals", str(manuals), f"acme/{tool}/paths", "nothing=a"]
    told = CliRunner().invoke(main, command).stderr

    (line,) = [line for line in told.splitlines() if line.split()[:1] == [input_]]
    assert words in line
