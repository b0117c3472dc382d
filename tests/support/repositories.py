"""Real git repositories for tests, untouched by the settings of the user who runs them."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

_SETTINGS = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_NAME": "A. Tester" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "tester@example.com" for who in ("AUTHOR", "COMMITTER")},
}


@dataclass(frozen=True)
class Repository:
    """A repository in the folder *root*, made when it is first committed to."""

    root: Path

    def git(self, *arguments: str) -> str:
        """Run git here; return what it prints."""
        return self._start("git", *arguments)

    def run(self, command: str) -> None:
        """Run a line of shell here, as someone would who copies it from a message."""
        self._start("sh", "-c", command)

    def _start(self, *command: str) -> str:
        self.root.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, **_SETTINGS}
        done = subprocess.run(
            command, check=True, capture_output=True, cwd=self.root, env=environment
        )
        return os.fsdecode(done.stdout).strip()

    def commit(self) -> str:
        """Commit everything as it is now; return the id of the commit."""
        if not (self.root / ".git").exists():
            self.root.mkdir(parents=True, exist_ok=True)
            shutil.copytree(_empty(), self.root / ".git")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=state")
        return self._newest()

    def _newest(self) -> str:
        """Return the id of the newest commit without starting git for it."""
        head = (self.root / ".git" / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        branch = self.root / ".git" / name
        return branch.read_text(encoding="utf-8").strip() if name != head else head

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)


@cache
def _empty() -> Path:
    """Return the folder `.git` of a repository without a commit, made once in each process."""
    folder = Path(mkdtemp())
    atexit.register(shutil.rmtree, folder)
    # Without the template, which is a dozen files of comments.
    Repository(folder).git("init", "--quiet", "--initial-branch=main", "--template=")
    # Each commit would start two programs that look for work and find none.
    with (folder / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write("[maintenance]\n\tauto = false\n")
    return folder / ".git"
