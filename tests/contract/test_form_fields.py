"""The released clients send the fields of a form as `registry.utcp_export` says they do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from echo import echoing
from released_clients import UTCP_CLIENTS, ask

from registry.web.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

FORM = "application/x-www-form-urlencoded"

SENT = [
    ({"a": "x y", "b": 1.5}, "a=x+y&b=1.5", "a=x+y&b=1.5"),
    ({"a[b]": "x"}, "a%5Bb%5D=x", "a%5Bb%5D=x"),
    ({"a[]": ["x", "y"]}, "a%5B%5D=x&a%5B%5D=y", "a%5B%5D=x&a%5B%5D=y"),
    ({"a": True}, "a=True", "a=true"),
    ({"a": None}, "a=None", ""),
    ({"a": {"b": "x"}}, "a=b", "a%5Bb%5D=x"),
    ({"a": ["x", "y"]}, "a=x&a=y", "a%5B%5D=x&a%5B%5D=y"),
]
"""Bodies, and how the Python and the TypeScript client send them."""


@pytest.mark.parametrize("client", UTCP_CLIENTS)
def test_fields_of_a_form(client: str, tmp_path: Path) -> None:
    with echoing() as echo, serving(tmp_path) as url:
        tool = {
            "name": "send",
            "description": "Send a form.",
            "inputs": {"type": "object", "properties": {"body": {"type": "object"}}},
            "outputs": {"type": "object"},
            "tags": [],
            "tool_call_template": {
                "call_template_type": "http",
                "http_method": "POST",
                "url": f"{echo.url}/acme/forms",
                "content_type": FORM,
            },
        }
        manual = {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": [tool]}
        (tmp_path / "forms.json").write_text(json.dumps(manual), encoding="utf-8")
        calls = [{"tool": "forms.send", "arguments": {"body": body}} for body, *_ in SENT]
        manuals = [{"name": "forms", "url": f"{url}forms.json"}]
        ask(client, {"sessions": [{"manuals": manuals, "calls": calls}], "remote": []})

    expected = [sent[1 + UTCP_CLIENTS.index(client)] for sent in SENT]
    assert [each.body for each in echo.seen] == expected
