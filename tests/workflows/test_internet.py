"""The workflows that visit other sites; a stand-in for `registry` says what was found there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from paths import ROOT

if TYPE_CHECKING:
    from workflow_lab import Lab

pytestmark = pytest.mark.slow

WORKFLOWS = ROOT / ".github/workflows"


def test_links_are_visited_and_what_was_seen_is_kept_for_the_next_visit(lab: Lab) -> None:
    seen = "mkdir -p .cache; echo seen >> .cache/observations.json; cat .cache/observations.json"
    lab.replace_program(links=f"{seen}\n")
    first = lab.run(WORKFLOWS / "links.yml", "schedule")
    second = lab.run(WORKFLOWS / "links.yml", "schedule")

    assert first.is_success
    assert (first.summary, second.summary) == ("seen\n", "seen\nseen\n")


def test_dead_link_fails_the_visit_and_is_kept_all_the_same(lab: Lab) -> None:
    lab.replace_program(links="mkdir -p .cache; echo gone > .cache/observations.json; exit 1\n")
    run = lab.run(WORKFLOWS / "links.yml", "schedule")

    assert not run.is_success
    assert run.of("visit")["Keep what was seen"] == "success"
    assert [path.read_text() for path in (lab.root / "cache").iterdir()] == ["gone\n"]


def test_each_drifted_manual_gets_an_issue_or_has_its_own_updated(lab: Lab) -> None:
    """The first has no issue; `gh` says of all that issue 5 is theirs, so both are updated."""
    lab.replace_program(
        source="mkdir -p drift/a drift/b; echo new | tee drift/a/x.md > drift/b/y.md\n"
        """echo 'drifted=["a/x", "b/y"]'\n"""
    )
    opened = lab.run(WORKFLOWS / "sources.yml", "schedule")
    lab.answer("issue-list", "number=5\n")
    updated = lab.run(WORKFLOWS / "sources.yml", "schedule")

    assert opened.is_success
    assert updated.is_success
    assert [each for each in lab.said if each.startswith(("issue create", "issue edit"))] == [
        (
            "issue create --title a/x: the provider's document has changed --label sources "
            "--body-file drift/a/x.md"
        ),
        (
            "issue create --title b/y: the provider's document has changed --label sources "
            "--body-file drift/b/y.md"
        ),
        "issue edit 5 --body-file drift/a/x.md",
        "issue edit 5 --body-file drift/b/y.md",
    ]


def test_no_issue_is_opened_where_nothing_has_drifted(lab: Lab) -> None:
    lab.replace_program(source="echo 'drifted=[]'\n")
    run = lab.run(WORKFLOWS / "sources.yml", "schedule")

    assert run.is_success
    assert run.jobs == ["compare"]
    assert "Keep what is to be said" not in run.of("compare")
    assert lab.said == []


def dispatched(publisher: str) -> dict[str, object]:
    return {"inputs": {"publisher": publisher}}


def test_verified_host_is_proposed(lab: Lab) -> None:
    path = "manuals/example/publisher.yaml"
    lab.replace_program(verify_host=f"echo '# verified' >> {path}\n")
    run = lab.run(WORKFLOWS / "verify-host.yml", "workflow_dispatch", dispatched("example"))
    branch = "verify-1"

    assert run.is_success
    assert run.jobs == ["ask", "propose"]
    assert lab.origin.git("diff", "--name-only", "main", branch) == path
    assert lab.said == [
        "auth setup-git",
        (
            f"pr create --head {branch} --title Verified hosts of example "
            "--body Each of them serves the proof."
        ),
    ]


def test_verified_host_is_proposed_by_a_run_that_is_repeated(lab: Lab) -> None:
    """As once Actions may create pull requests: the first attempt has pushed its branch."""
    lab.replace_program(verify_host="echo '# verified' >> manuals/example/publisher.yaml\n")
    lab.origin.git("branch", "verify-1", lab.origin.commit())
    lab.origin.git("reset", "--quiet", "--hard", "HEAD^1")
    run = lab.run(WORKFLOWS / "verify-host.yml", "workflow_dispatch", dispatched("example"))

    assert run.is_success, run.log


def test_host_that_does_not_answer_proposes_nothing(lab: Lab) -> None:
    lab.replace_program(verify_host="exit 1\n")
    name = "$(touch gotcha)"
    run = lab.run(WORKFLOWS / "verify-host.yml", "workflow_dispatch", dispatched(name))

    assert not run.is_success
    assert run.jobs == ["ask"]
    assert (lab.root / "program.log").read_text() == f"registry verify-host {name}\n"
    assert not list(lab.root.rglob("gotcha"))
    assert lab.said == []
