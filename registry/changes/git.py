"""Find the files that differ between a commit and the working tree, with git."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from registry.source.plain_files import open_plain, read_plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

PLAIN = "100644"
EXECUTABLE = "100755"
LINK = "120000"
SUBMODULE = "160000"

_SAFE = (
    *("--literal-pathspecs", "--no-replace-objects", "-c", "core.quotePath=false"),
    # Files of a pull request can look like a repository, whose settings would run its programs.
    *("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"),
)
_DIFF = (
    *("diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative"),
    *("--no-color", "--no-ext-diff", "--ignore-submodules=dirty"),
)
_MARKER = "--end-of-options"
_FORK = re.compile(r"\^[0-9a-f]{40,64}")
_HASHES = {40: "sha1", 64: "sha256"}

_Kept = TypeVar("_Kept")


class UnusableBaseError(Exception):
    """Git cannot compare with a commit; says why, and what git advises."""


class MissingBaseError(UnusableBaseError):
    """Nothing was ever committed: there is no git, no repository, or no commit in it."""


@dataclass(frozen=True, slots=True)
class Blob:
    """One state of a file: its mode in git, and the id of its content."""

    mode: str
    id: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that differs; *before* is None if it is new, *after* is None if it was removed."""

    path: str
    before: Blob | None
    after: Blob | None


