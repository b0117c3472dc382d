"""The workflow `submission`: an issue form becomes a pull request, or a comment on what to fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from submissions import FORM, OWNED

if TYPE_CHECKING:
    from workflow_lab import Lab, WorkflowRun

pytestmark = pytest.mark.slow

SUBMISSION = ROOT / ".github/workflows/submission.yml"
BRANCH = "submission-12"


def opened(lab: Lab, text: str, label: str = "submission") -> WorkflowRun:
    """Run the workflow for an issue with this *text*."""
    lab.origin.write("manuals/acme/publisher.yaml", OWNED)
    lab.origin.commit()
    issue = {
        "number": 12,
        "title": "$(touch gotcha)",
        "body": text,
        "user": {"login": "someone", "id": 7},
        "labels": [{"name": label}],
    }
    return lab.run(SUBMISSION, "issues", {"action": "opened", "issue": issue})


def test_form_becomes_a_pull_request_and_a_comment(lab: Lab) -> None:
    run = opened(lab, FORM)
    changed = lab.origin.git("diff", "--name-only", "main", BRANCH).split()

    assert run.is_success
    assert run.jobs == ["answer", "propose", "read"]
    assert changed == ["manuals/acme/watch/1.0.0.yaml", "manuals/acme/watch/manual.yaml"]
    assert lab.origin.git("log", "--format=%an %s", f"main..{BRANCH}") == (
        "github-actions[bot] manuals: add those of issue 12"
    )
    assert sorted(lab.said) == [
        "auth setup-git",
        "issue comment 12 --body-file report.md --edit-last --create-if-none",
        f"pr create --head {BRANCH} --title Manual of issue 12 --body Closes #12",
        f"pr view {BRANCH} --json state --jq .state",
    ]


@pytest.mark.parametrize(("state", "is_opened"), [("OPEN", False), ("MERGED", True)])
def test_edited_form_gets_a_pull_request_that_is_open(
    lab: Lab, state: str, *, is_opened: bool
) -> None:
    lab.answer("pr-view", f"{state}\n")

    assert opened(lab, FORM).is_success
    assert any(each.startswith("pr create") for each in lab.said) == is_opened


@pytest.mark.parametrize("text", ["$(touch gotcha)", "'; touch gotcha; '"])
def test_hostile_form_is_answered_and_not_proposed(lab: Lab, text: str) -> None:
    run = opened(lab, FORM.replace("watch", text))
    report = (lab.root / "artifacts/report/report.md").read_text(encoding="utf-8")

    assert not run.is_success
    assert run.jobs == ["answer", "read"]
    assert "is not a valid name" in report
    assert [each.split()[:2] for each in lab.said] == [["issue", "comment"]]
    assert lab.origin.git("branch", "--list", BRANCH) == ""
    assert not list(lab.root.rglob("gotcha"))


def test_other_issues_start_nothing(lab: Lab) -> None:
    assert opened(lab, FORM, label="bug").steps == []
    assert lab.said == []
