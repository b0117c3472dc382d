"""Find the files that differ between a commit and the working tree."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from registry.changes import git
from registry.source.plain_files import open_plain, read_plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

PLAIN = "100644"
EXECUTABLE = "100755"
LINK = "120000"
SUBMODULE = "160000"

_DIFF = (
    *("diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative"),
    *("--no-color", "--no-ext-diff", "--ignore-submodules=dirty"),
)
_HASHES = {40: "sha1", 64: "sha256"}

_Kept = TypeVar("_Kept")


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
        differences = dict(self._below(self.tracked))
        for path, after in self._below(self.untracked):
            before = differences[path].before if path in differences else None
            differences[path] = FileChange(path, before, after)
        changed = (
            path
            for path in sorted(differences)
            if differences[path].before != differences[path].after
        )
        return tuple(
            FileChange(path, differences[path].before, differences[path].after) for path in changed
        )

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
        ids_by_path = {path: self.files[path].id for path in paths if path in self.files}
        ids = dict.fromkeys(ids_by_path.values())
        contents = dict(zip(ids, _contents(self.top, ids), strict=True)) if ids else {}
        return {path: contents[each] for path, each in ids_by_path.items()}

    def _below(self, differences: Mapping[str, _Kept]) -> Iterator[tuple[str, _Kept]]:
        start = len(self.prefix)
        return (
            (path[start:], each)
            for path, each in differences.items()
            if path.startswith(self.prefix)
        )


def compare_with_commit(
    folder: Path, base: str, folders_beside: Iterable[str] = ()
) -> TreeDifference:
    """Return the differences between the working tree around *folder* and the commit *base*.

    Untracked files in *folder*, and in the *folders_beside* it, count as new, because they will be
    committed. Starts four processes, regardless of the number of files. Raises UnusableBaseError if
    git, its repository or the commit is missing.
    """
    root, prefix, commit, fork = git.resolve(folder, base)
    files = dict(_files(root, commit))
    alone = TreeDifference(root, commit, prefix, files, {}, {}, fork in ("", commit))
    folders = [prefix or ".", *filter(None, map(alone.beside, folders_beside))]
    return replace(
        alone,
        tracked={each.path: each for each in _tracked_changes(root, commit)},
        untracked=_untracked_files(root, folders, len(commit)),
    )


def merged_in(path: Path) -> str:
    """Return the commit that holds the file *path* for good, as a name; "" if none does.

    That is a main branch of a remote; what was committed last, where there is none. Raises
    UnusableBaseError for a repository that cannot say.
    """
    for base in git.main_branches(path.parent) or ("HEAD",):
        try:
            resolved = git.resolve(path.parent, base)
        except git.MissingBaseError:
            continue
        if f"{resolved.prefix}{path.name}" in dict(_files(resolved.root, resolved.commit)):
            return base
    return ""


def _files(root: Path, commit: str) -> Iterator[tuple[str, Blob]]:
    for line in git.fields(root, "ls-tree", "-r", "-z", commit):
        entry, _, path = line.partition("\t")
        mode, kind, blob_id = entry.split(" ")
        if kind == "blob":
            yield path, Blob(mode, blob_id)


def _contents(root: Path, ids: Collection[str]) -> Iterator[bytes]:
    """Yield the content of each blob in *ids*, in order."""
    request = "".join(f"{each}\n" for each in ids).encode()
    answer = git.output_of(root, "cat-file", "--batch", given=request)
    start = 0
    for blob in ids:
        head, end = _header(answer, start)
        if len(head) != len(("id", "type", "size")):
            raise git.UnusableBaseError(f"git does not have the content of {blob}")
        start = end + int(head[2]) + 1
        yield answer[end : start - 1]


def _header(answer: bytes, start: int) -> tuple[list[bytes], int]:
    """Return the words of the line that starts at *start*, and where the next line starts."""
    end = answer.index(b"\n", start)
    return answer[start:end].split(), end + 1


def _tracked_changes(root: Path, commit: str) -> Iterator[FileChange]:
    changed = iter(git.fields(root, *_DIFF, commit, "--"))
    for entry, path in zip(changed, changed, strict=True):
        before_mode, after_mode, before, after, _ = entry.removeprefix(":").split(" ")
        if after.strip("0") == "" and after_mode in (PLAIN, EXECUTABLE):
            # Git does not compute the id of a changed file that is not in the index.
            after = _id_on_disk(root / path, len(commit))
        yield FileChange(path, _blob(before_mode, before), _blob(after_mode, after))


def _untracked_files(root: Path, below: Iterable[str], length: int) -> dict[str, Blob]:
    paths = git.fields(root, "ls-files", "--others", "--exclude-standard", "-z", "--", *below)
    blobs = {path: _on_disk(root / path, path, length) for path in paths}
    executable = [path for path, blob in blobs.items() if blob.mode == EXECUTABLE]
    if executable and _ignores_modes(root):
        blobs |= {path: replace(blobs[path], mode=PLAIN) for path in executable}
    return blobs


def _ignores_modes(root: Path) -> bool:
    """Return whether the file system says nothing of modes, as where Linux shows a Windows disk."""
    asked = ("config", "--type=bool", "--default=true", "core.fileMode")
    return git.output_of(root, *asked).strip() == b"false"


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
    return _begun_digest(len(data), length, data).hexdigest()


def _id_on_disk(file: Path, length: int) -> str:
    """Return what `_blob_id` does of the content of *file*, however large. Raises OSError."""
    with os.fdopen(open_plain(file), "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        return hashlib.file_digest(stream, lambda: _begun_digest(size, length)).hexdigest()


def _begun_digest(size: int, length: int, data: bytes = b"") -> hashlib._Hash:
    """Return the digest, as far as *data*, of a blob of *size* bytes."""
    return hashlib.new(_HASHES[length], b"blob %d\0" % size + data)
