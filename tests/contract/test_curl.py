"""The command on a page sends the request that clients send, whatever the arguments hold."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from base64 import b64encode
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import pytest
from paths import TESTS
from publishing import published
from recorder import recording
from released_clients import runner

from registry.model.request import WITH_BODY, request
from registry.publish._pages.snippets import SampleArguments, snippets
from registry.publish._pages.values_as_code import pretty_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from publishing import Published

    from registry.model import Tool
    from registry.source import Json

pytestmark = pytest.mark.slow

LETTERS = TESTS / "contract" / "curl" / "manuals"
HOST = "https://api.acme.example.com"
SECRETS = {"NAME": "otto", "WORD": "pass word", "KEY": "k-y"}

HOSTILE = [
    "@secret.txt",
    "@-",
    "${HOME}",
    "${KEY} $KEY $(id) `id`",
    'it\'s "quoted" \\',
    "variable~KEY~ variablex~KEY~",
    "<letters> [1-3] {a,b} #1 & ? %41",
    "two\nlines \\\n  --header 'X: y'",
    "!! é 日本 \U0001f600",
    " ",
]


def asked() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of each tool with arguments for it."""
    for text in HOSTILE:
        for name in ("send_plain", "send_json"):
            yield name, {"body": text}
        yield "search_by_body", {"body": {text: [text, True, 1.5]}}
        yield "send_form", {"body": {text: text, "several": [text, "b"]}}
        note = text if text.isascii() and "\n" not in text else "plain"
        yield (
            "find_letters",
            {"place": text, "words": [text, "b"], "where": {text: text}, "X-Note": note.strip()},
        )
    yield "find_letters", {"place": 0.00005, "words": [40.0, 5e-05, 1e-7, 1e21, 1e16, -0.5]}
    yield "find_letters", {"place": "x", "X-Empty": ""}
    yield "find_letters", {"place": "x", "words": None, "where": None, "X-Note": None}
    yield "forget_letters", {}
    yield "send_plain", {}


ASKED = [*asked()]


@pytest.fixture(scope="module")
def letters() -> Published:
    return published(LETTERS)


def tool_of(letters: Published, name: str) -> Tool:
    return next(tool for tool in letters.catalogue.tools if tool.name == name)


def command(letters: Published, name: str, arguments: dict[str, Any]) -> str:
    tool = tool_of(letters, name)
    (manual,) = letters.catalogue.manuals
    found = snippets(letters.settings, manual, tool, SampleArguments(arguments))
    return next(each.code for each in found if each.id == "curl")


@pytest.mark.parametrize(("name", "arguments"), ASKED, ids=lambda each: ascii(each)[:60])
def test_the_command_sends_what_clients_send(
    letters: Published, tmp_path: Path, name: str, arguments: dict[str, Any]
) -> None:
    (tmp_path / "secret.txt").write_text("never sent")
    wanted = request(tool_of(letters, name).call, arguments, SECRETS)
    assert wanted
    with recording() as (url, requests):
        subprocess.run(
            ["sh"],
            input=command(letters, name, arguments).replace(HOST, url),
            env={"PATH": os.environ["PATH"], "HOME": "/home/of/somebody", **SECRETS},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
    (sent,) = requests
    head, _, body = sent.partition(b"\r\n\r\n")
    line, *lines = head.decode("latin-1").split("\r\n")
    headers = {
        key.lower(): value.strip() for key, _, value in (each.partition(":") for each in lines)
    }
    parts = urlsplit(wanted.url)

    assert line == f"{wanted.method} {parts.path}?{parts.query} HTTP/1.1".replace("? ", " ")
    assert {key.lower(): value.strip() for key, value in wanted.headers.items()}.items() <= (
        headers.items()
    )
    if wanted.user:
        assert headers["authorization"] == f"Basic {b64encode(wanted.user.encode()).decode()}"
    if wanted.body is None and wanted.method in WITH_BODY:
        assert headers["content-length"] == "0", "or a server may want to know it (status 411)"
    if isinstance(wanted.body, str | None):
        assert body.decode() == (wanted.body or "")
    else:
        assert json.loads(body) == wanted.body


@pytest.mark.parametrize("shown", [{}, {"body": "old", "X-Note": "old"}], ids=["bare", "full"])
def test_an_input_built_on_the_page_gives_the_same_command(
    letters: Published, shown: dict[str, Any]
) -> None:
    given = []
    for name, arguments in ASKED:
        tool = tool_of(letters, name)
        definition = letters.json(f"v1/tools/acme/letters/{name}.json")["definition"]
        example = {key: value for key, value in shown.items() if key in tool.properties}
        given.append([definition["call"], arguments, command(letters, name, example)])
    done = subprocess.run(
        [*runner("typescript"), "--no-warnings", str(TESTS / "browser" / "curl.mjs")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )

    for (name, arguments), built in zip(ASKED, json.loads(done.stdout), strict=True):
        assert words_of(built) == words_of(command(letters, name, arguments))


def words_of(code: str) -> list[str]:
    """Return the words of a command, what a body means in any order."""
    return [_plain(word) for word in shlex.split(code)]


def _plain(word: str) -> str:
    try:
        return pretty_json(cast("Json", json.loads(word)))
    except ValueError:
        return word
