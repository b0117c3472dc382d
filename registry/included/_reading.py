"""Read what lies in the repository of an include, and hold it against its lock."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from registry.diagnostics import Place, Severity
from registry.included._lock import FOLDER, LOCK, MANUALS, Lock, digest
from registry.load import Tree, load, shown
from registry.source.limits import MAX_PROBLEMS
from registry.validate import problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.included._lock import Include
    from registry.load import File


def beside(manuals: Path) -> str:
    """Return how paths in the folder of *manuals*' own folder begin in messages."""
    return shown(manuals).rpartition(manuals.name)[0]


def read(manuals: Path, include: Include) -> Tree:
    """Return what lies here of *include*, with whatever is wrong with it.

    *manuals* is the registry's own folder. Nothing is raised for what is missing.
    """
    root, start = manuals.absolute().parent, beside(manuals)
    if irregular := tuple(_irregular(root, start, include)):
        return Tree((), irregular)
    path = f"{start}{FOLDER}/{include.name}/{LOCK}"
    lock = Lock.parse(_data(root / FOLDER / include.name / LOCK) or b"")
    if lock is None:
        message = f"there is no usable lock of the include {include.name!r}"
        return Tree((), (problem(Place(path), "missing-include", message, _anew(include)),))
    problems = list(_stale(path, lock, include, root))
    folder = root / include.folder
    tree = load(folder, f"{start}{include.folder}") if folder.is_dir() else Tree((), ())
    problems += islice(_altered(tree, lock, include, start), MAX_PROBLEMS)
    return Tree(tree.publishers, (*tree.problems, *problems))


def unused(manuals: Path, includes: Iterable[Include]) -> Iterator[Diagnostic]:
    """Report what lies in the folder of includes and belongs to none of *includes*."""
    folder = manuals.absolute().parent / FOLDER
    known = {each.name for each in includes}
    names = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
    for name in names:
        if name not in known and name != "README.md" and not name.startswith("."):
            yield problem(
                Place(f"{beside(manuals)}{FOLDER}/{name}"),
                "unused-include",
                f"the settings include no registry {name!r}, so nothing of it is published",
                "remove it, or name it below `extra.registry.includes` in mkdocs.yml",
                Severity.WARNING,
            )


def files(tree: Tree) -> Iterator[File]:
    """Yield every file of *tree*."""
    for publisher in tree.publishers:
        if publisher.about:
            yield publisher.about
        for manual in publisher.manuals:
            if manual.listing:
                yield manual.listing
            yield from (file for _, file in manual.releases)


def has_links(root: Path, include: Include) -> bool:
    """Tell whether something of *include* in the repository *root* lies elsewhere."""
    return any((root / path).is_symlink() for path in _ways(include))


def _ways(include: Include) -> tuple[str, ...]:
    """Return what leads to the files of *include*, each by its path in the repository."""
    folder = f"{FOLDER}/{include.name}"
    return FOLDER, folder, f"{folder}/{LOCK}", include.folder


def _irregular(root: Path, start: str, include: Include) -> Iterator[Diagnostic]:
    """Report links, behind which other files lie in every checkout, and what nobody included."""
    for path in _ways(include):
        if (root / path).is_symlink():
            message = f"{path!r} is a symbolic link"
            hint = f"remove it, and {_anew(include)}"
            yield problem(Place(start + path), "irregular-file", message, hint)
            return
    folder = f"{FOLDER}/{include.name}"
    names = (each.name for each in (root / folder).glob("*"))
    for name in sorted(names):
        if name not in (LOCK, MANUALS):
            message = f"{name!r} does not belong into {folder}"
            hint = f"remove it: this folder holds {MANUALS}/ and {LOCK}"
            yield problem(Place(f"{start}{folder}/{name}"), "unexpected-file", message, hint)


def _stale(path: str, lock: Lock, include: Include, root: Path) -> Iterator[Diagnostic]:
    trust = _data(root / include.trust)
    if trust is None:
        message = f"there is no trust root {include.trust!r} for the include {include.name!r}"
        yield problem(Place(path), "stale-include", message, "commit the root that you were given")
    elif lock.asked != include.asked(trust):
        message = f"what the settings want of {include.name!r} is not what was included"
        yield problem(Place(path), "stale-include", message, _anew(include))


def _altered(tree: Tree, lock: Lock, include: Include, start: str) -> Iterator[Diagnostic]:
    folder = f"{start}{include.folder}/"
    found = {file.path.removeprefix(folder): digest(file.data) for file in files(tree)}
    for path in sorted(chain(found, lock.files.keys() - found)):
        if path not in lock.files:
            what = "was not included from anywhere"
        elif path not in found:
            what = "was included and is gone"
        elif found[path] != lock.files[path]:
            what = "is not as it was included"
        else:
            continue
        message = f"{path!r} {what}"
        hint = f"{_anew(include)}; what should change is for its own registry"
        yield problem(Place(folder + path), "altered-include", message, hint)


def _anew(include: Include) -> str:
    return f"run `registry include {include.name}`"


def _data(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
