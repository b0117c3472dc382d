"""Who writes JSON can type what a hint shows."""

from __future__ import annotations

import pytest

from registry.diagnostics import Diagnostic, Place
from registry.rules import in_own_syntax


@pytest.mark.parametrize(
    ("hint", "in_json"),
    [
        ("add `name: get_weather`", 'add `"name": "get_weather"`'),
        ("add `url:` with the URL", 'add `"url":` with the URL'),
        ('write `auth: {key: "${KEY}"}`', 'write `"auth": {"key": "${KEY}"}`'),
        ('add `"get_it": write` to `effects`', 'add `"get_it": "write"` to `effects`'),
        ("write `https://example.com`", "write `https://example.com`"),
        ("write `package@1.2.3`, or `a: &b`", "write `package@1.2.3`, or `a: &b`"),
        ("write `{kind: none}`, or", 'write `{"kind": "none"}`, or'),
        ("write `{args: [-y, a], b: c}`", 'write `{"args": ["-y", "a"], "b": "c"}`'),
        ("write `{id}`; `{}` allows anything", "write `{id}`; `{}` allows anything"),
        ("write `[{requests: 100, per: day}]`", 'write `[{"requests": 100, "per": "day"}]`'),
        ('write `["a", "b"]`', 'write `["a", "b"]`'),
        ("write `[string, integer]`", 'write `["string", "integer"]`'),
        ("write `[a-z]`", "write `[a-z]`"),
        ("run `registry explain x`", "run `registry explain x`"),
    ],
)
def test_line_in_a_hint_is_written_as_the_file_is(hint: str, in_json: str) -> None:
    shown = {
        name: in_own_syntax(Diagnostic(Place(name), "missing-key", "it is missing", hint)).hint
        for name in ("1.0.0.yaml", "1.0.0.json")
    }

    assert shown == {"1.0.0.yaml": hint, "1.0.0.json": in_json}
