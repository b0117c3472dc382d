"""What an engine on one machine cannot enforce, as the workflows declare it."""

from __future__ import annotations

from typing import Any, cast

import pytest
import yaml
from paths import ROOT

WORKFLOWS = ROOT / ".github/workflows"
OWN = ROOT / "registry/authoring/skeleton/dot-github/workflows"

READ = {"contents": "read"}
PROPOSE = {"contents": "write", "pull-requests": "write"}
DEPLOY = {"pages": "write", "id-token": "write"}

PERMISSIONS: dict[str, dict[str, dict[str, str]]] = {
    "check": {"manuals": READ, "project": READ, "coverage": READ, "package": READ},
    "links": {"visit": READ},
    "merge": {
        "list": {"pull-requests": "read"},
        "merge": {**PROPOSE, "checks": "read", "statuses": "read", "actions": "write"},
    },
    "publish": {
        "build": {**READ, "pages": "read"},
        "attest": {"id-token": "write", "attestations": "write"},
        "deploy": DEPLOY,
        "smoke": READ,
    },
    "sources": {"compare": READ, "tell": {"issues": "write"}},
    "submission": {"read": READ, "answer": {"issues": "write"}, "propose": PROPOSE},
    "verify-host": {"ask": READ, "propose": PROPOSE},
}
REF, ISSUE = "${{ github.ref }}", "${{ github.event.issue.number }}"
CONCURRENCY: dict[str, tuple[str, bool]] = {
    "check": (f"check-{REF}", True),
    "links": ("links", False),
    "merge": ("merge", False),
    "publish": ("publish", False),
    "sources": ("sources", False),
    "submission": (f"submission-{ISSUE}", True),
    "verify-host": ("verify-host-${{ inputs.publisher }}", True),
}
ENVIRONMENTS = {
    "publish": {"build": "signing", "deploy": "github-pages"},
}


def declared(name: str, folder: Any = WORKFLOWS) -> dict[str, Any]:  # noqa: ANN401
    text = (folder / f"{name}.yml").read_text(encoding="utf-8").replace("@@ACTION@@", "a/b@c")
    return cast("dict[str, Any]", yaml.safe_load(text))


def environments(workflow: dict[str, Any]) -> dict[str, str]:
    found = {name: job.get("environment") for name, job in workflow["jobs"].items()}
    return {
        name: each["name"] if isinstance(each, dict) else each
        for name, each in found.items()
        if each
    }


def test_every_workflow_is_known_here() -> None:
    names = {path.stem for path in WORKFLOWS.glob("*.yml")}

    assert names == set(PERMISSIONS) == set(CONCURRENCY)


@pytest.mark.parametrize("name", PERMISSIONS)
def test_rights_concurrency_and_environments_are_those_that_were_decided(name: str) -> None:
    workflow = declared(name)
    group = workflow["concurrency"]

    assert workflow["permissions"] == {}
    assert {job: each["permissions"] for job, each in workflow["jobs"].items()} == PERMISSIONS[name]
    assert (group["group"], group["cancel-in-progress"]) == CONCURRENCY[name]
    assert environments(workflow) == ENVIRONMENTS.get(name, {})


@pytest.mark.parametrize("name", ["check", "publish"])
def test_registry_of_ones_own_declares_the_same(name: str) -> None:
    ours, own = declared(name), declared(name, OWN)
    jobs = {job: each["permissions"] for job, each in own["jobs"].items()}

    assert own["permissions"] == {}
    assert own["concurrency"] == ours["concurrency"]
    assert environments(own) == environments(ours)
    assert all(jobs[job].items() <= PERMISSIONS[name][job].items() for job in jobs)


@pytest.mark.parametrize("name", PERMISSIONS)
def test_what_is_downloaded_cannot_replace_files_of_git_where_a_job_may_push(name: str) -> None:
    """Another job has made it of what strangers wrote, and could have been taken over by them."""
    jobs = declared(name)["jobs"].values()
    steps = [
        each
        for job in jobs
        if job["permissions"].get("contents") == "write"
        for each in job["steps"]
        if each.get("uses", "").startswith("actions/download-artifact@")
    ]

    assert [each["with"].get("path", ".") for each in steps] == ["manuals"] * len(steps)
