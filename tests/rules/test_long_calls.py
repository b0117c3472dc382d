"""A long URL or command costs no more than its length, whatever it repeats."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest
from examples import RELEASE, Example, check

from registry.source.limits import MAX_SCALAR

if TYPE_CHECKING:
    from pathlib import Path

    from registry.source import Json

pytestmark = [pytest.mark.slow, pytest.mark.attack]

LONGEST = MAX_SCALAR - 200
HOST = "https://api.example.com/"


def tool(call: Json, inputs: int) -> dict[str, Json]:
    properties: dict[str, Json] = {f"input_number_{number}": {} for number in range(inputs)}
    schema: Json = {"type": "object", "properties": properties}
    return {"name": "get_thing", "inputs": schema, "tool_call_template": call}


def http(path: str, inputs: int = 1) -> dict[str, Json]:
    return tool({"call_template_type": "http", "url": HOST + path}, inputs)


def command(text: str) -> dict[str, Json]:
    line = f"thing UTCP_ARG_input_number_0_UTCP_END {text}"
    return tool({"call_template_type": "cli", "commands": [{"command": line}]}, 1)


@pytest.mark.parametrize(
    "costly",
    [
        http("?" + "a" * LONGEST + "&input_number_0={input_number_0}"),
        http("/".join(f":inpot_number_{number}" for number in range(900)), inputs=900),
        command("$(" * (LONGEST // 2)),
    ],
    ids=["query", "path", "command"],
)
def test_long_call_is_judged_at_once(costly: dict[str, Json], tmp_path: Path) -> None:
    manual = {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": [costly]}
    began = time.process_time()
    check(tmp_path, Example({RELEASE: json.dumps(manual)}))

    assert time.process_time() - began < 2.5