@dataclass(frozen=True)
class TreeDifference:
    """The differences between the working tree and a commit, seen from one folder.

    Attributes:
        top: the root of the repository.
        base: the full id of the commit.
        is_contained: whether HEAD has all that was committed to it, as far as history goes back.
        prefix: the path of the folder in the repository, with a slash at the end; "" for its root.
        files: the files of the commit, by path in the repository.
        tracked: all tracked files that differ, by path in the repository.
        untracked: the untracked files in the folder and in the folders next to it that were
            requested, by path in the repository.
    """

    top: Path
    base: str
    prefix: str
    files: Mapping[str, Blob]
    tracked: Mapping[str, FileChange]
    untracked: Mapping[str, Blob]
    is_contained: bool = True

    @cached_property
    def committed(self) -> Mapping[str, Blob]:
        """The files of the commit in the folder, by path relative to it."""
        return dict(self._below(self.files))

    @cached_property
    def inside(self) -> tuple[FileChange, ...]:
        """The files that differ in the folder, with paths relative to it, sorted."""
        found = dict(self._below(self.tracked))
        for path, after in self._below(self.untracked):
            before = found[path].before if path in found else None
            found[path] = FileChange(path, before, after)
        changed = (path for path in sorted(found) if found[path].before != found[path].after)
        return tuple(FileChange(path, found[path].before, found[path].after) for path in changed)

    @cached_property
    def outside(self) -> tuple[str, ...]:
        """The paths in the repository of the tracked files that differ elsewhere, sorted."""
        return tuple(sorted(path for path in self.tracked if not path.startswith(self.prefix)))

    def at(self, prefix: str) -> TreeDifference:
        """Return the same differences, seen from the folder *prefix* of the repository."""
        return replace(self, prefix=prefix)

    def beside(self, name: str) -> str | None:
        """Return the path in the repository of *name* next to the folder; None at its root."""
        above, slash, _ = self.prefix.removesuffix("/").rpartition("/")
        return f"{above}{slash}{name}" if self.prefix else None

    def only_ends_lines_differently(self, change: FileChange) -> bool:
        """Return whether *change*, with a path relative to the folder, is of line ends only."""
        before, after = change.before, change.after
        if not before or not after or after.mode not in {PLAIN, EXECUTABLE}:
            return False
        data = read_plain(self.top / f"{self.prefix}{change.path}").replace(b"\r\n", b"\n")
        both = (data, data.replace(b"\n", b"\r\n"))
        return before.id in {_blob_id(each, len(before.id)) for each in both}

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Return the content that the commit has at each of *paths*, with one process.

        Paths without a file are left out; the content of a symbolic link is its target. Raises
        UnusableBaseError if git does not have the content.
        """
        wanted = {path: self.files[path].id for path in paths if path in self.files}
        ids = dict.fromkeys(wanted.values())
        contents = dict(zip(ids, _contents(self.top, ids), strict=True)) if ids else {}
        return {path: contents[each] for path, each in wanted.items()}

    def _below(self, found: Mapping[str, _Kept]) -> Iterator[tuple[str, _Kept]]:
        start = len(self.prefix)
        return (
            (path[start:], each) for path, each in found.items() if path.startswith(self.prefix)
        )


def compare_with_commit(
    folder: Path, base: str, folders_beside: Iterable[str] = ()
) -> TreeDifference:
    """Return the differences between the working tree around *folder* and the commit *base*.

    Untracked files in *folder*, and in the *folders_beside* it, count as new, because they will be
    committed. Starts four processes, regardless of the number of files. Raises UnusableBaseError if
    git, its repository or the commit is missing.
    """
    root, prefix, commit, fork = _resolve(folder, base)
    files = dict(_files(root, commit))
    alone = TreeDifference(root, commit, prefix, files, {}, {}, fork in ("", commit))
    own = [prefix or ".", *filter(None, map(alone.beside, folders_beside))]
    return replace(
        alone,
        tracked={each.path: each for each in _tracked(root, commit)},
        untracked=_untracked(root, own, len(commit)),
    )


def merged_in(path: Path) -> str:
    """Return the commit that holds the file *path* for good, as a name; "" if none does.

    That is a main branch of a remote; what was committed last, where there is none. Raises
    UnusableBaseError for a repository that cannot say.
    """
    for base in main_branches(path.parent) or ("HEAD",):
        try:
            found = _resolve(path.parent, base)
        except MissingBaseError:
            continue
        if f"{found.prefix}{path.name}" in dict(_files(found.root, found.commit)):
            return base
    return ""


def main_branches(folder: Path) -> tuple[str, ...]:
    """Return the names of the main branches of the remotes that *folder* came from.

    In a clone of a fork, whose own branch may be old, that of the registry comes first if it is the
    remote `upstream`, as `gh repo fork` names it.
    """
    return tuple(filter(None, (_main_of(folder, remote) for remote in ("upstream", "origin"))))


def _main_of(folder: Path, remote: str) -> str:
    for base in (f"{remote}/main", f"{remote}/HEAD"):
        try:
            _resolve(folder, base)
        except UnusableBaseError:
            continue
        return base
    return ""


class _Resolved(NamedTuple):
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


def _resolve(folder: Path, base: str) -> _Resolved:
    """Return where *folder* is, and which commit *base* is. Raises UnusableBaseError."""
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
    return _Resolved(Path("\n".join(top)), prefix, commit, fork)


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


def _no_repository(folder: Path, said: str) -> UnusableBaseError:
    """Return what git *said*: a repository that it cannot read is not one that is missing."""
    above = (folder.absolute(), *folder.absolute().parents)
    found = next(filter(os.path.lexists, (each / ".git" for each in above)), None)
    if found is None:
        return MissingBaseError(said)
    return UnusableBaseError(f"{found} cannot be read: {said}; repair that, or clone again")


def _files(root: Path, commit: str) -> Iterator[tuple[str, Blob]]:
    for line in fields(root, "ls-tree", "-r", "-z", commit):
        facts, _, path = line.partition("\t")
        mode, kind, blob_id = facts.split(" ")
        if kind == "blob":
            yield path, Blob(mode, blob_id)


def _contents(root: Path, ids: Collection[str]) -> Iterator[bytes]:
    """Yield the content of each blob in *ids*, in order."""
    answer = _git(root, "cat-file", "--batch", given="".join(f"{each}\n" for each in ids).encode())
    start = 0
    for each in ids:
        head, end = _header(answer, start)
        if len(head) != len(("id", "type", "size")):
            raise UnusableBaseError(f"git does not have the content of {each}")
        start = end + int(head[2]) + 1
        yield answer[end : start - 1]


def _header(answer: bytes, start: int) -> tuple[list[bytes], int]:
    """Return the words of the line that starts at *start*, and where the next line starts."""
    end = answer.index(b"\n", start)
    return answer[start:end].split(), end + 1


def _tracked(root: Path, commit: str) -> Iterator[FileChange]:
    changed = iter(fields(root, *_DIFF, commit, "--"))
    for facts, path in zip(changed, changed, strict=True):
        before_mode, after_mode, before, after, _ = facts.removeprefix(":").split(" ")
        if after.strip("0") == "" and after_mode in (PLAIN, EXECUTABLE):
            # Git does not compute the id of a changed file that is not in the index.
            after = _id_on_disk(root / path, len(commit))
        yield FileChange(path, _blob(before_mode, before), _blob(after_mode, after))


def _untracked(root: Path, below: Iterable[str], length: int) -> dict[str, Blob]:
    paths = fields(root, "ls-files", "--others", "--exclude-standard", "-z", "--", *below)
    found = {path: _on_disk(root / path, path, length) for path in paths}
    executable = [path for path, blob in found.items() if blob.mode == EXECUTABLE]
    if executable and _ignores_modes(root):
        found |= {path: replace(found[path], mode=PLAIN) for path in executable}
    return found


def _ignores_modes(root: Path) -> bool:
    """Return whether the file system says nothing of modes, as where Linux shows a Windows disk."""
    asked = ("config", "--type=bool", "--default=true", "core.fileMode")
    return _git(root, *asked).strip() == b"false"


def _on_disk(file: Path, path: str, length: int) -> Blob:
    if path.endswith("/"):  # a repository of its own
        return Blob(SUBMODULE, "")
    mode = file.lstat().st_mode
    if stat.S_ISLNK(mode):
        return Blob(LINK, _blob_id(os.fsencode(file.readlink()), length))
    plain = EXECUTABLE if mode & stat.S_IXUSR else PLAIN
    return Blob(plain, _id_on_disk(file, length))


def _blob(mode: str, blob_id: str) -> Blob | None:
    return Blob(mode, blob_id) if mode.strip("0") else None


def _blob_id(data: bytes, length: int) -> str:
    """Return the blob id of *data* in a repository whose ids have *length* digits."""
    return _begun(len(data), length, data).hexdigest()


def _id_on_disk(file: Path, length: int) -> str:
    """Return what `_blob_id` does of the content of *file*, however large. Raises OSError."""
    with os.fdopen(open_plain(file), "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        return hashlib.file_digest(stream, lambda: _begun(size, length)).hexdigest()


def _begun(size: int, length: int, data: bytes = b"") -> hashlib._Hash:
    """Return the digest, as far as *data*, of a blob of *size* bytes."""
    return hashlib.new(_HASHES[length], b"blob %d\0" % size + data)


def fields(folder: Path, *arguments: str) -> list[str]:
    """Return what git prints for *arguments* in *folder*, where a NUL ends each field.

    Raises UnusableBaseError.
    """
    return os.fsdecode(_git(folder, *arguments)).split("\0")[:-1]


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    return _output(_run(folder, given, *arguments), arguments[0])


def _output(done: subprocess.CompletedProcess[bytes], command: str) -> bytes:
    if done.returncode:
        raise UnusableBaseError(_failure(done, command))
    return done.stdout


def _failure(done: subprocess.CompletedProcess[bytes], command: str) -> str:
    """Return what git says of its failure, and what it advises."""
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    fatal = (each for each in said if each.startswith("fatal: "))
    message = next(fatal, said[0]).removeprefix("fatal: ") if said else f"git {command} failed"
    # Git indents a command that it advises, such as for a repository that another user owns.
    advised = said[-1].removeprefix("\t") if said and said[-1].startswith("\tgit ") else ""
    return f"{message}; git advises `{advised}`" if advised else message


def _run(folder: Path, given: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    if "GIT_WORK_TREE" not in environment:
        # Set by git for the hooks of a linked worktree; it makes *folder* the root of the files.
        environment.pop("GIT_DIR", None)
    return subprocess.run(  # noqa: S603 - no shell, and a name from outside follows a marker
        (_program(), "-C", str(folder), *_SAFE, *arguments),
        capture_output=True,
        check=False,
        env=environment,
        input=given,
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
