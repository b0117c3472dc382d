"""Reports: right in each format, and inert whatever a manual says."""

from __future__ import annotations

import json
import re

import pytest

from registry.diagnostics import Diagnostic, Place, Severity
from registry.report import Report, RuleText, formats, markdown_text, summary_line, visible

PATH = "manuals/acme/clock/1.0.0.yaml"

DIAGNOSTICS = (
    Diagnostic(
        Place(PATH, 2, 8),
        "plain-http-url",
        "the URL 'http://api.acme.com/' is not encrypted",
        "write https://api.acme.com/",
    ),
    Diagnostic(Place(PATH, 3, 3), "missing-description", "it has none", severity=Severity.WARNING),
    Diagnostic(Place("manuals/zeta", 1, 1), "malformed-name", "a bad name"),
)

HOSTILE = (
    "\x1b[2J\x9b31m\x07\x00\x7f \u202eevil\u202c \u200b\U000e0041\u2028\r\n"
    "::error::owned\n##[add-mask]owned %0A::stop-commands::x "
    "<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![x](//evil) `code` | @someone "
    "https://evil.test/"
)


HOSTILE_DIAGNOSTIC = Diagnostic(
    Place(f"manuals/a{HOSTILE}/x.yaml", 2, 1), "some-rule", HOSTILE, HOSTILE
)

PLAIN = Report(())
TEXTS = {
    "missing-description": RuleText("It has none.", "Why.", "# All", Severity.WARNING),
    "provider-token": RuleText("It is one.", "Why.", "# All", Severity.ERROR, finds_secrets=True),
}
WITH_PAGES = Report((), rules_url="https://r.test/rules/", rule_text=TEXTS.get)


def of_format(name: str, *diagnostics: Diagnostic, options: Report = PLAIN) -> str:
    return formats()[name](options._replace(diagnostics=diagnostics))


DRESSED = Report((), paint=lambda role, text: f"<{role}>{text}</{role}>")


def with_source(text: str) -> Report:
    return Report((), read={PATH: text}.get, rule_text=TEXTS.get)


def test_every_format_of_the_contract_is_there() -> None:
    assert set(formats()) == {"text", "json", "github", "sarif", "markdown"}


@pytest.mark.parametrize("name", ["text", "github", "markdown"])
def test_nothing_is_printed_when_there_is_nothing_to_say(name: str) -> None:
    assert of_format(name) == ""


def test_text_puts_the_place_first_and_indents_the_hint() -> None:
    lines = of_format("text", *DIAGNOSTICS).split("\n")

    assert lines == [
        f"{PATH}:2:8 error plain-http-url the URL 'http://api.acme.com/' is not encrypted",
        "    hint: write https://api.acme.com/",
        "    see: registry explain plain-http-url",
        f"{PATH}:3:3 warning missing-description it has none",
        "    see: registry explain missing-description",
        "manuals/zeta:1:1 error malformed-name a bad name",
        "    see: registry explain malformed-name",
        "2 errors, 1 warning in 2 files",
    ]


def test_text_links_the_page_of_a_rule_once() -> None:
    text = of_format("text", place_at(1, 1), place_at(2, 1), options=WITH_PAGES)

    assert text.count("    see: https://r.test/rules/some-rule/\n") == 1
    assert "registry explain" not in text


def test_text_shows_the_line_with_a_caret_below_the_column() -> None:
    source = "tools:\n  url: 日本 http://api.acme.com/\n"

    text = of_format("text", place_at(2, 11), options=with_source(source))

    assert text.split("\n")[1:3] == [
        "    2 |   url: 日本 http://api.acme.com/",
        "      |" + " " * 13 + "^",
    ]


def place_at(line: int, column: int) -> Diagnostic:
    return Diagnostic(Place(PATH, line, column), "some-rule", "so", severity=Severity.NOTE)


def test_text_shows_no_line_with_a_secret_for_any_of_its_problems() -> None:
    source = "url: http://api.acme.com/hunter2"
    found = Diagnostic(Place(PATH, 1, 6), "provider-token", "it has the format of a real token")
    other = Diagnostic(Place(PATH, 1, 1), "plain-http-url", "it is not encrypted")

    assert "hunter2" in of_format("text", other, options=with_source(source))
    assert "hunter2" not in of_format("text", other, found, options=with_source(source))


def test_text_shows_no_line_with_a_secret_that_no_rule_has_named() -> None:
    source = 'url: " https://me:hunter2@api.acme.com/time "'
    found = Diagnostic(Place(PATH, 1, 6), "some-rule", "different clients read it differently")

    assert "hunter2" not in of_format("text", found, options=with_source(source))
    assert "api.acme.com" in of_format(
        "text", found, options=with_source(source.replace("me:hunter2@", ""))
    )


