"""Every rule finds what its documentation says it finds, at the line it says, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from examples import CASES, Example, case, check, examples, found_by
from paths import TESTS
from seen import some
from sites import launched_site, sample_site

from registry import rules as package
from registry.diagnostics import Severity
from registry.rules import Rule, rules
from registry.source.limits import MAX_PROBLEMS

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic

PACKAGE = Path(package.__file__).parent

EVERY_RULE = pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)


@EVERY_RULE
def test_rule_finds_its_bad_examples_and_says_so_in_sentences(rule: Rule, tmp_path: Path) -> None:
    for number, bad in enumerate(some(examples(rule.documentation, "Bad"))):
        diagnostics = check(tmp_path / str(number), bad)
        found = [each for each in diagnostics if each.rule == rule.id]

        assert bad.expected, f"example {number} has no `# expect: {rule.id}` inside ```yaml"
        assert found_by(rule.id, diagnostics) == bad.expected
        assert [each for each in some(found) if not is_sentence(each)] == []


def is_sentence(diagnostic: Diagnostic) -> bool:
    """Return whether the message is one, without its full stop, and comes with a hint."""
    message = diagnostic.message
    return bool(diagnostic.hint) and not message.endswith(".") and "\n" not in message


@EVERY_RULE
def test_rule_accepts_its_good_examples(rule: Rule, tmp_path: Path) -> None:
    for number, good in enumerate(some(examples(rule.documentation, "Good"))):
        assert found_by(rule.id, check(tmp_path / str(number), good)) == {}


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_rule_finds_what_a_case_expects(path: Path, tmp_path: Path) -> None:
    shown = case(path)
    rule = path.parent.name.replace("_", "-")

    diagnostics = check(tmp_path, shown)

    assert found_by(rule, diagnostics) == shown.expected
    assert shown.severities <= {
        (each.place.path, each.place.line, each.rule, each.severity.value) for each in diagnostics
    }


def test_every_folder_of_cases_belongs_to_a_rule() -> None:
    folders = {path.parent.name.replace("_", "-") for path in CASES}

    assert folders <= {rule.id for rule in rules()}


@EVERY_RULE
def test_rule_has_a_name_words_and_one_check(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z]+)*", rule.id)
    assert not rule.id.startswith(("no-", "check-", "should-", "disallow-"))
    assert re.fullmatch(r"[A-Z`].{10,88}\.", rule.title), rule.title
    assert len(rule.reason) > 40, "say why it matters, below the first line of the docstring"
    assert rule.hint
    assert rule.hint[0].islower() or rule.hint[0] in "`\"'"
    assert not rule.hint.endswith(".")
    assert rule.severity in Severity
    checks = [
        rule.check_tool,
        rule.check_release,
        rule.check_strings,
        rule.check_manual,
        rule.check_publisher,
        rule.check_publishers,
        rule.check_notes,
        rule.check_dated,
        rule.check_proposal,
    ]

    assert sum(check is not None for check in checks) == 1


@EVERY_RULE
def test_rule_says_that_its_findings_may_be_errors(rule: Rule) -> None:
    """Of old releases, nothing else is looked for."""
    module = PACKAGE / f"{rule.id.replace('-', '_')}.py"
    is_named = "Severity.ERROR" in module.read_text(encoding="utf-8")

    assert (rule.gravest is Severity.ERROR) == is_named


def test_misspelt_place_in_a_url_is_told_its_input(tmp_path: Path) -> None:
    (path,) = [each for each in CASES if each.match("undeclared_path_parameter/spellings.*")]
    found = check(tmp_path, case(path))

    assert "did you mean `{city}`?" in {each.hint for each in found}


def test_example_with_an_unquoted_string_is_told_to_quote_it(tmp_path: Path) -> None:
    (path,) = [each for each in CASES if each.stem == "unquoted"]
    hints = [each.hint for each in check(tmp_path, case(path)) if each.rule == "invalid-example"]

    assert hints == [
        'quote it: "true"',
        'quote it: "1.10"',
        "change the arguments to match the inputs of the tool",
    ]


def test_output_pasted_as_a_string_is_told_to_lose_its_quotes(tmp_path: Path) -> None:
    (path,) = [each for each in CASES if each.stem == "output_in_quotes"]
    hints = [each.hint for each in check(tmp_path, case(path)) if each.rule == "invalid-example"]

    assert hints == ["remove the quotes around it: it is JSON"]


def test_place_of_an_argument_in_other_words_is_told_how_to_write_it(tmp_path: Path) -> None:
    (path,) = [each for each in CASES if each.stem == "as-in-documentation"]
    hints = {each.hint for each in check(tmp_path, case(path)) if "path" in each.rule}

    assert hints == {
        "write `{city}` for the input",
        (
            "write `{station}`, declare 'station' below `inputs.properties` and list it in "
            "`inputs.required`"
        ),
        "remove `q=YOUR_DAY`, and declare 'q' below `inputs.properties`",
    }


def test_input_written_as_a_variable_is_told_how_to_write_it(tmp_path: Path) -> None:
    (path,) = [each for each in CASES if each.stem == "input-as-variable"]
    found = check(tmp_path, case(path))

    assert {each.hint for each in found if each.rule == "variable-outside-auth"} == {
        "write `{city}` for the input",
        "write `UTCP_ARG_city_UTCP_END` for the input",
    }


@pytest.mark.parametrize("scheme", ["", "Bearer ", "DeepL-Auth-Key ", "Token token="])
def test_literal_in_the_place_of_a_key_is_told_to_keep_its_scheme(
    scheme: str, tmp_path: Path
) -> None:
    (good,) = examples(rule_called("literal-credential").documentation, "Good")
    ((path, text),) = good.files.items()
    literal = Example({path: text.replace("Bearer ${WEATHER_TOKEN}", f"{scheme}YOUR_KEY")})
    (hint,) = [each.hint for each in check(tmp_path, literal) if each.rule == "literal-credential"]

    assert hint.startswith("write a variable instead, such as")
    assert f"{scheme}${{API_KEY}}" in hint


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("unknown-schema-keyword", "      required: [place]\n"),
        ("invalid-example", "        place: Oslo\n"),
    ],
)
def test_of_too_many_findings_in_a_tool_the_first_ones_are_reported(
    rule: str, line: str, tmp_path: Path
) -> None:
    (good,) = examples(rule_called(rule).documentation, "Good")
    ((path, text),) = good.files.items()
    indent = line[: -len(line.lstrip())]
    many = "".join(f"{indent}surplus{number}: 1\n" for number in range(2 * MAX_PROBLEMS))
    found = check(tmp_path, Example({path: text.replace(line, line + many)}))

    first = text[: text.index(line)].count("\n") + 2
    reported = [each.place.line for each in found if each.rule == rule]
    assert reported == [*range(first, first + MAX_PROBLEMS)]


def rule_called(name: str) -> Rule:
    return next(rule for rule in rules() if rule.id == name)


def test_renamed_manual_is_told_to_keep_the_old_one_and_end_it(tmp_path: Path) -> None:
    (path,) = [each for each in CASES if each.match("edited_release/renamed")]
    (hint,) = [each.hint for each in check(tmp_path, case(path)) if each.rule == "edited-release"]

    assert " -- manuals/example/sample`, then write into manual.yaml of example/sample" in hint
    assert "replaced_by: example/other}" in hint


def test_releases_that_moved_together_are_one_problem(tmp_path: Path) -> None:
    (path,) = [each for each in CASES if each.match("edited_release/two-renamed")]
    (found,) = [each for each in check(tmp_path, case(path)) if each.rule == "edited-release"]

    assert found.message.startswith("example/sample 1.0.0 (and 1 more) is released")


def test_version_that_a_hint_names_is_free(tmp_path: Path) -> None:
    shown = case(TESTS / "rules/understated_bump/before-a-newer-line")
    (hint,) = [each.hint for each in check(tmp_path, shown) if each.rule == "understated-bump"]

    assert hint.startswith("make it 3.0.0 (the next major version)")


@pytest.mark.slow
def test_the_launch_manuals_break_no_rule() -> None:
    ids = {rule.id for rule in rules()}

    assert {each.rule for each in sample_site().diagnostics} & ids, "what a check has said is kept"
    assert not {each.rule for each in launched_site().diagnostics} & ids
