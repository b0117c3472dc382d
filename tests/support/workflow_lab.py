"""A place where workflows run as on GitHub: under `act`, with stand-ins for the actions of others.

A `Lab` is a folder with the repository that the workflows belong to (`origin/`), what they keep
(`artifacts/`, `cache/`), the site that they deploy (`served/`), and what GitHub's program `gh`
answers (`gh/`) and is asked for (`gh.log`).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paths import ROOT
from repositories import Repository

from registry.authoring.init import RegistryConfig, create_registry

if TYPE_CHECKING:
    from collections.abc import Mapping

ACT = Path(sys.executable).with_name("act")
STAND_INS = ROOT / "tests" / "workflows" / "stand_ins"
RUNNER = "ubuntu-24.04"
BUILT_FOR = "https://tools.acme.com/"

_USED = re.compile(r"uses: (?P<repository>[\w.-]+/[\w.-]+)[\w./-]*@(?P<revision>\S+)")

MAKEFILE = f"""\
setup setup-sign:
\t@test -e .venv || ln -s {ROOT}/.venv .venv
\t@echo "made $@"
site: setup
\t@echo "site for $(REGISTRY_BASE_URL)"
\t@REGISTRY_BASE_URL={BUILT_FOR} .venv/bin/registry build --format text
sign: setup-sign
\t@.venv/bin/registry sign
subjects:
\t@git log --format=%s $(SINCE)..HEAD
coverage package:
\t@echo $@
"""

PROGRAM = """\
#!/usr/bin/env bash
printf 'registry %s\\n' "$*" >> "$LAB/program.log"
source "$LAB/program/$1"
"""
"""A stand-in for our own program, where that would visit the internet."""


@dataclass(frozen=True)
class StepDone:
    """What became of a step: *result* is `success` or `failure`; a skipped step is none."""

    job: str
    name: str
    result: str


@dataclass(frozen=True)
class Annotation:
    """What a step said of a line of a file: `error`, `warning` or `notice`."""

    level: str
    file: str
    line: int
    title: str


@dataclass
class WorkflowRun:
    """What a workflow has done: its steps in the order of each job, and all that they said.

    *commands* names what steps asked of the runner beside outputs, summaries and annotations.
    """

    is_success: bool
    steps: list[StepDone] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)
    annotations: list[Annotation] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    summary: str = ""
    log: str = ""

    def of(self, job: str) -> dict[str, str]:
        """Return the result of each step that ran in *job*, by its name."""
        return {each.name: each.result for each in self.steps if each.job == job}

    @property
    def jobs(self) -> list[str]:
        """The jobs of which a step ran, sorted."""
        return sorted({each.job for each in self.steps})


@dataclass(frozen=True)
class Lab:
    """A folder in which workflows of the repository *origin* run."""

    root: Path
    origin: Repository

    @property
    def said(self) -> list[str]:
        """What `gh` was called with, call by call."""
        log = self.root / "gh.log"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def answer(self, command: str, text: str) -> None:
        """Have `gh` print *text* whenever the *command*, such as `pr-list`, is called."""
        (self.root / "gh").mkdir(exist_ok=True)
        (self.root / "gh" / command).write_text(text, encoding="utf-8")

    def replace_program(self, **commands: str) -> None:
        """Put a stand-in for `registry` into the repository, with lines of shell by command."""
        makefile = 'setup:\n\t@mkdir -p .venv/bin && cp "$(LAB)/registry" .venv/bin/registry\n'
        (self.root / "registry").write_text(PROGRAM, encoding="utf-8")
        (self.root / "registry").chmod(0o755)
        (self.root / "program").mkdir()
        for name, lines in commands.items():
            (self.root / "program" / name.replace("_", "-")).write_text(lines, encoding="utf-8")
        self.origin.write("Makefile", makefile)
        self.origin.commit()

    def run(
        self,
        workflow: Path,
        event: str,
        payload: Mapping[str, Any] | None = None,
        *options: str,
        actions: Mapping[str, Path] | None = None,
        **environment: str,
    ) -> WorkflowRun:
        """Run *workflow* for an *event* with this *payload*, at the commit that is checked out.

        *actions* names folders of further actions by their `owner/name`.
        """
        (self.root / "event.json").write_text(json.dumps(payload or {}), encoding="utf-8")
        known = {
            "LAB": str(self.root),
            "PYTHONPATH": str(ROOT),
            "GIT_CONFIG_GLOBAL": os.devnull,
            # The engine gives each step a terminal, which a runner of GitHub has not.
            "TERM": "dumb",
            "GIT_PAGER": "cat",
            **{each: os.environ[each] for each in _KEPT if each in os.environ},
            **environment,
        }
        folders = _folders(workflow, actions or {})
        command = [
            *(str(ACT), event, "--json", "--directory", str(self.origin.root)),
            *("--workflows", str(workflow), "--eventpath", str(self.root / "event.json")),
            *("--platform", f"{RUNNER}=-self-hosted", "--no-skip-checkout"),
            *("--use-new-action-cache", "--action-offline-mode", "--no-cache-server"),
            *("--action-cache-path", str(self.root / "runner"), "--strict"),
            *(each for name in folders for each in ("--local-repository", name)),
            *(each for pair in known.items() for each in ("--env", "=".join(pair))),
            *options,
        ]
        path = os.pathsep.join([str(STAND_INS.parent), os.environ["PATH"]])
        done = subprocess.run(
            command,
            env={**os.environ, "PATH": path, "HOME": str(self.root), "GITHUB_TOKEN": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        return _run_of(done)


_KEPT = ("REGISTRY_SITE_GENERATOR", "KEPT_FRAMES")
"""Variables of the tests that make a build cheap."""


def lab_in(folder: Path, today: str = "2026-11-20") -> Lab:
    """Return a lab whose repository is a new registry, with a small Makefile for ours."""
    origin = Repository(folder / "origin")
    list(create_registry(origin.root, RegistryConfig("Tools of Acme", BUILT_FOR), today))
    origin.write("Makefile", MAKEFILE)
    origin.write(".ci/run", "#!/bin/sh\necho tested and built\n", 0o755)
    origin.commit()
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
    (folder / "served").mkdir()
    return Lab(folder, origin)


def _folders(workflow: Path, actions: Mapping[str, Path]) -> list[str]:
    """Return what stands in for each action that the workflow, or one of *actions*, uses."""
    files = [workflow, *(folder / "action.yml" for folder in actions.values())]
    used = {
        (found["repository"], found["revision"])
        for file in files
        for found in _USED.finditer(file.read_text(encoding="utf-8"))
    }
    return [f"{name}@{at}={_folder(name, actions)}" for name, at in sorted(used)]


def _folder(repository: str, actions: Mapping[str, Path]) -> Path:
    found = actions.get(repository, STAND_INS / repository.split("/")[1])
    if not found.is_dir():
        raise LookupError(f"nothing stands in for the action {repository}")
    return found


_LEVELS = {"error", "warning", "notice"}


def _run_of(done: subprocess.CompletedProcess[str]) -> WorkflowRun:
    """Return what the engine's records, one JSON object a line, say of a run."""
    run = WorkflowRun(done.returncode == 0)
    for line in done.stdout.splitlines():
        record = json.loads(line) if line.startswith("{") else {}
        _note(run, record)
    run.log += done.stderr
    return run


def _note(run: WorkflowRun, record: dict[str, Any]) -> None:
    if record.get("raw_output"):
        run.log += record["msg"]
    elif record.get("command") == "summary":
        run.summary += record["content"]
    elif record.get("command") == "set-output":
        run.outputs[record["name"]] = record["arg"]
    elif record.get("command") in _LEVELS:
        said = record["kvPairs"]
        line = int(said.get("line", 0))
        run.annotations.append(
            Annotation(record["command"], said.get("file", ""), line, said.get("title", ""))
        )
    elif "command" in record:
        run.commands.append(record["command"])
    elif record.get("level") in {"error", "warning"}:
        run.log += f"{record['msg']}\n"
    is_step = record.get("stage") == "Main" and len(record.get("stepID", ())) == 1
    if is_step and "stepResult" in record:
        run.steps.append(StepDone(record["jobID"], record["step"], record["stepResult"]))
