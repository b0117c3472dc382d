"""Links are visited slowly, where a visit is welcome, and only what stays away is told."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from websites import offline, serving

from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.cli import main
from registry.review import links
from registry.review.links import Failure, LinkCheck, LinkTarget, check_links
from registry.web import polite_visits
from registry.web.polite_visits import LONGEST_PAUSE, PAUSE

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["offline"]

MONDAY, TUESDAY, WEDNESDAY = "2026-11-16", "2026-11-17", "2026-11-18"
DOCS = LinkTarget("https://docs.acme.com/clock", "acme/clock", is_page=True)
HOST = LinkTarget("https://api.acme.com/", "acme", is_page=False)


def visited(
    pages: dict[str, int | str],
    *wanted: LinkTarget,
    known: dict[str, Failure] | None = None,
    today: str = MONDAY,
) -> tuple[LinkCheck, list[float], list[str]]:
    """Return what came of a visit, how long it paused, and what the servers were asked for."""
    pauses: list[float] = []
    with serving(pages) as web:
        found = check_links(wanted, known or {}, today, at=web.at, wait=pauses.append)
    return found, pauses, web.asked


@pytest.mark.parametrize(
    ("target", "answer", "is_failure"),
    [
        (DOCS, "Welcome.", False),
        (DOCS, "->www.acme.com/", False),
        (DOCS, "->www.acme.com/gone", True),
        (DOCS, 404, True),
        (DOCS, 410, True),
        (DOCS, 500, True),
        (DOCS, 401, False),
        (DOCS, 403, False),
        (DOCS, 429, False),
        (HOST, 404, False),
        (HOST, 503, False),
    ],
)
def test_page_has_to_be_there_and_a_host_has_to_answer(
    target: LinkTarget, answer: int | str, is_failure: int
) -> None:
    found, _, _ = visited({target.url.removeprefix("https://"): answer}, target)

    assert (target.url in found.failures) == is_failure
    assert found.notes == {}


def test_host_that_does_not_answer_has_failed() -> None:
    found = check_links([HOST], {}, MONDAY, at=lambda _: "http://127.0.0.1:1/", wait=lambda _: None)

    assert found.failures[HOST.url].owner == "acme"
    assert "refused" in found.failures[HOST.url].reason


def test_one_failure_is_an_accident_and_two_on_different_days_are_told() -> None:
    gone: dict[str, int | str] = {"docs.acme.com/clock": 404}
    monday, _, _ = visited(gone, DOCS)
    again, _, _ = visited(gone, DOCS, known=dict(monday.failures))
    tuesday, _, _ = visited(gone, DOCS, known=dict(monday.failures), today=TUESDAY)

    assert not again.notes
    assert tuesday.notes == {
        DOCS.url: Failure("acme/clock", MONDAY, TUESDAY, "the server answers 404")
    }


def test_host_in_a_private_network_is_never_asked() -> None:
    inside = LinkTarget("https://10.0.0.5/delete-everything", "acme", is_page=True)

    found = check_links([inside], {}, MONDAY, wait=lambda _: None)

    assert found.failures[inside.url].reason == "10.0.0.5 is 10.0.0.5, which is not on the internet"


def test_what_is_back_is_forgotten() -> None:
    known = {DOCS.url: Failure("acme/clock", MONDAY, TUESDAY, "x")}
    back, _, _ = visited({"docs.acme.com/clock": "Welcome."}, DOCS, known=known, today=WEDNESDAY)

    assert back.failures == {}


@pytest.mark.parametrize(
    ("robots", "is_asked"),
    [
        (404, True),
        ("", True),
        ("User-agent: *\nDisallow: /\n", False),
        ("User-agent: *\nDisallow: /private\n", True),
        ("User-agent: open-tool-registry\nDisallow: /\n", False),
        ("User-agent: open-tool-registry\nAllow: /\n\nUser-agent: *\nDisallow: /\n", True),
        (500, False),
        # Some Pythons skip what they cannot read, others give up at it; neither loses a wish.
        ("User-agent: *\nDisallow: //[\nDisallow: /\n", False),
        ("User-agent: *\nAllow: http://[x\nDisallow: /\n", False),
        ("User-agent: *\nCrawl-delay: \N{SUPERSCRIPT TWO}\nDisallow: /\n", False),
        (
            "User-agent: *\nRequest-rate: \N{SUPERSCRIPT TWO}/\N{SUPERSCRIPT THREE}\nDisallow: /\n",
            False,
        ),
        (f"User-agent: *\nCrawl-delay: {'9' * 400}\n", False),
        (f"User-agent: *\nCrawl-delay: {'9' * 5000}\n", False),
    ],
)
def test_wishes_of_a_site_are_heeded(robots: int | str, is_asked: int) -> None:
    found, _, asked = visited({"docs.acme.com/robots.txt": robots}, DOCS)

    assert ("docs.acme.com/clock" in asked) == is_asked
    assert found.disallowed == (() if is_asked else (DOCS.url,))
    assert not found.disallowed or not found.failures


@pytest.mark.parametrize(
    ("robots", "pause"),
    [
        (404, PAUSE),
        ("User-agent: *\nCrawl-delay: 7\n", 7.0),
        ("User-agent: *\nCrawl-delay: 1\n", PAUSE),
        ("User-agent: *\nCrawl-delay: 86400\n", LONGEST_PAUSE),
    ],
)
def test_there_is_a_pause_before_every_further_request_to_a_host(
    robots: int | str, pause: float
) -> None:
    other = LinkTarget("https://docs.acme.com/terms", "acme/clock", is_page=True)
    _, pauses, asked = visited({"docs.acme.com/robots.txt": robots}, DOCS, other)

    assert pauses == [pause, pause]
    assert asked.count("docs.acme.com/robots.txt") == 1


def test_observations_survive_the_way_through_a_file() -> None:
    found, _, _ = visited({"docs.acme.com/clock": 404}, DOCS)

    assert links.read_observations(links.observations_as_json(found)) == found.failures


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"version": 2}', b'{"version": 1, "failures": {"x": 3}}']
)
def test_file_that_holds_something_else_is_wrong_use(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "observations.json"
    file.write_bytes(data)
    (tmp_path / "manuals").mkdir()
    command = ["links", "--manuals", str(tmp_path / "manuals"), "--observations", str(file)]
    done = CliRunner().invoke(main, command)

    assert done.exit_code == 2
    assert "remove it to start over" in done.stderr


def test_file_that_cannot_be_written_is_refused_before_any_visit(tmp_path: Path) -> None:
    file = tmp_path / "observations.json"
    os.mkfifo(file)
    (tmp_path / "blocked").write_text("", "utf-8")
    for unusable in (file, tmp_path / "blocked/observations.json"):
        command = ["links", "--manuals", str(lay_out(tmp_path)), "--observations", str(unusable)]
        done = CliRunner().invoke(main, command)

        assert done.exit_code == 1
        assert str(unusable.parent) in done.stderr
        assert done.stdout == ""


PUBLISHER = """\
name: Acme
homepage: https://www.acme.com/
hosts: [api.acme.com]
"""
RELEASE = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_time
    description: Tell the current time in Oslo.
    inputs: {type: object}
    tool_call_template: {call_template_type: http, url: "https://api.acme.com/time"}
"""


