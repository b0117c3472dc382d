"""A pull request under the workflow `check`: good, broken, hostile and from a stranger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from submissions import MANUAL, OWNED, OWNER, RELEASE, STRANGER, UPDATE
from workflow_lab import Annotation

if TYPE_CHECKING:
    from workflow_lab import Lab, WorkflowRun

pytestmark = pytest.mark.slow

CHECK = ROOT / ".github/workflows/check.yml"
NEW = f"{MANUAL}/1.0.1.yaml"


def proposed(lab: Lab, files: dict[str, str], author: int, *options: str) -> WorkflowRun:
    """Run the workflow for a pull request of *author* that writes *files*, merged with main."""
    origin = lab.origin
    origin.write("manuals/acme/publisher.yaml", OWNED)
    origin.write(f"{MANUAL}/1.0.0.yaml", RELEASE)
    base = origin.commit()
    origin.git("switch", "--quiet", "--create", "theirs")
    for path, text in files.items():
        origin.write(path, text)
    head = origin.commit()
    origin.git("switch", "--quiet", "--detach", "main")
    origin.git("merge", "--quiet", "--no-ff", "--no-edit", "theirs")
    pull = {
        "number": 7,
        "title": "$(touch gotcha) `touch gotcha` ::error::gotcha",
        "user": {"id": author, "login": "; touch gotcha"},
        "base": {"sha": base, "ref": "main"},
        "head": {"sha": head, "ref": "$(touch gotcha)", "repo": {"fork": author == STRANGER}},
    }
    payload = {"pull_request": pull, "action": "opened"}
    return lab.run(CHECK, "pull_request", payload, *options)


def test_good_pull_request_of_an_owner_passes_every_job(lab: Lab) -> None:
    run = proposed(lab, {NEW: UPDATE}, OWNER)

    assert run.is_success
    assert run.jobs == ["coverage", "manuals", "package", "project"]
    assert {each.result for each in run.steps} == {"success"}
    assert list(run.of("manuals"))[-5:] == [
        "Check the manuals",
        "Say who may approve it",
        "Keep the whole review",
        "Build the site as it would be",
        "Keep its pages and the files for agents",
    ]
    assert "## may-merge" in run.summary
    assert "+Say the current time in Oslo." in run.summary
    kept = lab.root / "artifacts/site"
    assert (kept / "tools/acme/clock/get_time/index.html").is_file()
    assert (kept / ".well-known/utcp.json").is_file()
    assert "tested and built" in run.log
    assert sorted(line for line in run.log.splitlines() if line.startswith("python ")) == [
        *("python 3.11",) * 3,
        "python 3.13",
        "python 3.15",
    ]
    assert "persist: true" not in run.log


def test_broken_pull_request_is_annotated_reviewed_and_not_built(lab: Lab) -> None:
    run = proposed(lab, {NEW: UPDATE.replace("https:", "http:")}, OWNER, "--job", "manuals")
    done = run.of("manuals")

    assert not run.is_success
    assert done["Check the manuals"] == "failure"
    assert done["Say who may approve it"] == "failure", "it is asked all the same"
    assert "Build the site as it would be" not in done
    assert Annotation("error", NEW, 12, "plain-http-url") in run.annotations
    assert "## rejected" in run.summary
    assert [each.name for each in (lab.root / "artifacts").iterdir()] == ["review"]
    assert (lab.root / "artifacts/review/review.md").read_text(encoding="utf-8") in run.summary


def test_pull_request_cannot_replace_what_judges_it(lab: Lab) -> None:
    """Its rules, program, settings and site pages are not even checked out."""
    hostile = {
        NEW: UPDATE.replace("https:", "http:").replace(
            "Say", "::set-output name=x::gotcha\\n::error::gotcha $(touch gotcha) Say"
        ),
        "rules.yaml": "levels: {plain-http-url: off}\n",
        "Makefile": "setup site subjects coverage package:\n\ttouch gotcha\n",
        "docs/index.md": "# gotcha\n",
        "registry/cli/check.py": "open('gotcha', 'w')\n",
    }
    run = proposed(lab, hostile, OWNER, "--job", "manuals")

    assert run.of("manuals")["Check the manuals"] == "failure"
    assert Annotation("error", NEW, 12, "plain-http-url") in run.annotations
    assert run.outputs == {}
    assert run.commands == []
    assert not list(lab.root.rglob("gotcha"))


def test_pull_request_of_a_stranger_waits_for_a_maintainer(lab: Lab) -> None:
    run = proposed(lab, {NEW: UPDATE}, STRANGER, "--job", "manuals", "--secret", "KEY=hidden")

    assert run.is_success
    assert "## maintainer" in run.summary
    assert "**not-an-owner**" in run.summary
    assert "hidden" not in run.log
