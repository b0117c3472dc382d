"""What runs on GitHub: pinned, without rights it does not need, and every step runs here too."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from cli_page import commands
from paths import ROOT, borrow
from repositories import Repository
from seen import some
from submissions import FORM, MANUAL, OWNED, RELEASE, UPDATE
from workflow_lab import BUILT_FOR

from registry.authoring.init import RegistryConfig, create_registry
from registry.source import read_document
from registry.web.serve import serving

pytestmark = pytest.mark.slow

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
EVERY_WORKFLOW = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)

PINNED = re.compile(r"^ *(?:- )?uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")


@dataclass(frozen=True)
class Step:
    """A step that runs a line of shell: where, and with which environment."""

    workflow: str
    name: str
    run: str
    folder: str
    environment: dict[str, str]

    def __str__(self) -> str:
        return f"{self.workflow}: {self.name}"


@cache
def workflow(path: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", yaml.safe_load(path.read_text(encoding="utf-8")))


def steps(path: Path) -> list[Step]:
    """Return the steps of a workflow that run a line of shell, in their order."""
    return [
        Step(path.stem, step["name"], step["run"], step.get("working-directory", "."), step_env)
        for job in workflow(path)["jobs"].values()
        for step in job.get("steps", ())
        if "run" in step
        for step_env in [step.get("env", {})]
    ]


EVERY_STEP = pytest.mark.parametrize(
    "step", [each for path in WORKFLOWS for each in steps(path)], ids=str
)


@EVERY_WORKFLOW
def test_every_action_is_pinned_to_a_commit_and_says_its_version(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    used = [line for line in lines if " uses:" in line and not line.lstrip().startswith("#")]

    assert used
    assert [line for line in used if not PINNED.match(line)] == []


@EVERY_WORKFLOW
def test_nothing_is_allowed_that_a_job_does_not_ask_for(path: Path) -> None:
    assert workflow(path)["permissions"] == {}
    for job in workflow(path)["jobs"].values():
        assert job["timeout-minutes"] <= 60
        assert "write" not in job["permissions"].values() or not {"pull_request"} & triggers(path)


def repeated(text: str) -> list[str]:
    """Return what a file of a workflow or action has twice: keys, and names and ids of steps."""
    document, problems = read_document("workflow.yml", text.encode())
    assert document, problems
    data = cast("dict[str, Any]", document.data)
    jobs = data.get("jobs", {"": data.get("runs", {})})
    found = [each.rule for each in problems if each.rule == "duplicate-key"]
    for job in jobs.values():
        for key in ("name", "id"):
            named = Counter(step[key] for step in job.get("steps", ()) if key in step)
            found += [f"{key} {each!r}" for each, times in named.items() if times > 1]
    return found


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / "action.yml"], ids=lambda path: path.stem)
def test_nothing_is_there_twice(path: Path) -> None:
    assert repeated(path.read_text(encoding="utf-8")) == []


STEP = "      - {name: Look, id: look, run: make}\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"jobs:\n  one:\n    steps:\n{STEP}{STEP}", ["name 'Look'", "id 'look'"]),
        (f"runs:\n    steps:\n{STEP}{STEP}", ["name 'Look'", "id 'look'"]),
        (f"jobs:\n  one:\n    steps:\n{STEP}  two:\n    steps:\n{STEP}", []),
        ("jobs:\n  one: {steps: []}\n  one: {steps: []}\n", ["duplicate-key"]),
        ("jobs:\n  one:\n    steps:\n      - {run: make, run: git}\n", ["duplicate-key"]),
    ],
)
def test_what_is_there_twice_is_found(text: str, found: list[str]) -> None:
    assert repeated(text) == found


def triggers(path: Path) -> set[str]:
    """Return what starts a workflow; YAML 1.1 reads the key `on` as true."""
    return set(cast("dict[Any, Any]", workflow(path))[True])


def test_no_workflow_hands_text_of_strangers_to_a_step() -> None:
    """Titles and texts of issues, names of branches and the like; numbers are harmless."""
    texts = [path.read_text(encoding="utf-8") for path in WORKFLOWS]
    used = some(each for text in texts for each in EXPRESSION.findall(text))

    assert not [each for each in used if re.search(r"title|body|login|head\.ref|head_ref", each)]


@EVERY_WORKFLOW
def test_no_workflow_runs_with_rights_on_what_strangers_send(path: Path) -> None:
    assert not triggers(path) & {"pull_request_target", "workflow_run", "issue_comment"}


@EVERY_STEP
def test_step_is_one_line_without_text_from_outside(step: Step) -> None:
    assert "\n" not in step.run.strip()
    assert not EXPRESSION.search(step.run)


@EVERY_STEP
def test_step_is_a_command_of_the_project_or_one_that_everybody_has(step: Step) -> None:
    program, *words = shlex.split(step.run)
    if Path(program).name != "registry":
        assert program in {"make", ".ci/run", "git", "gh"}
        return
    known = dict(commands())
    names = (" ".join(("registry", *words[:length])) for length in (2, 1))
    command = next(name for name in names if name in known)
    options = {each for each in words if each.startswith("--")}
    unknown = {each for each in options if each not in known[command]}

    assert not unknown


@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("needs.deploy.outputs.page_url", "needs.deploy.outputs.url", "undefined-property"),
        ("steps.pages.outputs.base_url", "steps.site.outputs.base_url", "undefined-property"),
        ("inputs.expect-losses", "inputs.losses", "undefined-property"),
        ("expect-losses:", "expect-losses:\n        kind: x", "workflow-syntax"),
        ('${LOSSES:+"$LOSSES"}', "$LOSSES", "shellcheck"),
        ("41 2 * * *", "41 25 * * *", "invalid-cron"),
    ],
)
def test_what_the_linter_of_workflows_finds(
    tmp_path: Path, right: str, wrong: str, rule: str
) -> None:
    text = (ROOT / ".github/workflows/publish.yml").read_text(encoding="utf-8")
    assert right in text
    (tmp_path / "publish.yml").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    program, shellcheck = ROOT / ".venv/bin/jactionlint", ROOT / ".venv/bin/shellcheck"
    done = subprocess.run(
        [program, "--no-online", f"--shellcheck={shellcheck}", tmp_path / "publish.yml"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert f"[{rule}]" in done.stdout


@pytest.fixture
def head(tmp_path: Path) -> Repository:
    """Return the checkout `head` of a registry with a merged manual; `base` beside it is ours."""
    (tmp_path / "base").mkdir()
    borrow(tmp_path / "base", ".venv", "docs", "mkdocs.yml")
    made = Repository(tmp_path / "head")
    made.write("manuals/acme/publisher.yaml", OWNED)
    made.write(f"{MANUAL}/1.0.0.yaml", RELEASE)
    made.commit()
    return made


RUN = "https://github.example/acme/tools/actions/runs/7#artifacts"
"""Where the artifacts of a run are."""


def run(step: Step, folder: Path, summary: Path, **values: str) -> subprocess.CompletedProcess[str]:
    """Run a step as a runner does, with *values* for its environment."""
    values = {"RUN": RUN, **values}
    environment = {
        **os.environ,
        "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": str(summary),
        "PYTHONPATH": str(ROOT),
        **{name: values[name] for name in step.environment},
    }
    return subprocess.run(
        ["bash", "-e", "-c", step.run],
        cwd=folder / step.folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


CHECK = {each.name: each for each in steps(ROOT / ".github/workflows/check.yml")}


def test_pull_request_is_checked_as_the_workflow_does(head: Repository, tmp_path: Path) -> None:
    head.write(f"{MANUAL}/1.0.1.yaml", UPDATE)
    head.commit()
    summary = tmp_path / "summary.md"
    codes = {
        name: run(CHECK[name], tmp_path, summary, AUTHOR="583231").returncode
        for name in (
            "Check the manuals",
            "Say who may approve it",
            "Build the site as it would be",
        )
    }
    site = tmp_path / "site"

    assert set(codes.values()) == {0}, codes
    assert "## 1 note in 1 file" in summary.read_text(encoding="utf-8")
    assert summary.read_text(encoding="utf-8").count("missing-example") == 1
    assert "## may-merge" in summary.read_text(encoding="utf-8")
    assert "+Say the current time in Oslo." in summary.read_text(encoding="utf-8")
    assert (site / "tools/acme/clock/get_time/index.html").is_file()
    assert (site / "v1/manuals/acme/clock/1.0.1/utcp.json").is_file()


def test_broken_pull_request_is_annotated_and_rejected(head: Repository, tmp_path: Path) -> None:
    head.write(f"{MANUAL}/1.0.1.yaml", UPDATE.replace("https:", "http:"))
    head.commit()
    summary = tmp_path / "summary.md"
    check = run(CHECK["Check the manuals"], tmp_path, summary)
    review = run(CHECK["Say who may approve it"], tmp_path, summary, AUTHOR="583231")

    assert check.returncode == 1
    assert f"::error file={MANUAL}/1.0.1.yaml,line=12," in check.stdout
    assert review.returncode == 1
    assert "## rejected" in summary.read_text(encoding="utf-8")


PUBLISH = {each.name: each for each in steps(ROOT / ".github/workflows/publish.yml")}


def test_built_site_is_read_before_and_after_it_is_deployed(
    head: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, summary = head.root, tmp_path / "summary.md"
    borrow(own, ".venv", "docs", "mkdocs.yml")
    build = run(CHECK["Build the site as it would be"], tmp_path, summary)
    (own / "site").symlink_to(tmp_path / "site")
    (own / "index.json").symlink_to(tmp_path / "site/v1/index.json")
    monkeypatch.chdir(own)
    with serving(tmp_path / "site") as url:
        before = PUBLISH["Read it as agents and browsers will"]
        after = PUBLISH["Read what is served as agents and browsers do"]
        done = [
            run(before, own, summary, PUBLISHED=url, LOSSES=""),
            run(before, own, summary, PUBLISHED=url, LOSSES="--expect-losses"),
            run(after, own, summary, SITE=url, ROOT=""),
        ]

    assert build.returncode == 0
    assert [each.returncode for each in done] == [0, 0, 0], [each.stdout for each in done]
    assert [each.stdout for each in done] == [
        "site: everything is there\n",
        "site: everything is there\n",
        f"{url}: everything is there\n",
    ]


@pytest.mark.parametrize("author", ["7; touch gotcha", "$(touch gotcha)", ""])
def test_author_never_reaches_the_shell(head: Repository, tmp_path: Path, author: str) -> None:
    done = run(CHECK["Say who may approve it"], tmp_path, tmp_path / "summary.md", AUTHOR=author)

    assert done.returncode == 2
    assert not list(tmp_path.rglob("gotcha"))


ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
ACTION_STEPS = [
    Step("action", each["name"], each["run"], ".", each.get("env", {}))
    for each in ACTION["runs"]["steps"]
    if "run" in each
]


def test_action_is_pinned_and_hands_inputs_to_steps_by_the_environment() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = [line for line in text.splitlines() if "uses:" in line]

    assert all(map(PINNED.match, some(used)))
    assert [each for each in some(ACTION_STEPS) if EXPRESSION.search(each.run)] == []
    assert [each for each in ACTION_STEPS if "\n" in each.run] == []


SIGN = "Sign what programs load"


def test_action_signs_what_it_built_where_there_is_a_key_and_reads_it_afterwards() -> None:
    names = [each["name"] for each in ACTION["runs"]["steps"]]
    sign = ACTION["runs"]["steps"][names.index(SIGN)]

    assert names.index("Build the site") + 1 == names.index(SIGN)
    assert names[names.index(SIGN) + 1] == "Read it as agents and browsers will"
    assert "inputs.signing-key != ''" in sign["if"]
    assert sign["env"]["REGISTRY_SIGNING_KEY"] == "${{ inputs.signing-key }}"


def test_action_checks_reviews_and_builds_another_registry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step runs where a workflow of that registry would run it."""
    monkeypatch.setenv("RUNNER_TEMP", str(tmp_path))
    # For the address of all registries whose workflows run: their pages are made once.
    config = RegistryConfig("Tools of Acme", BUILT_FOR)
    list(create_registry(tmp_path / "own", config, "2026-11-20"))
    own = Repository(tmp_path / "own")
    own.commit()
    own.write("manuals/acme/publisher.yaml", OWNED)
    own.write(f"{MANUAL}/1.0.0.yaml", RELEASE)
    own.commit()
    monkeypatch.setenv("GITHUB_ACTION_PATH", str(ROOT))
    values = {
        "MANUALS": "manuals",
        "BASE": "HEAD^1",
        "AUTHOR": "583231",
        "SITE": "site",
        "REGISTRY_BASE_URL": BUILT_FOR,
        "PUBLISHED": "",
        "DEPLOYED": "site/v1/index.json",
        "ROOT": "",
    }
    summary = tmp_path / "summary.md"
    setup, *steps_after, look = ACTION_STEPS
    unsigned = [each for each in steps_after if each.name != SIGN]
    codes = [run(each, own.root, summary, **values).returncode for each in unsigned]
    with serving(own.root / "site") as url:
        deployed = run(look, own.root, summary, **{**values, "PUBLISHED": url})

    assert setup.run == 'make --directory "$GITHUB_ACTION_PATH" setup ${ROOT:+setup-sign}'
    assert codes == [0, 0, 0, 0, 0]
    assert deployed.stdout == f"{url}: everything is there\n"
    assert "**new-publisher**" in summary.read_text(encoding="utf-8")
    assert (tmp_path / "review.md").read_text(encoding="utf-8") in summary.read_text(
        encoding="utf-8"
    )
    assert (own.root / "site/tools/acme/clock/get_time/index.html").is_file()


