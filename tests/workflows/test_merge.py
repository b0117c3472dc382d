"""The workflow `merge`: owners wait for nobody, everyone else waits for a person."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from submissions import MANUAL, OWNED, OWNER, RELEASE, STRANGER, UPDATE

if TYPE_CHECKING:
    from workflow_lab import Lab, WorkflowRun

pytestmark = pytest.mark.slow

MERGE = ROOT / ".github/workflows/merge.yml"
UNREAD = ("--var", "MERGE_UNREAD=true")


def opened(lab: Lab, number: int, author: int, path: str, text: str) -> dict[str, object]:
    """Open a pull request that writes a file; return what the list of them says."""
    origin = lab.origin
    origin.git("switch", "--quiet", "--create", f"theirs-{number}", "main")
    origin.write(path, text)
    commit = origin.commit()
    origin.git("update-ref", f"refs/pull/{number}/head", commit)
    origin.git("switch", "--quiet", "main")
    return {"number": number, "sha": commit, "author": author}


WORDS = "--subject manuals: merge pull request #12 --body"


def merged(lab: Lab, pulls: list[dict[str, object]], *options: str) -> WorkflowRun:
    lab.answer("api", f"pulls={json.dumps(pulls)}\n")
    return lab.run(MERGE, "schedule", None, *options)


def test_owners_update_is_merged_and_published_and_a_strangers_is_not(lab: Lab) -> None:
    lab.origin.write("manuals/acme/publisher.yaml", OWNED)
    lab.origin.write(f"{MANUAL}/1.0.0.yaml", RELEASE)
    lab.origin.commit()
    mine = opened(lab, 12, OWNER, f"{MANUAL}/1.0.1.yaml", UPDATE)
    theirs = opened(lab, 13, STRANGER, f"{MANUAL}/1.0.1.yaml", UPDATE)
    run = merged(lab, [mine, theirs], *UNREAD)

    assert run.is_success, "what waits for a person is no failure"
    assert [each for each in lab.said if each.startswith(("pr", "workflow"))] == [
        "pr checks 12 --required",
        f"pr merge 12 --squash --match-head-commit {mine['sha']} {WORDS} ",
        "workflow run publish.yml --ref main",
    ]


def test_pull_request_that_does_not_merge_waits(lab: Lab) -> None:
    path = f"{MANUAL}/manual.yaml"
    lab.origin.write("manuals/acme/publisher.yaml", OWNED)
    lab.origin.write(f"{MANUAL}/1.0.0.yaml", RELEASE)
    lab.origin.commit()
    pull = opened(lab, 12, OWNER, path, "title: Clock\n")
    lab.origin.write(path, "title: Another\n")
    lab.origin.commit()
    run = merged(lab, [pull], *UNREAD)

    assert run.is_success
    assert "Ask whether its author may merge it" not in run.of("merge")
    assert [each for each in lab.said if each.startswith("pr")] == []


@pytest.mark.parametrize("options", [(), ("--var", "MERGE_UNREAD=false")], ids=["unset", "false"])
def test_nothing_is_listed_where_it_is_not_switched_on(lab: Lab, options: tuple[str, ...]) -> None:
    assert merged(lab, [], *options).steps == []
    assert lab.said == []


def test_empty_list_starts_no_job(lab: Lab) -> None:
    assert merged(lab, [], *UNREAD).jobs == ["list"]
    assert "&sort=updated&direction=desc&" in lab.said[0], "only a hundred are listed"