def test_text_shows_the_part_of_a_long_line_around_its_column() -> None:
    source = "x" * 5000 + "HERE" + "y" * 5000

    excerpt, caret = of_format("text", place_at(1, 5001), options=with_source(source)).split("\n")[
        1:3
    ]

    assert len(excerpt) < 100
    assert excerpt[caret.index("^") :].startswith("HERE")


@pytest.mark.parametrize("line", [0, 3, 99])
def test_text_shows_no_excerpt_of_a_line_that_is_not_there(line: int) -> None:
    text = of_format("text", place_at(max(line, 1), 1), options=with_source("\n\n\n"))

    assert "^" not in text


def test_text_is_dressed_by_role_after_it_was_escaped() -> None:
    text = of_format("text", HOSTILE_DIAGNOSTIC, options=DRESSED)

    assert "<error>error</error>" in text
    assert "<rule>some-rule</rule>" in text
    assert "\x1b" not in text


def test_summary_counts_in_words() -> None:
    assert summary_line(DIAGNOSTICS) == "2 errors, 1 warning in 2 files"
    assert summary_line(DIAGNOSTICS[1:2]) == "1 warning in 1 file"


def test_json_is_a_versioned_envelope_that_keeps_every_value() -> None:
    envelope = json.loads(of_format("json", HOSTILE_DIAGNOSTIC, options=WITH_PAGES))

    assert envelope["version"] == 1
    assert envelope["counts"] == {"error": 1, "warning": 0, "note": 0}
    assert envelope["diagnostics"] == [
        {
            "path": f"manuals/a{HOSTILE}/x.yaml",
            "line": 2,
            "column": 1,
            "severity": "error",
            "rule": "some-rule",
            "message": HOSTILE,
            "hint": HOSTILE,
            "url": "https://r.test/rules/some-rule/",
        }
    ]


def test_json_and_sarif_are_whole_documents_without_problems_too() -> None:
    assert json.loads(of_format("json"))["diagnostics"] == []
    assert json.loads(of_format("sarif"))["runs"][0]["results"] == []


def test_github_prints_one_command_a_problem() -> None:
    lines = of_format("github", *DIAGNOSTICS).split("\n")

    assert lines[0] == (
        f"::error file={PATH},line=2,col=8,title=plain-http-url::"
        "the URL 'http://api.acme.com/' is not encrypted%0Ahint: write https://api.acme.com/"
        "%0Asee: registry explain plain-http-url"
    )
    assert lines[-1] == "2 errors, 1 warning in 2 files"


def test_github_links_the_page_of_the_rule_in_every_annotation() -> None:
    lines = of_format("github", place_at(1, 1), place_at(2, 1), options=WITH_PAGES).split("\n")

    assert [line.endswith("%0Asee: https://r.test/rules/some-rule/") for line in lines[:2]] == [
        True,
        True,
    ]


def test_github_names_changed_files_first_and_errors_before_warnings() -> None:
    options = Report((), changed=("manuals/zeta",))
    text = of_format("github", *reversed(DIAGNOSTICS[:2]), DIAGNOSTICS[2], options=options)

    rules = [line.split("title=")[1].split(":")[0] for line in text.split("\n")[:-1]]
    assert rules == ["malformed-name", "plain-http-url", "missing-description"]


def test_github_runs_no_command_of_a_manual() -> None:
    commands = [
        line
        for line in of_format("github", HOSTILE_DIAGNOSTIC).split("\n")
        if line.startswith("::")
    ]

    assert len(commands) == 1
    assert commands[0].startswith("::error file=")
    properties = commands[0][2:].split("::")[0]
    assert properties.count("=") == 4 + HOSTILE.count("=")
    assert "%0A::" not in commands[0].replace("%250A", "")


def test_markdown_lists_problems_below_their_file() -> None:
    lines = of_format("markdown", *DIAGNOSTICS, options=WITH_PAGES).split("\n")

    assert lines[0] == "## 2 errors, 1 warning in 2 files"
    assert sum(line.startswith("### ") for line in lines) == 2
    assert "](https://r.test/rules/plain-http-url/), line 2:" in "\n".join(lines)


def test_markdown_names_the_command_where_the_rules_have_no_address() -> None:
    text = of_format("markdown", *DIAGNOSTICS)

    assert "**error** plain-http-url, line 2:" in text
    assert text.count("`registry explain RULE`") == 1
    assert "](" not in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u3164b\u2800", r"a\u3164b\u2800"),
        ("hidden\U000e0154\ufe00", r"hidden\U000e0154\ufe00"),
        ("plain\ufe0f", r"plain\ufe0f"),
        ("\u2600\ufe0f\ufe0f", "\u2600\ufe0f\\ufe0f"),
        ("\u2600\ufe0f 1\ufe0f\u20e3 Hà Nội 天気", "\u2600\ufe0f 1\ufe0f\u20e3 Hà Nội 天気"),
    ],
)
def test_what_nobody_sees_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ask @acme/owners.", "Ask &#64;&#8203;acme&#47;owners&#46;"),
        ("fixes #12", "fixes &#35;&#8203;12"),
        ("acme/clock#12, gh-7", "acme&#47;clock&#35;&#8203;12&#44; gh&#45;&#8203;7"),
        ("me@acme.com # not", "me&#64;acme&#46;com &#35; not"),
    ],
)
def test_markdown_mentions_nobody(text: str, shown: str) -> None:
    """GitHub finds mentions in what is left of entities: issue 181 of github/cmark-gfm."""
    assert markdown_text(text) == shown


