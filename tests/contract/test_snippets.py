"""What the page of a tool gives to copy works: it is parsed by its own language, and run."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest
from contract_site import SHELF_KEY, TOKEN
from publishing import ROOT, published
from released_clients import TYPESCRIPT, runner

from registry.publish import Publication
from registry.publish._pages.samples import Samples
from registry.publish._pages.snippets import example_of, registrations, snippets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contract_site import Site
    from publishing import Published

    from registry.publish._pages.clients import Snippet

SAMPLES = published()

PARSE_MODULES = """
const vm = require("vm");
let text = "";
process.stdin.on("data", (part) => { text += part; }).on("end", () => {
  for (const code of JSON.parse(text)) new vm.SourceTextModule(code);
});
"""


def all_snippets(built: Published) -> Iterator[tuple[str, Snippet]]:
    publication = Publication(built.catalogue, built.settings, written=dict.fromkeys(built.files))  # type: ignore[arg-type]
    for manual in built.catalogue.listed:
        assert manual.latest
        for each in registrations(publication, manual, manual.latest):
            yield manual.id, each
        for tool in manual.latest.tools:
            example = example_of(tool, Samples(tool.inputs))
            for each in snippets(publication, manual, tool, example) if example else ():
                yield tool.id, each


def of_kind(built: Published, *kinds: str) -> list[str]:
    return [each.code for _, each in all_snippets(built) if each.id.split("-")[0] in kinds]


@pytest.fixture(scope="module", params=["launch catalogue", "samples"])
def built(request: pytest.FixtureRequest) -> Published:
    return SAMPLES if request.param == "samples" else published(ROOT / "manuals")


def test_python_is_python(built: Published) -> None:
    found = of_kind(built, "python", "langchain", "oxp")

    assert found
    for code in found:
        # What registers a manual is a piece of an asynchronous function.
        compile(code, "snippet", "exec", flags=0x2000)


def test_typescript_is_a_module(built: Published) -> None:
    flags = ["--experimental-vm-modules", "--no-warnings", "-e", PARSE_MODULES]
    found = of_kind(built, "typescript")

    assert found
    given([*runner("typescript"), *flags], json.dumps(found))


def test_a_shell_understands_curl(built: Published) -> None:
    for code in of_kind(built, "curl"):
        given(["sh", "-n"], code)

        assert shlex.split(code)[0] == "curl"


def test_data_is_json(built: Published) -> None:
    for code in of_kind(built, "function", "config", "mcp"):
        assert isinstance(json.loads(code), dict)


@pytest.mark.parametrize(
    ("tool", "kind"),
    [
        ("acme/tides/next-tide", "python"),
        ("acme/tides/next-tide", "typescript"),
        ("acme/tides/next-tide", "langchain"),
        ("acme/tides/next-tide", "curl"),
        ("acme/tides/send_report", "python"),
        ("acme/tides/send_report", "typescript"),
        ("acme/tides/send_report", "curl"),
        ("dell/oxp/Weekday", "python"),
        ("dell/oxp/Weekday", "typescript"),
        ("dell/oxp/Weekday", "curl"),
        ("dell/oxp/Weekday", "oxp"),
        ("dell/otc/Weekday", "oxp"),
        ("dell/header/Weekday", "curl"),
        ("dell/rfc/Weekday", "curl"),
        ("elm/bookshelf/add_book", "python"),
        ("elm/bookshelf/add_book", "curl"),
        ("elm/workshop/convert_unit", "curl"),
    ],
)
def test_a_snippet_calls_its_tool(tool: str, kind: str, site: Site) -> None:
    code = next(each.code for id_, each in all_snippets(SAMPLES) if (id_, each.id) == (tool, kind))
    before = len(site.echo.seen)
    printed = run(kind, site.local(code))

    assert expected(tool) in printed
    assert len(site.echo.seen) == before + tool.startswith("acme")


def expected(tool: str) -> str:
    """Return a part of what the server of *tool* answers to its example."""
    words = {"acme": "asked", "dell": "Sunday", "elm": "book", "convert_unit": "result"}
    return words.get(tool.rpartition("/")[2]) or words[tool.partition("/")[0]]


def run(kind: str, code: str) -> str:
    """Run *code* as a reader would, with every secret under the names that the page tells."""
    if kind == "curl":
        return given(["sh"], code)
    flags = ["--input-type=module"] if kind == "typescript" else []
    return given([*runner(kind), *flags, "-"], code)


def given(command: list[str], text: str) -> str:
    """Return what *command* prints when *text* is given to it; it must succeed."""
    done = subprocess.run(
        command,
        input=text,
        cwd=TYPESCRIPT,
        env={"PATH": os.environ["PATH"], **SECRETS},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, (text, done.stderr[-2000:])
    return done.stdout


SECRETS = {
    "API_KEY": "acme-key",
    "acme__tides_API_KEY": "acme-key",
    "TOKEN": TOKEN,
    "dell__oxp_TOKEN": TOKEN,
    "dell__header_TOKEN": TOKEN,
    "SHELF_KEY": SHELF_KEY,
    "elm__bookshelf_SHELF_KEY": SHELF_KEY,
}