def test_action_checks_everything_without_a_base(
    head: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTION_PATH", str(ROOT))
    check = next(each for each in ACTION_STEPS if each.name == "Check the manuals")
    values = {"MANUALS": "manuals", "BASE": ""}

    assert run(check, head.root, tmp_path / "summary.md", **values).returncode == 0


HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_hook_runs_a_command_on_what_is_committed(hook: dict[str, Any], head: Repository) -> None:
    program, *words = hook["entry"].split()
    head.write("rules.yaml", "levels: {}\n")
    head.git("add", "rules.yaml")
    paths = [path for path in head.git("ls-files").split() if re.search(hook["files"], path)]
    given = paths if hook.get("pass_filenames", True) else []
    done = subprocess.run(
        [ROOT / ".venv/bin" / program, *words, *given],
        cwd=head.root,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )

    assert paths
    assert done.returncode == 0, done.stderr
    assert hook["additional_dependencies"] == [".[build]"], "the package alone only reads"


@pytest.mark.parametrize(
    "path",
    [
        *("manuals/acme/time/1.0.0.yaml", "included/partner/lock.json", "trust/partner.root.json"),
        *("categories/time.yaml", "wishes/travel.yaml", "benchmarks/facts/acme/time.yaml"),
        *("rules.yaml", "mkdocs.yml"),
    ],
)
def test_file_that_the_check_reads_is_checked_before_a_commit(path: str) -> None:
    local = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    here = [hook for repository in local["repos"] for hook in repository["hooks"]]

    for hooks in (HOOKS, here):
        checks = [hook for hook in hooks if hook["entry"].endswith("registry check")]
        assert any(re.search(hook["files"], path) for hook in checks)


SUBMISSION = {each.name: each for each in steps(ROOT / ".github/workflows/submission.yml")}


def opened(folder: Path, text: str) -> Path:
    """Return the file of the event that an issue with this *text* was opened."""
    event = folder / "event.json"
    issue = {"number": 12, "body": text, "user": {"login": "someone", "id": 7}}
    event.write_text(json.dumps({"issue": issue}), encoding="utf-8")
    return event


@pytest.fixture
def main_branch(head: Repository, tmp_path: Path) -> Repository:
    """Return a registry with the program installed, and a repository to which it can push."""
    (head.root / ".venv").symlink_to(ROOT / ".venv")
    head.write(".gitignore", "/.venv\n")
    head.commit()
    head.git("init", "--quiet", "--bare", str(tmp_path / "origin"))
    head.git("remote", "add", "origin", str(tmp_path / "origin"))
    return head


def submit(
    repository: Repository, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, text: str
) -> subprocess.CompletedProcess[str]:
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(opened(tmp_path, text)))
    monkeypatch.setenv("BRANCH", "submission-12")
    values = {"NUMBER": "12", "GH_TOKEN": "", "GIT_CONFIG_GLOBAL": os.devnull}
    names = {each: "Bot" for each in SUBMISSION[name].environment if each.startswith("GIT_")}
    return run(SUBMISSION[name], repository.root, tmp_path / "summary.md", **values, **names)


