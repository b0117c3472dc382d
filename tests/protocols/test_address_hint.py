"""The address that a hint shows is one that the next check accepts."""

from __future__ import annotations

import pytest

from registry.protocols.opentool import problems
from registry.source import read_document


@pytest.mark.parametrize(
    ("server", "shown"),
    [
        ("https://notes.example.com", "`call_url: https://notes.example.com/opentool/call`"),
        ("https://notes.example.com/opentool", "`call_url: https://notes.example.com/"),
        ("http://localhost:9627/opentool", ""),
        ("https://127.0.0.1:9627", ""),
        ("http://notes.example.com", ""),
    ],
)
def test_only_a_public_server_is_proposed_for_calls(server: str, shown: str) -> None:
    text = f'opentool: "1.1.0"\ninfo: {{}}\nserver: {{url: "{server}"}}\nfunctions: []\n'
    document, _ = read_document("1.0.0.yaml", text.encode())
    assert document
    (hint,) = (each.hint for each in problems(document, "1.1") if each.rule == "missing-address")

    assert shown in hint
    assert ("`call_url: http" in hint) is bool(shown)
