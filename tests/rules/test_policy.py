"""One file says how strict a registry is; it can soften rules, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from examples import RELEASE, Example, lay_out

from registry import pipeline
from registry.rules import parse_policy

if TYPE_CHECKING:
    from pathlib import Path

MANUAL = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Weather
    inputs: {type: object}
    tool_call_template: {call_template_type: http, url: "http://api.example.com/weather"}
"""


def found(root: Path, text: str | None) -> dict[str, str]:
    """Return the severity of each rule that the manual breaks under the rules.yaml *text*."""
    lay_out(root, Example({RELEASE: MANUAL}))
    if text is not None:
        (root / "rules.yaml").write_text(text, encoding="utf-8")
    return {each.rule: each.severity.value for each in pipeline.check(root / "manuals").diagnostics}


OWN = {"missing-example": "note", "plain-http-url": "error", "thin-description": "warning"}


def test_rules_have_their_own_levels_without_a_file(tmp_path: Path) -> None:
    assert found(tmp_path, None).items() >= OWN.items()


def test_levels_are_changed(tmp_path: Path) -> None:
    text = "levels: {missing-example: ignored, plain-http-url: warning, thin-description: error}\n"

    levels = found(tmp_path, text)

    assert levels.items() >= {"plain-http-url": "warning", "thin-description": "error"}.items()
    assert "missing-example" not in levels


def test_level_may_have_a_reason(tmp_path: Path) -> None:
    reason = "reason: Only our own network reads this registry."
    text = f"levels: {{plain-http-url: {{level: warning, {reason}}}}}\n"

    assert found(tmp_path, text)["plain-http-url"] == "warning"
    assert (
        found(tmp_path, "levels: {plain-http-url: {level: warning}}\n")["plain-http-url"] == "error"
    )


def test_what_comes_is_announced_and_not_enforced(tmp_path: Path) -> None:
    found(tmp_path, "upcoming: {thin-description: error, plain-http-url: error}\n")

    said = {each.rule: each for each in pipeline.check(tmp_path / "manuals").diagnostics}
    assert said["thin-description"].severity == "warning"
    assert "(upcoming level: error)" in said["thin-description"].hint
    assert "upcoming" not in said["plain-http-url"].hint


def test_manual_is_exempted_with_a_reason(tmp_path: Path) -> None:
    text = """\
exemptions:
  - {manual: example/sample, rule: thin-description, reason: Its users know what it is.}
"""

    assert "thin-description" not in found(tmp_path, text)


def test_exemption_that_is_not_needed_is_reported(tmp_path: Path) -> None:
    text = """\
exemptions:
  - {manual: example/other, rule: thin-description, reason: Its users know what it is.}
  - {manual: example/sample, rule: raw-html, reason: It is about pages in HTML.}
"""

    assert found(tmp_path, text)["unused-exemption"] == "warning"
    said = [
        f"{each.message}; {each.hint}"
        for each in pipeline.check(tmp_path / "manuals").diagnostics
        if each.rule == "unused-exemption"
    ]
    hint = "remove the exemption, or correct the name of its manual"
    assert said == [
        f"nothing in example/other breaks 'thin-description'; {hint}",
        f"nothing in example/sample breaks 'raw-html'; {hint}",
    ]


@pytest.mark.parametrize("word", ["off", "no", "none", "disabled"])
@pytest.mark.parametrize("form", ["WORD", "{level: WORD, reason: It has to be.}"])
def test_word_by_which_other_linters_switch_a_rule_off_leads_to_ours_at_once(
    tmp_path: Path, form: str, word: str
) -> None:
    lay_out(tmp_path, Example({RELEASE: MANUAL}))
    (tmp_path / "rules.yaml").write_text(f"levels: {{raw-html: {form.replace('WORD', word)}}}\n")
    said = pipeline.check(tmp_path / "manuals").diagnostics

    assert [(each.rule, each.hint) for each in said if each.place.path == "rules.yaml"] == [
        ("unknown-value", "write `ignored`")
    ]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("soon: {raw-html: error}", "rename it to `upcoming`"),
        ("ignore: [raw-html]", "write `levels: {RULE: ignored}`"),
    ],
)
def test_key_that_other_versions_or_linters_have_leads_to_ours(text: str, hint: str) -> None:
    assert [each.hint for each in parse_policy(f"{text}\n".encode()).problems] == [hint]


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("levels: {thin-descripton: error}\n", "unknown-rule", 1),
        ("levels:\n  unknown-key: warning\n", "unknown-rule", 2),
        ("levels:\n  yaml-alias: ignored\n", "unknown-rule", 2),
        ("levels: {raw-html: loud}\n", "unknown-value", 1),
        ("levels: {raw-html: off}\n", "unknown-value", 1),
        ("upcoming: {raw-html: ignored}\n", "unknown-value", 1),
        ("exemptions:\n  - {manual: a/bb, rule: raw-html}\n", "missing-key", 2),
        ("exemptions:\n  - {manual: x, rule: raw-html, reason: It is so.}\n", "malformed-value", 2),
        ("exemptions:\n  - {manual: a/b, rule: raw-html, reason: so}\n", "malformed-value", 2),
        ("exemptions:\n  - {manual: a/b, rule: none, reason: It has to be.}\n", "unknown-rule", 2),
        ("level: {}\n", "unknown-key", 1),
        ("- x\n", "root-not-mapping", 1),
        ("", "root-not-mapping", 1),
    ],
)
def test_broken_file_softens_nothing(text: str, rule: str, line: int, tmp_path: Path) -> None:
    assert found(tmp_path, text)["plain-http-url"] == "error"

    said = pipeline.check(tmp_path / "manuals").diagnostics
    places = {(each.rule, each.place.path, each.place.line) for each in said}
    assert (rule, "rules.yaml", line) in places


@pytest.mark.parametrize(
    "text",
    [
        "levels: {malformed-value: ignored}\n",
        "exemptions: [{manual: a/bb, rule: malformed-value, reason: It is so with us.}]\n",
    ],
)
def test_problem_that_keeps_its_level_is_not_called_unknown(text: str, tmp_path: Path) -> None:
    """`registry explain` lists it, so the hint cannot be to look there."""
    found(tmp_path, text)
    said = pipeline.check(tmp_path / "manuals").diagnostics
    (problem,) = (each for each in said if each.rule == "unknown-rule")

    assert problem.message.startswith("'malformed-value' keeps its level")
    assert problem.hint == "remove it here, and fix the files in which it is reported"