LISTING = "docs: https://docs.acme.com/clock\nterms: https://www.acme.com/terms\n"


def lay_out(root: Path) -> Path:
    files = {
        "publisher.yaml": PUBLISHER,
        "clock/manual.yaml": LISTING,
        "clock/1.0.0.yaml": RELEASE,
    }
    for path, text in files.items():
        (root / "manuals/acme" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "manuals/acme" / path).write_text(text, encoding="utf-8")
    return root / "manuals"


def test_every_address_is_visited_once(tmp_path: Path) -> None:
    manuals = lay_out(tmp_path)
    (manuals / "acme").rename(manuals / "acme-clocks")
    lay_out(tmp_path)
    catalogue = assemble(load_tree(manuals))[0]

    assert [each.url for each in links.link_targets(catalogue)] == [
        "https://api.acme.com/",
        "https://docs.acme.com/clock",
        "https://www.acme.com/",
        "https://www.acme.com/terms",
    ]


def test_command_tells_what_is_gone_since_when(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offline: None
) -> None:
    manuals = lay_out(tmp_path)
    (manuals / "acme/clock/manual.yaml").unlink()
    file = tmp_path / "observations.json"
    since = Failure("acme", "2026-01-01", "2026-01-01", "x")
    file.write_bytes(
        links.observations_as_json(LinkCheck(failures={"https://www.acme.com/": since}))
    )
    monkeypatch.setattr(polite_visits, "PAUSE", 0.0)
    command = ["links", "--manuals", str(manuals), "--observations", str(file), "--json"]
    done = CliRunner().invoke(main, command)
    said = json.loads(done.stdout)

    assert done.exit_code == 1
    assert [(each["url"], each["since"]) for each in said["gone"]] == [
        ("https://www.acme.com/", "2026-01-01")
    ]
    assert set(links.read_observations(file.read_bytes())) == {
        "https://api.acme.com/",
        "https://www.acme.com/",
    }


def test_address_is_inert_on_the_summary_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offline: None
) -> None:
    """Anyone can write one into a manual, and its server says where it redirects to."""
    manuals, file = lay_out(tmp_path), tmp_path / "observations.json"
    (manuals / "acme/clock/manual.yaml").unlink()
    url = "https://www.acme.com/@everyone/~~*x*~~"
    about = PUBLISHER.replace("https://www.acme.com/", f"'{url}'")
    (manuals / "acme/publisher.yaml").write_text(about, encoding="utf-8")
    since = Failure("acme", "2026-01-01", "2026-01-01", "x")
    file.write_bytes(links.observations_as_json(LinkCheck(failures={url: since})))
    monkeypatch.setattr(polite_visits, "PAUSE", 0.0)
    command = ["links", "--manuals", str(manuals), "--observations", str(file)]
    done = CliRunner().invoke(main, [*command, "--format", "markdown"])

    assert "1 dead" in done.stdout
    assert not {*"@~*"} & set(done.stdout)
