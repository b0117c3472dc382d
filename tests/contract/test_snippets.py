"""What the page of a tool gives to copy works: it is parsed by its own language, and run."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
from contextlib import suppress
from itertools import islice, takewhile
from typing import TYPE_CHECKING

import pytest
from contract_site import SHELF_KEY, TOKEN
from paths import ROOT
from publishing import published
from released_clients import TYPESCRIPT, runner
from seen import some

from registry.authoring.call import arguments
from registry.catalogue.tool_definition import tool_definition
from registry.client.call import Target
from registry.publish._pages.samples import Samples
from registry.publish._pages.snippets import example_of, loading_snippets, snippets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contract_site import Site
    from publishing import Published

    from registry.publish._pages.tabs import Snippet

pytestmark = pytest.mark.slow


PARSE_MODULES = """
const vm = require("vm");
let text = "";
process.stdin.on("data", (part) => { text += part; }).on("end", () => {
  for (const code of JSON.parse(text)) new vm.SourceTextModule(code);
});
"""


SHOW_FUNCTIONS = """
    import json
    from langchain_core.utils.function_calling import convert_to_openai_tool

    print(json.dumps([convert_to_openai_tool(tool)["function"] for tool in tools.values()]))

"""


def all_snippets(built: Published) -> Iterator[tuple[str, Snippet]]:
    for manual in built.catalogue.listed:
        assert manual.latest
        for each in loading_snippets(built.settings, manual, manual.latest):
            yield manual.id, each
        for tool in manual.latest.tools:
            example = example_of(tool, Samples(tool.inputs))
            for each in snippets(built.settings, manual, tool, example) if example else ():
                yield tool.id, each


def of_kind(built: Published, *kinds: str) -> list[str]:
    return [each.code for _, each in all_snippets(built) if each.id.split("-")[0] in kinds]


@pytest.fixture(scope="module", params=["launch catalogue", "samples"])
def built(samples: Published, request: pytest.FixtureRequest) -> Published:
    return samples if request.param == "samples" else published(ROOT / "manuals")


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
    for code in some(of_kind(built, "curl")):
        given(["sh", "-n"], code)

        assert shlex.split(code)[0] == "curl"


def test_a_terminal_says_the_arguments_of_the_example(launched: Published) -> None:
    codes = {id_: each.code for id_, each in all_snippets(launched) if each.id == "terminal"}
    releases = (manual.latest for manual in launched.catalogue.listed if manual.latest)
    tools = [tool for release in releases for tool in release.tools if tool.id in codes]
    for tool in some(tools):
        example = example_of(tool, Samples(tool.inputs))
        words = shlex.split(codes[tool.id].replace("\\\n", ""))
        after = words[words.index(tool.id) + 1 :]

        assert example
        assert arguments(Target.of(tool.id, tool_definition(tool)), after) == example.arguments


def test_commands_say_where_their_arguments_go(built: Published) -> None:
    found = [each for _, each in all_snippets(built) if each.id == "cli"]

    for each in some(found):
        assert bool(each.hint) == ("UTCP_ARG_" in each.code)


def test_data_is_json(built: Published) -> None:
    for code in some(of_kind(built, "function", "config", "mcp")):
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
def test_a_snippet_calls_its_tool(samples: Published, tool: str, kind: str, site: Site) -> None:
    code = next(each.code for id_, each in all_snippets(samples) if (id_, each.id) == (tool, kind))
    before = len(site.echo.seen)
    printed = run(kind, site.local(code))

    assert expected(tool) in printed
    assert len(site.echo.seen) == before + tool.startswith("acme")


def test_langchain_gives_a_model_the_whole_inputs(samples: Published, site: Site) -> None:
    tool = "acme/tides/send_report"
    code = next(
        each.code for id_, each in all_snippets(samples) if (id_, each.id) == (tool, "langchain")
    )
    code = re.sub(r"    arguments = .*?\n\n\n", SHOW_FUNCTIONS, code, flags=re.DOTALL)
    functions = {each["name"]: each for each in json.loads(run("langchain", site.local(code)))}
    document = samples.json("v1/manuals/acme/tides/latest/utcp.json")
    inputs = {each["name"]: each["inputs"] for each in document["tools"]}

    assert {name: each["parameters"] for name, each in functions.items()} == inputs


@pytest.mark.parametrize("kind", ["python", "curl"])
def test_a_stream_is_printed_as_it_comes(samples: Published, kind: str, site: Site) -> None:
    tool = "fen/streams/follow_news"
    code = next(each.code for id_, each in all_snippets(samples) if (id_, each.id) == (tool, kind))
    with subprocess.Popen(
        ["timeout", "60", *command_for(kind)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=TYPESCRIPT,
        env={"PATH": os.environ["PATH"]},
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(site.local(code))
        program.stdin.close()
        lines = takewhile(lambda line: "the fen is wet" not in line, program.stdout)
        before = [*islice(lines, 20)]
        is_still_running = program.poll() is None
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)

    assert len(before) < 20, before
    assert is_still_running, before


def expected(tool: str) -> str:
    """Return a part of what the server of *tool* answers to its example."""
    words = {"acme": "asked", "dell": "Sunday", "elm": "book", "convert_unit": "result"}
    return words.get(tool.rpartition("/")[2]) or words[tool.partition("/")[0]]


def run(kind: str, code: str) -> str:
    """Run *code* as a reader would, with every secret under the names that the page tells."""
    return given(command_for(kind), code)


def command_for(kind: str) -> list[str]:
    """Return the command that runs a snippet of this *kind*, which it reads from its input."""
    if kind == "curl":
        return ["sh"]
    flags = ["--input-type=module"] if kind == "typescript" else []
    return [*runner(kind), *flags, "-"]


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
