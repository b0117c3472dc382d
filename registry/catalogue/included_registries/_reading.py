"""Read the files of an include in the repository, and check them against its lock."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from registry.catalogue.file_names import is_left_behind
from registry.catalogue.included_registries._lock import (
    INCLUDE_LOCK,
    INCLUDED_FOLDER,
    INCLUDED_MANUALS,
    IncludeLock,
    sha256_hex,
)
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.shown_paths import sibling_prefix
from registry.catalogue.tree import Tree
from registry.diagnostics import Diagnostic, Place, Severity
from registry.source.limits import MAX_PROBLEMS
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from registry.catalogue.included_registries._lock import Include


def read_include(manuals: Path, include: Include) -> Tree:
    """Return the tree of *include* in the repository, with its problems.

    *manuals* is the registry's own folder. Missing files are problems, not exceptions.
    """
    root, start = manuals.absolute().parent, sibling_prefix(manuals)
    if irregular := tuple(_irregular(root, start, include)):
        return Tree((), irregular)
    path = f"{start}{INCLUDED_FOLDER}/{include.name}/{INCLUDE_LOCK}"
    lock = IncludeLock.read(root / INCLUDED_FOLDER / include.name / INCLUDE_LOCK)
    if lock is None:
        message = f"the include {include.name!r} has no valid lock"
        return Tree((), (Diagnostic(Place(path), "missing-include", message, _command(include)),))
    problems = list(_stale(path, lock, include, root))
    folder = root / include.folder
    tree = load_tree(folder, f"{start}{include.folder}") if folder.is_dir() else Tree((), ())
    problems += islice(_altered_files(tree, lock, include, start), MAX_PROBLEMS)
    return Tree(tree.publishers, (*tree.problems, *problems))


def unused_includes(manuals: Path, includes: Iterable[Include]) -> Iterator[Diagnostic]:
    """Report what is in the folder of includes and belongs to none of *includes*."""
    folder = manuals.absolute().parent / INCLUDED_FOLDER
    included = {each.name for each in includes}
    names = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
    for name in names:
        if name not in included and name != "README.md" and not name.startswith("."):
            yield Diagnostic(
                Place(f"{sibling_prefix(manuals)}{INCLUDED_FOLDER}/{name}"),
                "unused-include",
                f"the settings include no registry {name!r}, so nothing in it is published",
                "remove it, or add it to `extra.registry.includes` in mkdocs.yml",
                Severity.WARNING,
            )


def has_links(root: Path, include: Include) -> bool:
    """Return whether a path of *include* in the repository *root* is a symbolic link."""
    return any((root / path).is_symlink() for path in _paths_to(include))


def _paths_to(include: Include) -> tuple[str, ...]:
    """Return the paths in the repository that lead to the files of *include*."""
    folder = f"{INCLUDED_FOLDER}/{include.name}"
    return INCLUDED_FOLDER, folder, f"{folder}/{INCLUDE_LOCK}", include.folder


def _irregular(root: Path, start: str, include: Include) -> Iterator[Diagnostic]:
    """Report links, which lead to different files in every checkout, and unexpected files."""
    for path in _paths_to(include):
        if (root / path).is_symlink():
            message = f"{path!r} is a symbolic link"
            hint = f"remove it, and {_command(include)}"
            yield Diagnostic(Place(start + path), "irregular-file", message, hint)
            return
    folder = f"{INCLUDED_FOLDER}/{include.name}"
    names = (each.name for each in (root / folder).glob("*"))
    for name in sorted(names):
        if name not in (INCLUDE_LOCK, INCLUDED_MANUALS) and not is_left_behind(name):
            message = f"{name!r} does not belong in {folder}"
            hint = f"remove it: this folder contains {INCLUDED_MANUALS}/ and {INCLUDE_LOCK}"
            yield Diagnostic(Place(f"{start}{folder}/{name}"), "unexpected-file", message, hint)


def _stale(path: str, lock: IncludeLock, include: Include, root: Path) -> Iterator[Diagnostic]:
    root_file = root / include.trust
    trust = read_plain(root_file) if root_file.is_file() else None
    if trust is None:
        message = f"the trust root {include.trust!r} of the include {include.name!r} is missing"
        yield Diagnostic(
            Place(path), "stale-include", message, "commit the root that you were given"
        )
    elif lock.asked != include.asked(trust):
        message = f"the settings of the include {include.name!r} differ from its lock"
        yield Diagnostic(Place(path), "stale-include", message, _command(include))


def _altered_files(
    tree: Tree, lock: IncludeLock, include: Include, start: str
) -> Iterator[Diagnostic]:
    folder = f"{start}{include.folder}/"
    digests = {file.path.removeprefix(folder): sha256_hex(file.data) for file in tree.files}
    for path in sorted(chain(digests, lock.files.keys() - digests)):
        if path not in lock.files:
            what = "is not in the lock"
        elif path not in digests:
            what = "is in the lock, but missing"
        elif digests[path] != lock.files[path]:
            what = "was changed after it was included"
        else:
            continue
        message = f"{path!r} {what}"
        hint = f"{_command(include)}; propose changes to its own registry"
        yield Diagnostic(Place(folder + path), "altered-include", message, hint)


def _command(include: Include) -> str:
    return f"run `registry include {include.name}`"
