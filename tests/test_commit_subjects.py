"""Subjects of commits are short and say the part first."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import commit_subjects
import pytest
from commit_subjects import MOST, faults
from paths import ROOT

PROGRAM = Path(commit_subjects.__file__)


@pytest.mark.parametrize(
    "subject",
    [
        "rules: flag plain-http URLs",
        "search, tests: what nothing uses is gone",
        "import openapi: notes in plain English",
        'Revert "rules: flag plain-http URLs"',
        f"docs: {'x' * (MOST - 6)}",
    ],
)
def test_subject_is_fine(subject: str) -> None:
    assert list(faults([subject])) == []


@pytest.mark.parametrize(
    ("subject", "message"),
    [
        (f"docs: {'x' * (MOST - 5)}", "has 73 characters: shorten it to 72"),
        ("Flag plain-http URLs", "does not say the part first"),
        ("rules:", "does not say the part first"),
        ("", "does not say the part first"),
    ],
)
def test_subject_is_to_be_changed(subject: str, message: str) -> None:
    (found,) = faults([subject])

    assert message in found


def test_commits_of_the_workflows_are_fine() -> None:
    workflows = [each.read_text("utf-8") for each in (ROOT / ".github/workflows").glob("*.yml")]
    subjects = re.findall(r'git commit --message "(.+?)"', "\n".join(workflows))

    assert len(subjects) > 1
    assert list(faults(subjects)) == []


@pytest.mark.parametrize(("subject", "code"), [("docs: a page", 0), ("A page", 1)])
def test_hook_and_ci_ask_the_same(subject: str, code: int, tmp_path: Path) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text(f"{subject}\n\nWhy it is so, at any length.\n", encoding="utf-8")
    hook = subprocess.run([sys.executable, PROGRAM, message], capture_output=True, check=False)
    ci = subprocess.run(
        [sys.executable, PROGRAM],
        input=f"docs: b\n{subject}\n",
        text=True,
        capture_output=True,
        check=False,
    )

    assert (hook.returncode, ci.returncode) == (code, code)
    assert (b"part first" in hook.stdout) is bool(code)
