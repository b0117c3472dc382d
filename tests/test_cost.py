"""Whatever one file holds, it is judged in about a second, and in 300 MB."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING

import pytest
from examples import PUBLISHER
from forked import forked

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

TIMES = 2.5
"""What a file may cost of what one with as many good tools does as a file may have, a second.

The costliest takes 1.3 times as long. What takes as long as the other is disturbed as much where a
machine is busy. One guess for each of 1,900 names that no tool has took 3.8 times as long.
"""

MEGABYTES = 300
TRIES = 3

HEAD = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
"""

TOOL = """\
  - name: get_thing_{number}
    description: Read thing number {number} of the warehouse, with all of its parts.
    inputs: {inputs}
    tool_call_template: {{call_template_type: {kind}, url: "https://api.example.com/things"}}
"""


def tools(count: int, inputs: str = "{type: object}", kind: str = "http") -> str:
    return "".join(TOOL.format(number=each, inputs=inputs, kind=kind) for each in range(count))


def choosing_itself(times: int) -> str:
    """Return inputs that are a choice of themselves, and one that is a choice of itself."""
    whole, own = (
        ", ".join([f"{{$ref: '{pointer}'}}"] * times) for pointer in ("#", "#/properties/a")
    )
    return f"{{type: object, anyOf: [{whole}], properties: {{a: {{anyOf: [{own}]}}}}}}"


def joined(piece: str, count: int) -> str:
    return ", ".join(piece.replace("N", str(each)) for each in range(count))


def doubled(levels: int) -> str:
    both = ", ".join(
        f"d{level}: {{allOf: [{{$ref: '#/$defs/d{level + 1}'}}, {{$ref: '#/$defs/d{level + 1}'}}]}}"
        for level in range(levels)
    )
    used = "properties: {a: {$ref: '#/$defs/d0'}}"
    return f"{{type: object, {used}, $defs: {{{both}, d{levels}: {{type: string}}}}}}"


def called(call: str) -> str:
    """Return one tool with 1,900 inputs and *call*."""
    inputs = f"{{type: object, properties: {{{joined('pN: {type: string}', 1_900)}}}}}"
    return tools(1, inputs).partition("{call_template_type")[0] + call + "\n"


def sent_in(kind: str, inputs: str) -> str:
    """Return one tool with *inputs* in a body of the type *kind*, each of which is one of many."""
    choices = joined("{minLength: N}", 14_000)
    properties = f"properties: {{{joined('pN: {$ref: `#/$defs/a`}', 1_900)}}}".replace("`", '"')
    schema = f"{{type: object, {inputs % properties}, $defs: {{a: {{anyOf: [{choices}]}}}}}}"
    return tools(1, schema).replace('things"}', f'things", http_method: POST, {kind}}}')


def listed(count: int, args: str) -> str:
    """Return *count* tools of an MCP server that is started with *args*."""
    each = "- {{name: get_thing_{}, description: Read a thing., inputSchema: {{type: object}}}}\n"
    server = f"{{transport: stdio, command: npx, args: [{args}]}}"
    return f"tools:\n{''.join(map(each.format, range(count)))}x-registry: {{server: {server}}}\n"


def required(count: int) -> str:
    """Return one tool of an MCP server with *count* inputs that requires 6,000 others."""
    names = [f"q{number}" for number in range(6_000)]
    inputs = {"properties": {f"p{number}": {"type": "string"} for number in range(count)}}
    tool = {"name": "get_thing", "inputSchema": {"type": "object", "required": names, **inputs}}
    example = {"tool": "get_thing", "task": "Read a thing", "arguments": {"p1": "a"}}
    server = {"transport": "streamable-http", "url": "https://mcp.example.com/mcp"}
    registry = {"server": server, "examples": [example] * 40}
    return json.dumps({"tools": [tool], "x-registry": registry}, indent=1)


EXAMPLE = "x-registry: {examples: [{tool: get_thing_0, task: Do it, arguments: {a: 5}}]}\n"

