"""What is secret in a URL is in no report, and everything else stays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from broken import lay_out

from registry.pipeline import check
from registry.web.secret_patterns.masking import without_secrets

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("go to 'https://me:hunter2@a.com/', now", "go to 'https://me:…@a.com/', now"),
        (r"https:\\me:hunter2@a.com", r"https:\\me:…@a.com"),
        ("me:hunter2@a.com", "me:…@a.com"),
        ("http://a.com/?q=1&api_key=hunter2#k", "http://a.com/?q=1&api_key=…#k"),
        ("http://a.com/?token=${TOKEN}&key={key}", "http://a.com/?token=${TOKEN}&key={key}"),
        ("'https://hunter2hunter2@a.com/'", "'https://…@a.com/'"),
        ("https://hunter2hunter2:@a.com/", "https://…:…@a.com/"),
        ("ssh://git@a.com and https://${MY_OWN_TOKEN}@a.com",) * 2,
        ("run 'a --api-key hunter2hunter2 b'", "run 'a --api-key … b'"),
        ("write `--token=hunter2`", "write `--token=…`"),
        ("API_KEY=hunter2hunter2 a", "API_KEY=… a"),
        ('write `args: ["--token", "hunter2"]`', 'write `args: ["--token", "…"]`'),
        ("a --token $TOKEN --key=${KEY} --secret UTCP_ARG_secret_UTCP_END",) * 2,
        ("a --verbose hunter2 --max-tokens 500",) * 2,
        (f"cannot be 'ghp_{'a1B2' * 9}'", "cannot be 'ghp_…'"),
        (f'not ["sk-proj-{"a1B2" * 9}"]', 'not ["sk-…"]'),
        (f"cannot be 'ops_eyJ{'a1+/' * 80}'", "cannot be 'ops_eyJ…'"),
        (f"https://a.com/sk-{'0a1b' * 8}/tides", "https://a.com/sk-…/tides"),
        ("https://a.com/b:c@d?monkey=1", "https://a.com/b:c@d?monkey=1"),
        ("at 10:30 mail me@a.com", "at 10:30 mail me@a.com"),
    ],
)
def test_passwords_and_keys_are_left_out(text: str, shown: str) -> None:
    assert without_secrets(text) == shown


@pytest.mark.attack
def test_no_problem_of_a_listing_repeats_a_password(tmp_path: Path) -> None:
    manuals = lay_out("_base", tmp_path)
    listing = {
        "title": {"value": "hunter2"},
        "docs": "https://me:hunter2@a.com/",
        "tags": ["?key=hunter2"],
    }
    (manuals / "example/sample/manual.yaml").write_text(json.dumps(listing), encoding="utf-8")
    found = check(manuals).diagnostics

    assert {each.rule for each in found} >= {"malformed-value"}
    assert [each for each in found if "hunter2" in f"{each.message}{each.hint}"] == []
