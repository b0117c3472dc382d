"""What `registry init --action` writes, and the action: from a pull request to a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from signing_commands import trust_of
from submissions import MANUAL, OWNED, OWNER, RELEASE
from workflow_lab import BUILT_FOR, MAKEFILE, Annotation, Lab

from registry.authoring.init import RegistryConfig, create_registry
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow

ACTION = "acme/registry"
REVISION = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def actions(tmp_path: Path) -> Mapping[str, Path]:
    """Return the action of this project, whose `make setup` uses what is installed here."""
    folder = tmp_path / "action"
    folder.mkdir()
    (folder / "action.yml").write_bytes((ROOT / "action.yml").read_bytes())
    (folder / "Makefile").write_text(MAKEFILE, encoding="utf-8")
    return {ACTION: folder}


@pytest.fixture
def own(lab: Lab, tmp_path: Path) -> Lab:
    """Return a lab whose repository has workflows of its own, and neither Makefile nor program."""
    lab.origin.git("rm", "-rq", ".")
    config = RegistryConfig("Tools of Acme", BUILT_FOR, f"{ACTION}@{REVISION}")
    made = tmp_path / "made"
    list(create_registry(made, config, "2026-11-20"))
    for path in (each for each in made.rglob("*") if each.is_file()):
        lab.origin.write(path.relative_to(made).as_posix(), path.read_text(encoding="utf-8"))
    lab.origin.commit()
    return lab


def workflow(lab: Lab, name: str) -> Path:
    return lab.root / "made/.github/workflows" / name


@pytest.mark.parametrize(("scheme", "is_good"), [("https", True), ("http", False)])
def test_its_pull_requests_are_checked_and_reviewed(
    own: Lab, actions: Mapping[str, Path], scheme: str, *, is_good: bool
) -> None:
    own.origin.write("manuals/acme/publisher.yaml", OWNED)
    own.origin.write(f"{MANUAL}/1.0.0.yaml", RELEASE.replace("https://api", f"{scheme}://api"))
    own.origin.commit()
    pull = {"pull_request": {"number": 7, "user": {"id": OWNER}}}
    run = own.run(workflow(own, "check.yml"), "pull_request", pull, actions=actions)

    assert run.is_success == is_good
    assert (
        Annotation("error", f"{MANUAL}/1.0.0.yaml", 12, "plain-http-url") in run.annotations
    ) != (is_good)
    assert ("## maintainer" if is_good else "## rejected") in run.summary


@pytest.mark.parametrize("is_good", [True, False])
def test_what_a_merge_queue_tries_out_is_checked_against_its_base(
    own: Lab, actions: Mapping[str, Path], *, is_good: bool
) -> None:
    """Several pull requests may be tried out at once, each with commits of its own."""
    own.origin.write("manuals/acme/publisher.yaml", OWNED)
    own.origin.write(f"{MANUAL}/1.0.0.yaml", RELEASE)
    base = own.origin.commit()
    for version in ("1.0.0" if not is_good else "1.1.0", "1.2.0"):
        text = RELEASE.replace("1.0.0", version).replace("in Oslo", f"in Oslo, {version}")
        own.origin.write(f"{MANUAL}/{version}.yaml", text)
        own.origin.commit()
    queue = {"merge_group": {"base_sha": base}}
    run = own.run(workflow(own, "check.yml"), "merge_group", queue, actions=actions)

    assert run.is_success == is_good, run.log
    assert is_good != any(each.title == "edited-release" for each in run.annotations)
    assert "## maintainer" not in run.summary


@pytest.mark.parametrize("is_signed", [True, False], ids=["with a key", "without"])
def test_its_site_is_built_signed_where_there_is_a_key_and_read(
    own: Lab, actions: Mapping[str, Path], *, is_signed: bool
) -> None:
    secret: list[str] = []
    if is_signed:
        key = trust_of(own.origin.root, own.root / "keys")
        own.origin.commit()
        secret = ["--secret", f"REGISTRY_SIGNING_KEY={key}"]
    with serving(own.root / "served") as url:
        run = own.run(
            workflow(own, "publish.yml"),
            "push",
            {"ref": "refs/heads/main"},
            *secret,
            actions=actions,
            PAGES_URL=BUILT_FOR,
            SERVED_URL=url,
        )

    assert run.is_success, run.log
    assert run.jobs == ["build", "deploy", "smoke"]
    assert (own.root / "served/tuf/metadata/timestamp.json").is_file() == is_signed
    assert run.log.count("everything is there") == 2
    # Once to sign it, once to verify what is served.
    assert run.log.count("made setup-sign") == (2 if is_signed else 0)


def test_its_site_is_not_published_unsigned_where_there_is_a_root(
    own: Lab, actions: Mapping[str, Path]
) -> None:
    """As where the secret is gone, or the environment was renamed."""
    trust_of(own.origin.root, own.root / "keys")
    own.origin.commit()
    main = {"ref": "refs/heads/main"}
    run = own.run(workflow(own, "publish.yml"), "push", main, actions=actions, PAGES_URL=BUILT_FOR)

    assert not run.is_success
    assert "the variable REGISTRY_SIGNING_KEY holds no key; nothing was signed" in run.log
    assert run.jobs == ["build"]
    assert not any((own.root / "served").iterdir())
