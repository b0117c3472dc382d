"""A form on GitHub becomes a manual or a sentence on what is missing, whatever was typed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from paths import ROOT

from registry.authoring.importers.issue import (
    CATEGORY,
    DOCUMENT,
    HOMEPAGE,
    HOSTS,
    LABELS,
    MANUAL,
    NAME,
    PROMISES,
    PUBLISHER,
    SPEAKS_FOR_IT,
    VERSION,
    WRITER,
    Issue,
    receive,
)
from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

FORMS = (
    ROOT / ".github/ISSUE_TEMPLATE",
    ROOT / "registry/authoring/skeleton/dot-github/ISSUE_TEMPLATE",
)


def fields(folder: Path) -> list[dict[str, Any]]:
    """Return the fields of the form in *folder* by which a manual is submitted."""
    form = yaml.safe_load((folder / "submit.yml").read_text(encoding="utf-8"))
    return [each for each in form["body"] if each["type"] != "markdown"]


MANUAL_TEXT = """\
# A clock.
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_time
    description: Tell the current time in a time zone.
    tags: [time]
    inputs: {type: object}
    outputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.acme.com/time"""

ANSWERS = {
    PUBLISHER: "acme",
    MANUAL: "world-time",
    VERSION: "1.0.0",
    NAME: "Acme",
    HOMEPAGE: "https://www.acme.com/",
    HOSTS: "api.acme.com",
    CATEGORY: "calendar",
    WRITER: SPEAKS_FOR_IT,
    PROMISES: "- [X] The descriptions are my own words.",
    DOCUMENT: f"```yaml\n{MANUAL_TEXT}\n```",
}


def body(**changes: str) -> str:
    """Return what GitHub makes of the form, with *changes* by the names of `ANSWERS`' keys."""
    answers = {**ANSWERS, **{globals()[name]: text for name, text in changes.items()}}
    return "\n\n".join(f"### {label}\n\n{answers[label]}" for label in LABELS)


def event(text: str) -> bytes:
    user = {"login": "wile", "id": 583231}
    return json.dumps({"action": "opened", "issue": {"body": text, "user": user}}).encode()


def imported(root: Path, data: bytes | str, *options: str) -> Result:
    file = root / ("event.json" if isinstance(data, bytes) else "form.md")
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    command = ["import", "issue", str(file), "--manuals", str(root / "manuals"), *options]
    return CliRunner().invoke(main, command, catch_exceptions=False)


def files(root: Path) -> dict[str, str]:
    found = (path for path in (root / "manuals").rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in found}


@pytest.mark.parametrize("folder", FORMS, ids=["ours", "own"])
def test_fields_of_the_form_are_those_that_are_read(folder: Path) -> None:
    found = [each["attributes"] for each in fields(folder)]

    assert tuple(each["label"] for each in found) == LABELS
    assert SPEAKS_FOR_IT in found[LABELS.index(WRITER)]["options"]
    assert found[LABELS.index(DOCUMENT)]["render"] == "yaml"


def test_categories_of_the_form_are_those_of_the_registry() -> None:
    stated = fields(FORMS[0])[LABELS.index(CATEGORY)]["attributes"]["options"]

    assert stated == sorted(path.stem for path in (ROOT / "categories").glob("*.yaml"))


@pytest.mark.parametrize("path", sorted(p for f in FORMS for p in f.glob("*.yml")), ids=str)
def test_every_form_is_what_github_takes(path: Path) -> None:
    form = cast("dict[str, Any]", yaml.safe_load(path.read_text(encoding="utf-8")))
    if path.stem == "config":
        return
    labels = [each["attributes"].get("label") for each in form["body"]]

    assert form.keys() == {"name", "description", "title", "labels", "body"}
    assert len(set(labels)) == len(labels)
    assert {each["type"] for each in form["body"]} <= {
        *("markdown", "input", "dropdown", "checkboxes", "textarea"),
    }


def test_form_becomes_a_manual_that_passes_the_check(tmp_path: Path) -> None:
    done = imported(tmp_path, event(body()))
    written = files(tmp_path)

    assert done.exit_code == 0
    assert written.keys() == {
        "manuals/acme/publisher.yaml",
        "manuals/acme/world-time/manual.yaml",
        "manuals/acme/world-time/1.0.0.yaml",
    }
    assert written["manuals/acme/world-time/1.0.0.yaml"].startswith(MANUAL_TEXT)
    assert "released" in written["manuals/acme/world-time/1.0.0.yaml"]
    assert "id: 583231" in written["manuals/acme/publisher.yaml"]
    assert "category: calendar" in written["manuals/acme/world-time/manual.yaml"]


def test_document_of_another_format_is_to_be_converted_by_its_author(tmp_path: Path) -> None:
    done = imported(tmp_path, body(DOCUMENT="```yaml\nopenapi: 3.0.0\npaths: {}\n```"))

    assert done.exit_code == 1
    assert "`registry import openapi FILE`; then paste that here" in done.output


def test_author_of_curl_commands_reads_to_paste_what_they_become(tmp_path: Path) -> None:
    done = imported(tmp_path, body(DOCUMENT="curl https://api.acme.com/time?zone=Europe/Oslo"))

    assert "`registry import curl FILE`; then paste the manual here" in done.output


@pytest.mark.parametrize("between", [", ", "; ", " - ", " and ", "\t* "])
def test_hosts_may_be_written_as_any_list(between: str, tmp_path: Path) -> None:
    imported(tmp_path, body(HOSTS=f"a.acme.com{between}b.acme.com"))

    assert "hosts: [a.acme.com, b.acme.com]" in files(tmp_path)["manuals/acme/publisher.yaml"]


