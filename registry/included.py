"""What other registries gave, as it lies in the repository: read, held against its lock, joined.

`included/<name>/manuals/` is laid out like `manuals/`, and `included/<name>/lock.json` says what
was asked for and which digests the files have. `registry include` writes both; whoever reads them
here asks nobody, so a build stays the same until somebody merges other files.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.diagnostics import Place, Severity
from registry.load import File, Tree, load, shown
from registry.model import Upstream, fold
from registry.source.limits import MAX_PROBLEMS
from registry.validate import load_schema, problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.diagnostics import Diagnostic
    from registry.load import PublisherFolder

FOLDER = "included"
"""The folder beside `manuals/` that holds what was included."""

MANUALS = "manuals"
LOCK = "lock.json"

_SCHEMA = Path(__file__).parent / "schemas" / "lock.schema.json"
_VERSION = 1
SHADOWED = "shadowed-publisher"
"""The rule that says what is left out since its name is taken."""

_CHECKS = frozenset(
    {"altered-include", "missing-include", SHADOWED, "stale-include", "unused-include"}
)
"""What is said of an include as a whole; everything else is said of a manual in it."""


@dataclass(frozen=True, slots=True)
class Include:
    """A registry to include, as `mkdocs.yml` names it.

    Attributes:
        name: what it is called here.
        url: the address of its site.
        trust: the file with its trust root, relative to the repository.
        mirrors: other addresses of the same files.
        publishers, manuals: all that is wanted; where both are empty, everything is.
    """

    name: str
    url: str
    trust: str
    mirrors: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    manuals: tuple[str, ...] = ()

    def wants(self, publisher: str, manual: str = "") -> bool:
        """Tell whether *manual* of *publisher* is wanted, or without it anything of *publisher*."""
        if not self.publishers and not self.manuals:
            return True
        begins = f"{publisher}/{manual}"
        named = (each == begins if manual else each.startswith(begins) for each in self.manuals)
        return publisher in self.publishers or any(named)

    @property
    def folder(self) -> str:
        """Where its manuals lie, relative to the repository."""
        return f"{FOLDER}/{self.name}/{MANUALS}"

    def asked(self, trust: bytes) -> dict[str, Any]:
        """Return all that decides what is included, with the content of the trust root."""
        return {
            "url": self.url,
            "trust": hashlib.sha256(trust).hexdigest(),
            "publishers": sorted(self.publishers),
            "manuals": sorted(self.manuals),
        }


@dataclass(frozen=True, slots=True)
class Lock:
    """What `registry include` wrote, and why.

    Attributes:
        asked: what decided on it, as `Include.asked` returns it.
        signed: the versions of the upstream's signatures, by role: none older is accepted.
        notes: what is not as the upstream has it, by publisher or manual, each with the reason.
        files: the digest of every file, by its path below the folder of manuals.
    """

    asked: Mapping[str, Any]
    signed: Mapping[str, int]
    notes: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, data: bytes) -> Lock | None:
        """Return the lock in *data*, None where it holds anything else.

        So it does where it is written in another way, such as with a key twice: what people review
        has to be what is read.
        """
        try:
            stated = json.loads(data)
        except (ValueError, RecursionError):
            return None
        if not load_schema(_SCHEMA).accepts(stated):
            return None
        lock = cls(stated["asked"], stated["signed"], stated["notes"], stated["files"])
        return lock if lock.written() == data else None

    def written(self) -> bytes:
        """Return the lock as a file, in ASCII: a line for each fact, sorted."""
        facts = {
            "version": _VERSION,
            "asked": self.asked,
            "signed": self.signed,
            "notes": self.notes,
            "files": self.files,
        }
        return (json.dumps(facts, indent=2, sort_keys=True) + "\n").encode()


def digest(data: bytes) -> str:
    """Return the digest of a file, as a lock has it."""
    return hashlib.sha256(data).hexdigest()


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


def joined(own: Tree, included: Iterable[tuple[Include, Tree]]) -> Tree:
    """Return one tree of what is our *own* and what was *included*, in the order of precedence.

    A publisher that is there already keeps its name for itself: the later one of the same name is
    left out whole, and a note says so. Else whoever signs another registry could put a manual
    beside ours, or a newer version of one.
    """
    publishers, problems = list(own.publishers), list(own.problems)
    taken = Taken(own.publishers)
    for include, tree in included:
        problems += tree.problems
        upstream = Upstream(include.name, include.url)
        for each in tree.publishers:
            if reason := taken.reason_against(each.name, [manual.name for manual in each.manuals]):
                problems.append(_shadowed(each, include, reason))
            else:
                publishers.append(replace(each, upstream=upstream))
        taken.add(each for each in publishers if each.upstream == upstream)
    return Tree(tuple(sorted(publishers, key=lambda each: each.name)), tuple(problems))


class Taken:
    """The names that publishers and manuals have already, as clients tell them apart."""

    def __init__(self, publishers: Iterable[PublisherFolder]) -> None:
        self._publishers: set[str] = set()
        self._manuals: set[str] = set()
        self.add(publishers)

    def add(self, publishers: Iterable[PublisherFolder]) -> None:
        """Take the names of *publishers*."""
        for publisher in publishers:
            self._publishers.add(fold(publisher.name))
            self._manuals.update(
                fold(f"{publisher.name}_{each.name}") for each in publisher.manuals
            )

    def reason_against(self, publisher: str, manuals: Iterable[str]) -> str:
        """Return why there can be no *publisher* with these *manuals* as well, or ""."""
        if fold(publisher) in self._publishers:
            return f"there is a publisher {publisher!r} already"
        for each in manuals:
            if fold(f"{publisher}_{each}") in self._manuals:
                name = fold(f"{publisher}_{each}")
                return f"clients know another manual by the name of {publisher}/{each}, {name!r}"
        return ""


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


def told(
    diagnostics: Iterable[Diagnostic], manuals: Path, quality: frozenset[str]
) -> Iterator[Diagnostic]:
    """Yield *diagnostics* as they concern whoever runs this registry, who cannot mend them.

    Of included manuals, what is merely poor is for their own registry: of the rules on *quality*
    only errors are told. The remedy for an error is to include the manual no longer.
    """
    start = f"{beside(manuals)}{FOLDER}/"
    for each in diagnostics:
        begins, _, inside = each.place.path.partition(f"/{MANUALS}/")
        name = begins.removeprefix(start)
        if not inside or name == begins or each.rule in _CHECKS:
            yield each
        elif each.severity is Severity.ERROR:
            hint = f"`registry include {name}` leaves out what has errors"
            yield replace(each, hint=hint)
        elif each.rule not in quality:
            yield replace(each, hint="it is for its own registry to mend")


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


def _shadowed(publisher: PublisherFolder, include: Include, reason: str) -> Diagnostic:
    return problem(
        Place(publisher.path),
        SHADOWED,
        f"nothing of {publisher.name!r} is published from {include.name!r}: {reason}",
        f"`registry include {include.name}` leaves it out",
        Severity.NOTE,
    )


def _anew(include: Include) -> str:
    return f"run `registry include {include.name}`"


def _data(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
