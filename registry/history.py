"""Ask git which files differ between a commit and the working tree, by the ids of their blobs."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = "100644"
EXECUTABLE = "100755"
LINK = "120000"
SUBMODULE = "160000"

_SAFE = ("-c", "core.quotePath=false", "-c", "core.fsmonitor=false")
_DIFF = (
    *("diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative"),
    *("--no-color", "--no-ext-diff", "--ignore-submodules=dirty"),
)
_HASHES = {40: "sha1", 64: "sha256"}


class UnusableBaseError(Exception):
    """There is nothing to compare with: no git, no repository, or no such commit."""


@dataclass(frozen=True, slots=True)
class Blob:
    """One state of a file: the mode that git gives it, and the id of its content."""

    mode: str
    id: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that differs: None *before* where it is new, None *after* where it is gone."""

    path: str
    before: Blob | None
    after: Blob | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What sets the working tree apart from a commit.

    Attributes:
        base: the full id of the commit.
        prefix: how the paths of the folder begin in the repository, with a slash at the end.
        merged: the files that the commit has below the folder, relative to it.
        inside: what differs below the folder, relative to it and sorted.
        outside: the paths that differ elsewhere in the repository, sorted.
    """

    base: str
    prefix: str
    merged: tuple[str, ...]
    inside: tuple[FileChange, ...]
    outside: tuple[str, ...]


def compare(folder: Path, base: str) -> Difference:
    """Compare the working tree around *folder* with the commit that git knows as *base*.

    Files below *folder* that git does not track yet count as new; they will be committed. Raises
    UnusableBaseError when git, its repository or the commit is missing.
    """
    top, prefix = _lines(folder, "rev-parse", "--show-toplevel", "--show-prefix")
    commit = _commit(folder, base)
    root = Path(top)
    found = {each.path: each for each in _tracked(root, commit)}
    for each in _untracked(root, prefix, len(commit)):
        before = found[each.path].before if each.path in found else None
        found[each.path] = FileChange(each.path, before, each.after)
    changed = [found[path] for path in sorted(found) if found[path].before != found[path].after]
    return Difference(
        base=commit,
        prefix=prefix,
        merged=tuple(_fields(folder, "ls-tree", "-r", "-z", "--name-only", commit)),
        inside=tuple(
            FileChange(each.path.removeprefix(prefix), each.before, each.after)
            for each in changed
            if each.path.startswith(prefix)
        ),
        outside=tuple(each.path for each in changed if not each.path.startswith(prefix)),
    )


def _commit(folder: Path, base: str) -> str:
    try:
        name = f"{base}^{{commit}}"
        (commit,) = _lines(folder, "rev-parse", "--verify", "--end-of-options", name)
    except UnusableBaseError:
        raise UnusableBaseError(
            "git has no such commit here; `git fetch` may get it, in a shallow clone with "
            "`--depth=2` or `--unshallow`"
        ) from None
    return commit


def merged_file(folder: Path, commit: str, name: str) -> bytes | None:
    """Return what *commit* holds as *name* in *folder*; None where there is nothing.

    Raises UnusableBaseError where it is there and cannot be read.
    """
    try:
        listed = _fields(folder, "ls-tree", "-z", "--name-only", commit, "--", name)
    except UnusableBaseError:  # the folder is outside the repository
        return None
    return _git(folder, "cat-file", "blob", f"{commit}:./{name}") if listed else None


def _tracked(root: Path, commit: str) -> Iterator[FileChange]:
    fields = iter(_fields(root, *_DIFF, commit, "--"))
    for facts, path in zip(fields, fields, strict=True):
        before_mode, after_mode, before, after, _ = facts.removeprefix(":").split(" ")
        if after.strip("0") == "" and after_mode in (PLAIN, EXECUTABLE):
            # Git has not looked into a file that is changed but not added to the index.
            after = _blob_id((root / path).read_bytes(), len(commit))
        yield FileChange(path, _blob(before_mode, before), _blob(after_mode, after))


def _untracked(root: Path, prefix: str, length: int) -> Iterator[FileChange]:
    wanted = ("--others", "--exclude-standard", "-z", "--", prefix or ".")
    for path in _fields(root, "ls-files", *wanted):
        yield FileChange(path, None, _on_disk(root / path, path, length))


def _on_disk(file: Path, path: str, length: int) -> Blob:
    if path.endswith("/"):  # a repository of its own
        return Blob(SUBMODULE, "")
    mode = file.lstat().st_mode
    if stat.S_ISLNK(mode):
        return Blob(LINK, _blob_id(os.fsencode(file.readlink()), length))
    plain = EXECUTABLE if mode & stat.S_IXUSR else PLAIN
    return Blob(plain, _blob_id(file.read_bytes(), length))


def _blob(mode: str, blob_id: str) -> Blob | None:
    return Blob(mode, blob_id) if mode.strip("0") else None


def _blob_id(data: bytes, length: int) -> str:
    """Return the id that git gives *data* in a repository whose ids have *length* digits."""
    return hashlib.new(_HASHES[length], b"blob %d\0" % len(data) + data).hexdigest()


def _lines(folder: Path, *arguments: str) -> list[str]:
    return os.fsdecode(_git(folder, *arguments)).removesuffix("\n").split("\n")


def _fields(folder: Path, *arguments: str) -> list[str]:
    return os.fsdecode(_git(folder, *arguments)).split("\0")[:-1]


def _git(folder: Path, *arguments: str) -> bytes:
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and a name from outside follows a marker
            ("git", "-C", str(folder), *_SAFE, *arguments),  # noqa: S607 - the git of this machine
            capture_output=True,
            check=False,
            env=environment,
        )
    except FileNotFoundError:
        raise UnusableBaseError("git is not installed") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        told = said[0].removeprefix("fatal: ") if said else f"git {arguments[0]} failed"
        raise UnusableBaseError(told)
    return done.stdout
