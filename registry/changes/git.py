"""Ask git: which commit is meant, and what its commands print."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

_SAFE = (
    *("--literal-pathspecs", "--no-replace-objects", "-c", "core.quotePath=false"),
    # Files of a pull request can look like a repository, whose settings would run its programs.
    *("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"),
)
_MARKER = "--end-of-options"
_FORK = re.compile(r"\^[0-9a-f]{40,64}")


class UnusableBaseError(Exception):
    """Git cannot compare with a commit; says why, and what git advises."""


class MissingBaseError(UnusableBaseError):
    """Nothing was ever committed: there is no git, no repository, or no commit in it."""


def main_branches(folder: Path) -> tuple[str, ...]:
    """Return the names of the main branches of the remotes that *folder* came from.

    In a clone of a fork, whose own branch may be old, that of the registry comes first if it is the
    remote `upstream`, as `gh repo fork` names it.
    """
    return tuple(filter(None, (_main_of(folder, remote) for remote in ("upstream", "origin"))))


def _main_of(folder: Path, remote: str) -> str:
    for base in (f"{remote}/main", f"{remote}/HEAD"):
        try:
            resolve(folder, base)
        except UnusableBaseError:
            continue
        return base
    return ""


class Resolved(NamedTuple):
    """A folder and a commit, as git knows them.

    Attributes:
        root: that of the repository.
        prefix: the path of the folder in it, with a slash at the end; "" for its root.
        commit: the full id of the commit.
        fork: that of the commit where HEAD left it, "" where history does not go so far back.
    """

    root: Path
    prefix: str
    commit: str
    fork: str


def resolve(folder: Path, base: str) -> Resolved:
    """Return the repository of *folder*, and the commit of *base*. Raises UnusableBaseError."""
    asked = ("--show-toplevel", "--show-prefix", _MARKER, f"{base}^{{commit}}...HEAD")
    try:
        done = _run(folder, b"", "rev-parse", *asked)
    except MissingBaseError as error:
        raise _no_repository(folder, str(error)) from None
    if done.returncode:
        raise _no_base(folder, base, done)
    text = os.fsdecode(_output(done, "rev-parse")).removesuffix("\n")
    # Git before 2.43 repeats the marker.
    lines = [line for line in text.split("\n") if line != _MARKER]
    forks = [line[1:] for line in lines if _FORK.fullmatch(line)]
    *top, prefix, _, commit = lines[: len(lines) - len(forks)]
    fork = commit if commit in forks else "".join(forks[:1])
    return Resolved(Path("\n".join(top)), prefix, commit, fork)


def _no_base(
    folder: Path, base: str, done: subprocess.CompletedProcess[bytes]
) -> UnusableBaseError:
    """Return why *done* found no commit *base*: a damaged repository is not one without commits."""
    if not done.stdout:
        said = _failure(done, "rev-parse")
        is_missing = said.startswith("not a git repository")
        return _no_repository(folder, said) if is_missing else UnusableBaseError(said)
    if base != "HEAD":
        return UnusableBaseError(
            "git has no such commit; `git fetch` may get it, in a shallow clone with "
            "`--depth=2` or `--unshallow`"
        )
    if b"does not have any commits yet" in _run(folder, b"", "log", "-1").stderr:
        return MissingBaseError("nothing is committed yet; commit what is released")
    return UnusableBaseError("the repository has lost this commit; `git fsck` says more")


def _no_repository(folder: Path, message: str) -> UnusableBaseError:
    """Return the error for git's *message*: an unreadable repository is not a missing one."""
    above = (folder.absolute(), *folder.absolute().parents)
    repository = next(filter(os.path.lexists, (each / ".git" for each in above)), None)
    if repository is None:
        return MissingBaseError(message)
    return UnusableBaseError(f"{repository} cannot be read: {message}; repair that, or clone again")


def fields(folder: Path, *arguments: str) -> list[str]:
    """Return the output of git for *arguments* in *folder*, split at each NUL.

    Raises UnusableBaseError.
    """
    return os.fsdecode(output_of(folder, *arguments)).split("\0")[:-1]


def output_of(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """Return the output of git for *arguments* in *folder*, with *given* as its input.

    Raises UnusableBaseError.
    """
    return _output(_run(folder, given, *arguments), arguments[0])


def _output(done: subprocess.CompletedProcess[bytes], command: str) -> bytes:
    if done.returncode:
        raise UnusableBaseError(_failure(done, command))
    return done.stdout


def _failure(done: subprocess.CompletedProcess[bytes], command: str) -> str:
    """Return the message of git's failure, and its advice."""
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    fatal = (each for each in lines if each.startswith("fatal: "))
    message = next(fatal, lines[0]).removeprefix("fatal: ") if lines else f"git {command} failed"
    # Git indents a command that it advises, such as for a repository that another user owns.
    advised = lines[-1].removeprefix("\t") if lines and lines[-1].startswith("\tgit ") else ""
    return f"{message}; git advises `{advised}`" if advised else message


def _run(folder: Path, stdin: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    if "GIT_WORK_TREE" not in environment:
        # Set by git for the hooks of a linked worktree; it makes *folder* the root of the files.
        environment.pop("GIT_DIR", None)
    return subprocess.run(  # noqa: S603 - no shell, and a name from outside follows a marker
        (_program(), "-C", str(folder), *_SAFE, *arguments),
        capture_output=True,
        check=False,
        env=environment,
        input=stdin,
    )


def _program() -> str:
    """Return the full path of git. Raises MissingBaseError.

    Windows, and a PATH with relative folders, would find one in the current folder, which may hold
    the files of a pull request.
    """
    name = "git.exe" if sys.platform == "win32" else "git"
    for folder in filter(os.path.isabs, os.get_exec_path()):
        # With a folder, `which` looks nowhere else.
        if found := shutil.which(os.path.join(folder, name)):  # noqa: PTH118 - what `which` takes
            return found
    raise MissingBaseError("git is not installed")
