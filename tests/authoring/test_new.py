"""A new manual passes the check as it is, whatever it is written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from repositories import Repository

from registry import pipeline, protocols
from registry.authoring.new import PROTOCOLS
from registry.catalogue.find_manual import find_manual
from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

UNSAID = {"thin-description", "example-without-task"}
"""What the check says of a description and a task that are still those that are proposed."""
SAID = ("--description", "Tell the time in a city.", "--task", "What time is it in abc?")
ACME = ("acme/world-time", "--url", "https://api.acme.com/v1/time/{city}")


def new(root: Path, *arguments: str, answers: str | None = None) -> Result:
    command = ["new", *arguments, "--manuals", str(root / "manuals")]
    return CliRunner().invoke(main, command, input=answers)


def test_every_protocol_is_offered() -> None:
    assert set(PROTOCOLS) == set(protocols.protocols()), "add its release to new/_releases.py"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_manual_of_an_address_alone_is_warned_of_what_nobody_has_said(
    protocol: str, tmp_path: Path
) -> None:
    address = ("--url", "https://api.acme.com/v1/time")
    done = new(tmp_path, "acme/world-time", "--protocol", protocol, "--yes", *address)
    checked = pipeline.check(tmp_path / "manuals")

    assert done.exit_code == 0, done.output
    assert {each.rule for each in checked.diagnostics} == UNSAID
    assert find_manual(tmp_path / "manuals", "acme/world-time").releases[0].protocol == protocol


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_manual_without_any_answer_names_nobody_s_host_and_is_warned_of_it(
    protocol: str, tmp_path: Path
) -> None:
    done = new(tmp_path, "acme/world-time", "--protocol", protocol, "--yes")
    checked = pipeline.check(tmp_path / "manuals")
    manual = find_manual(tmp_path / "manuals", "acme/world-time")

    assert done.exit_code == 0, done.output
    assert {each.rule for each in checked.diagnostics} == {"reserved-host", *UNSAID}
    assert manual.publisher.homepage == "https://www.acme.example/"


def test_places_in_the_address_are_inputs(tmp_path: Path) -> None:
    assert new(tmp_path, *ACME, "--yes").exit_code == 0
    (tool,) = find_manual(tmp_path / "manuals", "acme/world-time").releases[0].tools

    assert tool.inputs["required"] == ["city"]
    assert dict(tool.examples[0].arguments) == {"city": "abc"}


def test_answer_that_will_not_do_is_asked_for_again(tmp_path: Path) -> None:
    """So that nothing is written which does not pass, and no other answer is lost."""
    names, homepage = "Acme Inc/x\nacme\nacme/world-time\n", "acme.com\nhttps://acme.com/\n"
    tool, url = "9lives\nget_time\n", "Tell me\nhttps://\nhttps://api.acme.com/v1/{city}\n"
    said = "Tell the time in a city.\nWhat time is it in Oslo?\n"
    done = new(tmp_path, answers=f"{names}{url}Acme\n{homepage}{tool}{said}docs\n\nOslo\n\n")

    assert done.exit_code == 0, done.output
    assert pipeline.check(tmp_path / "manuals").diagnostics == ()
    assert (
        find_manual(tmp_path / "manuals", "acme/world-time").releases[0].tools[0].name == "get_time"
    )
    assert done.stderr.count("Error: ") == 7


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Acme/time",), "'Acme' is not a valid name for a publisher"),
        (("acme/api",), "'api' is a reserved name, so a manual cannot have it"),
        (("acme/a--b",), "'a--b' is not a valid name for a manual"),
        (("acme",), "not of the form publisher/manual"),
        (("acme/time", "--tool", "9lives"), "'9lives' is not a valid name for a tool"),
        (("acme/time", "--url", "api.acme.com"), "is not a full URL; start it with https://"),
        (
            ("acme/time", "--url", "https://{shop}.acme.com/time"),
            "'https://{shop}.acme.com/time' leaves its host open; write the name of one host",
        ),
        (
            ("acme/time", "--url", "https://api.acme.com/time/:city"),
            "':city' in 'https://api.acme.com/time/:city' is no input; write a name in braces",
        ),
        (("acme/time", "--url", "https://api.acme.com/<city>?a=:b"), "'<city>' in"),
        (("acme/time", "--url", "https://api.acme.com/{}"), "'{}' in"),
        (("acme/time", "--homepage", "acme"), "is not a full URL; start it with https://"),
        (("acme/time", "--name", "Caf\udce9"), r"'Caf\udce9' is not UTF-8; set the encoding of"),
        (("acme/time", "--example", "query=\udce9"), r"'\udce9' is not UTF-8"),
        (("acme/time", "--example", "query="), "--example 'query' has no value; write: query=…"),
        (("acme/time", "--example", "q=x"), "--example 'q' is not an input of the URL; use: query"),
    ],
)
def test_option_that_will_not_do_writes_nothing(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    done = new(tmp_path, *words, "--yes")

    assert done.exit_code == 2
    assert told in done.stderr
    assert not (tmp_path / "manuals").exists()


def test_api_on_the_host_of_the_homepage_is_not_called_api_twice(tmp_path: Path) -> None:
    new(tmp_path, "acme/time", "--homepage", "https://api.acme.com/", "--yes")
    (tool,) = find_manual(tmp_path / "manuals", "acme/time").releases[0].tools

    assert tool.call.url == "https://api.acme.com/v1/search"


def test_what_is_not_given_is_asked(tmp_path: Path) -> None:
    answers = "acme/world-time\n\nAcme\n\nget_time\n\n\n\nrain\n\n"
    done = new(tmp_path, answers=answers)
    manual = find_manual(tmp_path / "manuals", "acme/world-time")

    assert done.exit_code == 0, done.output
    (tool,) = manual.releases[0].tools
    assert (manual.publisher.title, tool.name) == ("Acme", "get_time")
    assert dict(tool.examples[0].arguments) == {"query": "rain"}
    assert "The query, such as rain." in str(tool.inputs)


def test_publisher_that_is_there_is_not_asked_about_again(tmp_path: Path) -> None:
    new(tmp_path, *ACME, "--yes", "--homepage", "https://acme.org/")
    done = new(tmp_path, answers="acme/tides\n\n\n\n\n\n\n\n")
    urls = [
        tool.call.url for tool in find_manual(tmp_path / "manuals", "acme/tides").releases[0].tools
    ]

    assert done.exit_code == 0, done.output
    assert "Its homepage" not in done.stderr
    assert urls == ["https://api.acme.org/v1/search"]


@pytest.mark.parametrize("answers", ["", "acme/world-time\nhttps://api.acme.com/v1/time\n"])
def test_input_that_ends_early_is_a_usage_error(answers: str, tmp_path: Path) -> None:
    done = new(tmp_path, answers=answers)

    assert done.exit_code == 2
    assert "the input ended before an answer to 'Name" in done.stderr
    assert "use --yes for the defaults" in done.stderr
    assert not (tmp_path / "manuals").exists()


def test_nothing_is_asked_when_all_is_given(tmp_path: Path) -> None:
    given = [
        *("--protocol", "utcp", "--name", "Acme", "--homepage", "https://acme.com/"),
        *(
            "--tool",
            "get_time",
            "--description",
            "Tell the time in a city.",
            "--task",
            "What time is it?",
        ),
        *("--docs", "https://acme.com/docs"),
    ]

    assert new(tmp_path, *ACME, *given, "--example", "city=Oslo", answers="").exit_code == 0
    assert "such as Oslo." in (tmp_path / "manuals/acme/world-time/1.0.0.yaml").read_text("utf-8")


def test_output_is_the_paths_and_the_next_step_goes_elsewhere(tmp_path: Path) -> None:
    done = new(tmp_path, *ACME, "--yes", *SAID)

    assert [line.rpartition("manuals/")[2] for line in done.stdout.splitlines()] == [
        "acme/publisher.yaml",
        "acme/world-time/manual.yaml",
        "acme/world-time/1.0.0.yaml",
    ]
    assert [step.split()[:2] for step in done.stderr.partition("run: ")[2].split("; ")] == [
        ["registry", "fmt"],
        ["registry", "check"],
        ["registry", "preview"],
    ]


def test_files_that_are_there_stay(tmp_path: Path) -> None:
    new(tmp_path, *ACME, "--yes")
    about = tmp_path / "manuals/acme/publisher.yaml"
    about.write_text(about.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    second = new(tmp_path, "acme/tides", "--yes", "--name", "Other", *ACME[1:])
    again = new(tmp_path, *ACME, "--yes")

    assert second.exit_code == 0
    assert about.read_text(encoding="utf-8").endswith("# mine\n")
    assert again.exit_code == 2
    assert "registry bump minor acme/world-time" in again.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("../etc/x",),
        ("acme",),
        ("acme/",),
        ("Acme/clock",),
        ("acme/con",),
        ("acme/clock", "--tool", "get time"),
        ("acme/clock", "--protocol", "soap"),
        ("acme/clock", "--example", "city=Oslo"),
        ("acme/clock", "--example", "query"),
    ],
)
def test_impossible_names_are_wrong_use_and_write_nothing(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    done = new(tmp_path, *arguments, "--yes")

    assert done.exit_code == 2
    assert list(tmp_path.rglob("*.yaml")) == []


@pytest.mark.parametrize("folder", ["acme", "acme/world-time"])
def test_nothing_is_written_where_a_link_leads(folder: str, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    link = tmp_path / "manuals" / folder
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "outside")
    done = new(tmp_path, *ACME, "--yes")

    assert done.exit_code == 2, done.output
    assert f"{folder} is a symbolic link" in done.stderr
    assert [*(tmp_path / "outside").iterdir()] == []


def test_answer_that_does_not_pass_the_check_is_told(tmp_path: Path) -> None:
    done = new(tmp_path, "acme/clock", "--url", "http://api.acme.com/time", "--yes")

    assert done.exit_code == 1
    assert "plain-http-url" in done.stdout


def test_answers_cannot_write_yaml(tmp_path: Path) -> None:
    done = new(tmp_path, *ACME, "--yes", "--name", "Acme\nowners: [{login: eve, id: 1}]")

    assert find_manual(tmp_path / "manuals", "acme/world-time").publisher.owners == (), done.output


def test_draft_is_written_again_with_its_publisher(tmp_path: Path) -> None:
    new(tmp_path, "acme/world-time", "--yes", *SAID)
    refused = new(tmp_path, *ACME, "--yes", *SAID)
    about = tmp_path / "manuals/acme/publisher.yaml"
    about.write_text(about.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    done = new(tmp_path, *ACME, "--yes", "--replace", *SAID)
    manual = find_manual(tmp_path / "manuals", "acme/world-time")

    assert "--replace" in refused.stderr
    assert done.exit_code == 0, done.output
    assert pipeline.check(tmp_path / "manuals").diagnostics == ()
    assert [each.version for each in manual.releases] == ["1.0.0"]
    assert manual.publisher.hosts == ("api.acme.com",)
    assert manual.publisher.homepage == "https://www.acme.com/"
    assert about.read_text(encoding="utf-8").endswith("# mine\n")


def test_own_names_of_a_publisher_stay_when_a_draft_is_written_again(tmp_path: Path) -> None:
    new(tmp_path, *ACME, "--yes")
    about = tmp_path / "manuals/acme/publisher.yaml"
    before = about.read_text(encoding="utf-8")
    done = new(tmp_path, "acme/world-time", "--yes", "--replace", "--url", "https://acme.net/v2")

    assert "unverified-host" in done.stdout
    assert about.read_text(encoding="utf-8") == before


def test_draft_that_was_merged_has_a_next_release_and_no_other_version(tmp_path: Path) -> None:
    new(tmp_path, *ACME, "--yes")
    Repository(tmp_path).commit()
    refused = new(tmp_path, *ACME, "--yes", "--replace")

    assert refused.exit_code == 2
    assert "is part of HEAD" in refused.stderr
    assert "registry bump minor acme/world-time" in refused.stderr
    assert "--version" not in refused.stderr

    (tmp_path / ".git/refs/heads/main").write_text("1" * 40, encoding="utf-8")
    assert "may be released" in new(tmp_path, *ACME, "--yes", "--replace").stderr


@pytest.mark.parametrize(
    "pair", ["api_key={api_key}", "apikey={YOUR_KEY}", "k={access_token}", "api_key=abc123"]
)
def test_key_in_the_address_is_a_credential(pair: str, tmp_path: Path) -> None:
    url = f"https://api.acme.com/v1/gifs?{pair}&q={{q}}"
    done = new(tmp_path, "acme/gifs", "--yes", "--url", url, *SAID)
    (tool,) = find_manual(tmp_path / "manuals", "acme/gifs").releases[0].tools

    assert done.exit_code == 0, done.output
    assert pipeline.check(tmp_path / "manuals").diagnostics == ()
    assert tool.call.url == "https://api.acme.com/v1/gifs?q={q}"
    assert tool.inputs["required"] == ["q"]
    assert tool.call.auth is not None
    assert tool.call.auth.fields == {
        "api_key": "${ACME_API_KEY}",
        "var_name": pair.partition("=")[0],
        "location": "query",
    }