MANUALS = {
    "many-tools-and-one-error": tools(1_500) + tools(1, kind="htp") + tools(400),
    "the-same-error-in-many-tools": tools(1_000, "{type: object, properties: {a: {typ: text}}}"),
    "effects-of-other-tools": tools(1_900)
    + f"x-registry: {{effects: {{{joined('get_thnig_N: read', 1_900)}}}}}\n",
    "effects-of-tools-of-other-names": tools(1_900)
    + f"x-registry: {{effects: {{{joined('gat_thnig_N: read', 1_900)}}}}}\n",
    "references-that-double": tools(1, doubled(40)) + EXAMPLE,
    "choices-of-themselves": tools(1, choosing_itself(100)),
    "references-in-a-row": tools(
        1, f"{{type: object, $defs: {{{joined('dN: {$ref: `#/$defs/eN`}', 1_900)}}}}}"
    ).replace("`", '"'),
    "anchors": tools(
        1, f"{{properties: {{{joined('pN: {$ref: `#qN`}', 1_900)}}}, $defs: {{a: {{$anchor: b}}}}}}"
    ).replace("`", '"'),
    "patterns-that-count": tools(
        1, f"{{properties: {{{joined('pN: {pattern: `(a|bN)*x{1,900}`}', 1_500)}}}}}"
    ).replace("`", '"'),
    "choices": tools(1, f"{{type: object, properties: {{a: {{enum: [{joined('N', 45_000)}]}}}}}}"),
    "inputs-that-are-required": tools(1, f"{{type: object, required: [{joined('aN', 45_000)}]}}"),
    "inputs-that-are-required-and-nowhere": required(1_900),
    "headers-of-no-input-and-a-path-of-all": called(
        "{call_template_type: http, url: 'https://api.example.com/"
        f"{'/'.join(f'{{p{number}}}' for number in range(1_900))}', "
        f"header_fields: [{joined('qN', 6_000)}]}}"
    ),
    "inputs-of-many-choices": sent_in('body_field: ""', "%s"),
    "fields-of-many-choices": sent_in(
        "content_type: application/x-www-form-urlencoded", "properties: {body: {%s}}"
    ),
    "headers-of-no-input": called(
        "{call_template_type: http, url: 'https://api.example.com/things', "
        f"header_fields: [{joined('qN', 40_000)}]}}"
    ),
    "places-without-an-end": called(
        "{call_template_type: websocket, url: 'wss://api.example.com/things', "
        f"message: {{{joined('aN: ' + 'UTCP_ARG_x' * 6_000, 16)}}}}}"
    ),
    "command-of-many-tools": listed(300, joined("-N " + "a " * 140, 40)),
    "long-word-in-a-command": listed(40, "::" * 30_000),
    "tokens": tools(1) + "# " + "AKIAABCDEFGHIJKLMNOP " * 40_000,
    "digits": tools(1) + "z:\n" + ("- " + "0" * 60_000 + " x\n") * 16,
    "nearly-a-secret": tools(1) + "# token=" * 120_000,
}


PROGRAM = """
import resource, sys
from pathlib import Path
from registry.cli import main
try:
    main(["check", "--format", "json"])
finally:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    # What the system says of a whole process counts its parent's memory, too, which it was before.
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else ()
    peaks = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    print(usage.ru_utime + usage.ru_stime, (peaks or [0])[0] / 1024, file=sys.stderr)
"""


def cost(root: Path) -> tuple[float, float, str]:
    """Return the seconds and megabytes of a check of *root*, and what it prints."""
    done = forked(PROGRAM, cwd=root, env=os.environ)
    seconds, megabytes = done.stderr.splitlines()[-1].split()
    return float(seconds), float(megabytes), done.stdout + done.stderr


def put(root: Path, tools_of_manual: str) -> Path:
    folder = root / "manuals" / "example" / "sample"
    folder.mkdir(parents=True)
    (folder.parent / "publisher.yaml").write_text(PUBLISHER, encoding="utf-8")
    start = "" if "inputSchema" in tools_of_manual else HEAD
    (folder / "1.0.0.yaml").write_text(start + tools_of_manual, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return put(tmp_path_factory.mktemp("good"), tools(1_900))


@cache
def least(good: Path) -> float:
    """Return the least that the *good* file costs: no busy moment makes it larger."""
    return min(cost(good)[0] for _ in range(2))


@pytest.mark.parametrize("name", MANUALS)
def test_file_is_judged_quickly_and_in_little_memory(name: str, good: Path, tmp_path: Path) -> None:
    """The best of a few counts, later ones beside one of the good file: machines are busy."""
    large = put(tmp_path / "large", MANUALS[name])
    ratios: list[float] = []
    for _ in range(TRIES):
        usual = cost(good)[0] if ratios else least(good)
        seconds, megabytes, text = cost(large)
        assert megabytes < MEGABYTES
        assert '"rule":' in text
        ratios.append(seconds / usual)
        if ratios[-1] < TIMES:
            return
    pytest.fail(f"{min(ratios):.1f} times what a file of good tools costs")