@pytest.mark.parametrize(
    ("writer", "as_event", "is_owner"),
    [
        (SPEAKS_FOR_IT, True, True),
        (SPEAKS_FOR_IT, False, False),
        ("I describe someone else's public API", True, False),
    ],
)
def test_only_a_known_account_that_says_so_becomes_an_owner(
    writer: str, as_event: int, is_owner: int, tmp_path: Path
) -> None:
    text = body(WRITER=writer)
    imported(tmp_path, event(text) if as_event else text)

    assert ("owners" in files(tmp_path)["manuals/acme/publisher.yaml"]) == is_owner


def test_document_may_be_json_and_hold_headings_and_windows_lines(tmp_path: Path) -> None:
    data = json.dumps(yaml.safe_load(MANUAL_TEXT), indent=2)
    document = f"```yaml\n{data}\n```"
    done = imported(tmp_path, body(DOCUMENT=document).replace("\n", "\r\n"))

    assert done.exit_code == 0, done.output
    assert files(tmp_path)["manuals/acme/world-time/1.0.0.yaml"].rstrip() == data

    text = MANUAL_TEXT.replace("tools:", "### Manual\n\n### Document\ntools:")
    done = imported(tmp_path, body(DOCUMENT=f"```yaml\n{text}\n```", VERSION="1.0.0", MANUAL="two"))

    assert done.exit_code == 0, done.output


def test_files_that_are_there_stay(tmp_path: Path) -> None:
    imported(tmp_path, body())
    about = tmp_path / "manuals/acme/publisher.yaml"
    about.write_text(about.read_text(encoding="utf-8") + "summary: Time.\n", encoding="utf-8")
    before = files(tmp_path)
    again = imported(tmp_path, body(HOMEPAGE="https://evil.example/"))
    other = imported(tmp_path, body(MANUAL="local-time", HOMEPAGE="https://evil.example/"))

    assert (again.exit_code, other.exit_code) == (1, 0)
    assert "never changes" in again.output
    assert files(tmp_path).items() >= before.items()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"PUBLISHER": "../../etc"}, "is not a valid name for a publisher"),
        ({"PUBLISHER": "_No response_"}, "is not a valid name for a publisher"),
        ({"MANUAL": "World Time"}, "is not a valid name for a manual"),
        ({"MANUAL": "a\n\n### Version\n\n9.9.9"}, "more than one line"),
        ({"VERSION": "1.0"}, "not a version"),
        ({"HOMEPAGE": "a\nb"}, "more than one line"),
        ({"DOCUMENT": "_No response_"}, "is empty"),
        ({"DOCUMENT": "```yaml\n\n```"}, "is empty"),
    ],
)
def test_form_that_cannot_be_used_says_which_field(
    changes: dict[str, str], words: str, tmp_path: Path
) -> None:
    done = imported(tmp_path, body(**changes))

    assert done.exit_code == 1
    assert words in done.output
    assert files(tmp_path) == {}


def test_document_of_backticks_takes_no_longer_than_another(tmp_path: Path) -> None:
    """Read with a step back for each backtick, this takes a minute."""
    done = imported(tmp_path, body(DOCUMENT="```yaml\n" + 60_000 * "`" + "\nx"))

    assert done.exit_code == 1
    assert "cannot be proposed" in done.output


def test_text_without_the_fields_is_refused(tmp_path: Path) -> None:
    done = imported(tmp_path, "Hello, please add my API.")

    assert done.exit_code == 1
    assert "'Publisher' is missing" in done.output


def test_manual_with_problems_is_told_line_by_line(tmp_path: Path) -> None:
    wrong = ANSWERS[DOCUMENT].replace("https:", "http:")
    done = imported(tmp_path, event(body(DOCUMENT=wrong)), "--format", "markdown")

    assert done.exit_code == 1
    assert "plain-http-url, line 13" in done.output


@pytest.mark.parametrize(
    "text",
    [
        *(b"{}", b"{", b"[" * 100_000, b'{"issue": 3}', b'{"a": NaN'),
        b'{"issue": {"body": "", "user": {"login": "wile", "id": Infinity}}}',
    ],
)
def test_event_without_an_issue_is_wrong_use(text: bytes, tmp_path: Path) -> None:
    done = imported(tmp_path, text)

    assert done.exit_code in (1, 2)
    assert files(tmp_path) == {}


HOSTILE = ("<script>", "@everyone", "[x](https://evil.example)", "::error::x", "\u202e", "\ud800")


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["PUBLISHER", "VERSION", "NAME", "DOCUMENT"])
def test_nothing_typed_can_act_in_the_comment(text: str, field: str, tmp_path: Path) -> None:
    done = imported(tmp_path, event(body(**{field: text})), "--format", "markdown")

    assert done.exit_code in (0, 1)
    assert text not in done.output
    assert all(line.isprintable() for line in done.output.splitlines())


@given(st.text() | st.lists(st.sampled_from([*ANSWERS.values(), *LABELS, "### ", "\n", "```"])))
def test_any_text_gives_a_manual_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, text: str | list[str]
) -> None:
    body_text = text if isinstance(text, str) else "".join(text)
    received = receive(Issue(body_text), tmp_path_factory.mktemp("manuals"), "2026-11-20")

    assert bool(received.refusal) != bool(received.written)
