"""The workflow `publish`: from main to the served site, with a key and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from signing_commands import trust_of
from workflow_lab import BUILT_FOR, lab_in

from registry.web.serve import serving

if TYPE_CHECKING:
    from workflow_lab import Lab, WorkflowRun

pytestmark = pytest.mark.slow

PUBLISH = ROOT / ".github/workflows/publish.yml"
SIGN = "Sign what programs load"
JOBS = ["attest", "build", "deploy", "smoke"]


def published(lab: Lab, event: str, *options: str, **inputs: bool) -> WorkflowRun:
    """Run the workflow where the site that it deploys is served."""
    with serving(lab.root / "served") as url:
        payload = {"inputs": inputs, "ref": "refs/heads/main"}
        return lab.run(PUBLISH, event, payload, *options, PAGES_URL=url, SERVED_URL=url)


@pytest.fixture(scope="module")
def pushed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lab, WorkflowRun]:
    """Return a lab whose site was published once, and how."""
    lab = lab_in(tmp_path_factory.mktemp("pushed"))
    return lab, published(lab, "push")


def test_push_publishes_without_a_key(pushed: tuple[Lab, WorkflowRun]) -> None:
    lab, run = pushed
    kept, served = lab.root / "artifacts/index/index.json", lab.root / "served"

    assert run.is_success, run.log
    assert run.jobs == JOBS
    assert SIGN not in run.of("build")
    assert f"site for {run.outputs['base_url']}" in run.log
    assert "attested index.json" in run.log
    assert kept.read_bytes() == (served / "v1/index.json").read_bytes()
    assert (served / ".well-known/utcp.json").is_file()
    assert not (served / "tuf").exists()
    assert BUILT_FOR in (served / "robots.txt").read_text(encoding="utf-8")
    assert f"{run.outputs['page_url']}: everything is there" in run.log


def test_nightly_run_signs_with_the_key_and_reads_by_its_root(lab: Lab) -> None:
    key = trust_of(lab.origin.root, lab.root / "keys")
    lab.origin.commit()
    run = published(lab, "schedule", "--secret", f"REGISTRY_SIGNING_KEY={key}")

    assert run.is_success, run.log
    assert run.of("build")[SIGN] == "success"
    assert (lab.root / "served/tuf/metadata/timestamp.json").is_file()
    assert "everything is there" in run.log
    assert key.splitlines()[1] not in run.log


def test_run_that_is_repeated_deploys_what_it_built_itself(
    pushed: tuple[Lab, WorkflowRun],
) -> None:
    """GitHub keeps the artifacts of earlier attempts, and deploys none of two that share a name."""
    lab, first = pushed
    assert first.is_success
    run = published(lab, "push", "--env", "GITHUB_RUN_ATTEMPT=2")

    assert run.is_success, run.log


def test_root_without_a_key_stops_before_anything_is_deployed(lab: Lab) -> None:
    trust_of(lab.origin.root, lab.root / "keys")
    lab.origin.commit()
    run = published(lab, "push")

    assert not run.is_success
    assert run.jobs == ["build"]
    assert run.of("build")[SIGN] == "failure"
    assert "REGISTRY_SIGNING_KEY" in run.log
    assert not list((lab.root / "served").iterdir())


def test_other_branches_are_never_published(lab: Lab) -> None:
    lab.origin.git("switch", "--quiet", "--create", "other")
    payload = {"ref": "refs/heads/other", "inputs": {}}

    assert lab.run(PUBLISH, "workflow_dispatch", payload).steps == []