def test_markdown_holds_no_markup_of_a_manual() -> None:
    text = of_format("markdown", HOSTILE_DIAGNOSTIC)

    ours = ("**error**", "<br>", "`registry explain RULE`")
    body = re.sub("|".join(map(re.escape, ours)), "", text)
    assert not set("<>[]()!`|@*_~\\:/") & set(body.split("\n", 1)[1].replace(": ", " "))


@pytest.mark.parametrize(
    ("count", "end"), [(300, ""), (301, "… and 1 more."), (1_600, "… and 1,300 more.")]
)
def test_markdown_stops_before_a_summary_gets_too_large(count: int, end: str) -> None:
    text = of_format("markdown", *(place_at(line, 1) for line in range(1, count + 1)))

    assert text.count("\n- ") == 300
    assert text.partition("… and")[1:] == (end[:5], end[5:])


def test_markdown_leaves_out_what_is_no_error_first() -> None:
    warnings = [place_at(line, 1)._replace(severity=Severity.WARNING) for line in range(1, 300)]
    errors = [Diagnostic(Place("manuals/zeta", line), "malformed-name", "a") for line in (1, 2)]

    text = of_format("markdown", *warnings, *errors)

    assert text.count("**warning**") == 298
    assert text.count("**error** malformed-name") == 2
    assert text.index("**warning**") < text.index("**error**")


@pytest.mark.parametrize("name", ["text", "github", "markdown", "json", "sarif"])
def test_no_format_lets_an_unprintable_character_or_an_old_command_through(name: str) -> None:
    text = of_format(name, HOSTILE_DIAGNOSTIC)

    assert "##[" not in text
    assert all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize("name", ["text", "github", "markdown"])
def test_a_long_value_does_not_bury_the_other_problems(name: str) -> None:
    assert len(of_format(name, HOSTILE_DIAGNOSTIC._replace(message="x" * 100_000))) < 10_000


@pytest.mark.parametrize("name", ["text", "github", "markdown", "json", "sarif"])
def test_a_file_name_that_is_no_unicode_can_be_reported(name: str) -> None:
    text = of_format(name, HOSTILE_DIAGNOSTIC._replace(place=Place("manuals/a/\udcff.yaml")))

    assert text.encode("utf-8")


@pytest.mark.parametrize("text", ["::add-mask::x", "  ::set-output name=x::y", "\u2003::error::x"])
def test_no_line_starts_a_command_of_a_workflow(text: str) -> None:
    assert not visible(text).lstrip().startswith("::")
    assert visible(f"path: {text}") == f"path: {text}".replace("\u2003", "\\u2003")


def test_an_excerpt_is_escaped_like_everything_else() -> None:
    text = of_format("text", place_at(1, 1), options=with_source(HOSTILE.replace("\n", " ")))

    assert all(line.isprintable() for line in text.split("\n"))
    assert "##[" not in text


def test_sarif_says_where_in_the_shape_that_services_read() -> None:
    log = json.loads(of_format("sarif", *DIAGNOSTICS, options=WITH_PAGES))

    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    result = run["results"][1]
    descriptor = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert descriptor["id"] == result["ruleId"] == "missing-description"
    assert descriptor["shortDescription"]["text"] == "It has none."
    assert descriptor["fullDescription"]["text"] == "Why."
    assert descriptor["helpUri"] == "https://r.test/rules/missing-description/"
    assert descriptor["help"]["text"] == descriptor["helpUri"]
    assert descriptor["help"]["markdown"] == "# All"
    assert descriptor["defaultConfiguration"] == {"level": "warning"}
    assert result["level"] == "warning"
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": PATH, "uriBaseId": "%SRCROOT%"}
    assert location["region"] == {"startLine": 3, "startColumn": 3}


def test_sarif_makes_no_link_of_a_manual() -> None:
    log = json.loads(of_format("sarif", HOSTILE_DIAGNOSTIC))

    text = log["runs"][0]["results"][0]["message"]["text"]
    assert "[x]" not in text
    assert "\\[x\\]" in text


def test_a_page_address_is_known_only_where_the_site_is() -> None:
    assert Report(()).url("some-rule") == ""
    assert WITH_PAGES.url("a") == "https://r.test/rules/a/"