def test_form_becomes_a_branch_with_a_manual(
    main_branch: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = (
        "Make a manual of the form",
        "Start a branch",
        "Add the manual",
        "Commit it",
        "Push the branch",
    )
    codes = [submit(main_branch, tmp_path, each, monkeypatch, FORM).returncode for each in wanted]
    changed = main_branch.git("diff", "--name-only", "main", "origin/submission-12").split()

    assert codes == [0, 0, 0, 0, 0]
    assert changed == ["manuals/acme/watch/1.0.0.yaml", "manuals/acme/watch/manual.yaml"]
    assert "can be proposed" in (main_branch.root / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["$(touch gotcha)", "`touch gotcha`", "'; touch gotcha; '"])
def test_text_of_the_form_never_reaches_the_shell(
    main_branch: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    form = FORM.replace("watch", text)
    done = submit(main_branch, tmp_path, "Make a manual of the form", monkeypatch, form)

    assert done.returncode == 1
    assert "is not a valid name" in (main_branch.root / "report.md").read_text(encoding="utf-8")
    assert not list(tmp_path.rglob("gotcha"))


MERGE = {each.name: each for each in steps(ROOT / ".github/workflows/merge.yml")}


@pytest.fixture
def forge(head: Repository, tmp_path: Path) -> Repository:
    """Return a checkout of main whose origin has pull requests, as that of a forge has."""
    head.git("init", "--quiet", "--bare", str(tmp_path / "origin"))
    head.git("remote", "add", "origin", str(tmp_path / "origin"))
    return head


def proposed(repository: Repository, number: int, path: str, text: str) -> str:
    """Open a pull request that writes a file; return the name of its commit."""
    repository.git("switch", "--quiet", "--create", f"theirs-{number}", "main")
    repository.write(path, text)
    commit = repository.commit()
    repository.git("push", "--quiet", "origin", f"HEAD:refs/pull/{number}/head")
    repository.git("switch", "--quiet", "main")
    repository.git("branch", "--quiet", "--delete", "--force", f"theirs-{number}")
    return commit


def judged(
    repository: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    **values: str,
) -> list[int]:
    """Run the steps up to the verdict, each only if the one before it went well."""
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    codes: list[int] = []
    for name in (
        "Get the pull request",
        "Merge it into the copy",
        "Ask whether its author may merge it",
    ):
        step = MERGE[name]
        names = dict.fromkeys(step.environment, "Bot")
        codes.append(run(step, tmp_path, tmp_path / "summary.md", **names).returncode)
        if codes[-1]:
            break
    return codes


def test_owners_update_is_merged_and_nobody_elses(
    forge: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = proposed(forge, 12, f"{MANUAL}/1.0.1.yaml", UPDATE)
    mine = judged(forge, tmp_path, monkeypatch, NUMBER="12", SHA=commit, AUTHOR="583231")
    forge.git("reset", "--quiet", "--hard", "HEAD^1")
    theirs = judged(forge, tmp_path, monkeypatch, NUMBER="12", SHA=commit, AUTHOR="7")

    assert (mine, theirs) == ([0, 0, 0], [0, 0, 1])


def test_what_main_says_by_now_is_what_counts(
    forge: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The author was an owner when the pull request was opened, and is none any more."""
    commit = proposed(forge, 12, f"{MANUAL}/1.0.1.yaml", UPDATE)
    forge.write("manuals/acme/publisher.yaml", OWNED.replace("583231", "9"))
    forge.commit()
    codes = judged(forge, tmp_path, monkeypatch, NUMBER="12", SHA=commit, AUTHOR="583231")

    assert codes == [0, 0, 1]


def test_pull_request_that_does_not_merge_waits(
    forge: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = proposed(forge, 12, f"{MANUAL}/manual.yaml", "title: Clock\n")
    forge.write(f"{MANUAL}/manual.yaml", "title: Another\n")
    forge.commit()
    codes = judged(forge, tmp_path, monkeypatch, NUMBER="12", SHA=commit, AUTHOR="583231")

    assert codes == [0, 1]


def test_only_the_commit_that_was_judged_is_merged() -> None:
    assert '--match-head-commit "$SHA"' in MERGE["Merge it"].run
    conditions = [
        each.get("if")
        for each in workflow(ROOT / ".github/workflows/merge.yml")["jobs"]["merge"]["steps"][-4:]
    ]

    assert conditions == [
        "steps.merged.outcome == 'success'",
        "steps.judged.outcome == 'success'",
        "steps.checked.outcome == 'success'",
        "steps.checked.outcome == 'success'",
    ]
