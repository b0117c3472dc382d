"""Include another registry: download its manuals, verify them, and write them to the repository.

The files are kept next to `manuals/`, so that changes are reviewed, a build needs no network, and
nothing reaches a model before it is merged. `docs/adr/0012` gives the reasons.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from registry import pipeline
from registry.authoring.include._collect import Before, collect
from registry.authoring.include._upstream import CannotIncludeError, UpstreamSite
from registry.catalogue import included_registries
from registry.catalogue.file_names import is_left_behind
from registry.catalogue.included_registries import (
    INCLUDE_LOCK,
    INCLUDED_FOLDER,
    INCLUDED_MANUALS,
    IncludeLock,
    TakenNames,
    sha256_hex,
)
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.shown_paths import sibling_prefix
from registry.diagnostics import Severity
from registry.model.files import File
from registry.signing import UnusableTrustError, root_of
from registry.site.file_writer import write
from registry.site.swap import staging
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.authoring.include._collect import Collected
    from registry.catalogue.included_registries import Include
    from registry.catalogue.tree import Tree

__all__ = ["CannotIncludeError", "IncludeResult", "include"]


@dataclass(frozen=True, slots=True)
class IncludeResult:
    """The result of updating one include, or of checking for updates.

    Attributes:
        name: the name of the included registry here.
        added, changed, removed: paths relative to its folder of manuals.
        notes: why a publisher or manual differs from its site, by name.
        failures: URLs that could not be used, each with the reason.
        is_current: whether nothing has changed, including what was requested, and nothing is held
            back.
    """

    name: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[str, ...] = ()
    is_current: bool = False


def include(
    manuals: Path, wanted: Include, listed: Sequence[Include], *, only_look: bool = False
) -> IncludeResult:
    """Update the files of *wanted*, one of the includes *listed*, next to the folder *manuals*.

    With *only_look* nothing is written. Raises CannotIncludeError, with nothing changed;
    swap.BusyError if another process is doing the same; and OSError.
    """
    root = manuals.absolute().parent
    folder = root / INCLUDED_FOLDER
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise CannotIncludeError(f"{INCLUDED_FOLDER} is not a folder; remove it and try again")
    trust = _trust(root, wanted)
    before = Before(
        root / wanted.folder, IncludeLock.read(root / INCLUDED_FOLDER / wanted.name / INCLUDE_LOCK)
    )
    terms = wanted.asked(trust)
    with tempfile.TemporaryDirectory() as work:
        site = UpstreamSite(
            wanted, trust, _seen_versions(before.lock, terms), Path(work) / "signed"
        )
        earlier = [_as_it_is(manuals, each) for each in listed[: listed.index(wanted)]]
        own_tree = load_tree(manuals)
        taken = TakenNames(included_registries.join_trees(own_tree, earlier).publishers)
        collected = collect(site, wanted, taken, before)
        files = _without_errors(
            manuals, own_tree, collected, wanted, listed, Path(work) / "checked"
        )
    digests = {path: sha256_hex(data) for path, data in files.items()}
    lock = IncludeLock(terms, site.signed, collected.notes, digests, before.gone(terms, files))
    outcome = _outcome(wanted, before, lock, tuple(site.failures))
    # Which side has changed a release, the lock cannot say: it may have been changed with it.
    if collected.held or included_registries.has_links(root, wanted):
        outcome = replace(outcome, is_current=False)
    if not outcome.is_current and not only_look:
        with staging(root / INCLUDED_FOLDER / wanted.name) as staged:
            laid = (File(f"{INCLUDED_MANUALS}/{path}", data) for path, data in files.items())
            write(staged, (*laid, File(INCLUDE_LOCK, lock.written())))
    return outcome


def _trust(root: Path, wanted: Include) -> bytes:
    remedy = "get the root from that registry, such as its trust/1.root.json, and put it there"
    path = root / wanted.trust
    if not path.is_file():
        raise CannotIncludeError(f"the file {wanted.trust} does not exist; {remedy}")
    data = read_plain(path)
    try:
        root_of(data)
    except UnusableTrustError as error:
        raise CannotIncludeError(f"{wanted.trust}: {error}; {remedy}") from error
    return data


def _seen_versions(lock: IncludeLock | None, asked: Mapping[str, object]) -> Mapping[str, int]:
    """Return the versions of roles seen before under the same trust root."""
    return lock.signed if lock and lock.asked["trust"] == asked["trust"] else {}


def _as_it_is(manuals: Path, known: Include) -> tuple[Include, Tree]:
    return known, included_registries.read_include(manuals, known)


def _without_errors(  # noqa: PLR0913, PLR0917 - all that a check depends on
    manuals: Path,
    own_tree: Tree,
    collected: Collected,
    wanted: Include,
    listed: Sequence[Include],
    work: Path,
) -> dict[str, bytes]:
    """Return the files of *collected* without the publishers and manuals that have errors.

    Raises CannotIncludeError if they cause errors elsewhere.
    """
    prefix = f"{sibling_prefix(manuals)}{wanted.folder}"
    others = {each.name: _as_it_is(manuals, each) for each in listed if each != wanted}
    for attempt in range(len(collected.about) + len(collected.releases) + len(collected.held) + 1):
        files, folder = collected.files(), work / str(attempt)
        folder.mkdir(parents=True)
        write(folder, (File(path, data) for path, data in files.items()))
        mine = (wanted, load_tree(folder, prefix))
        trees = [others.get(each.name, mine) for each in listed]
        checked = pipeline.check_joined(included_registries.join_trees(own_tree, trees), manuals)
        errors = dict(_errors(checked, prefix))
        for name, reason in errors.items():
            collected.leave_out(name, reason)
        if not errors:
            if not checked.is_publishable:
                remaining = [others[each.name] for each in listed if each.name in others]
                before = pipeline.check_joined(
                    included_registries.join_trees(own_tree, remaining), manuals
                )
                _refuse_new(checked, before)
            return files
    raise CannotIncludeError("the check reports errors even if everything is left out")


def _refuse_new(checked: pipeline.Checked, before: pipeline.Checked) -> None:
    """Raise CannotIncludeError for an error in *checked* that *before* does not have."""
    known = {(each.rule, each.place.path) for each in before.diagnostics}
    for error in checked.diagnostics:
        if error.severity is Severity.ERROR and (error.rule, error.place.path) not in known:
            raise CannotIncludeError(
                f"including it causes an error in {error.place}: {error.rule}: {error.message}; "
                "select a part of it with `publishers` or `manuals`"
            )


def _errors(checked: pipeline.Checked, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the publisher or manual of each error, and the error."""
    for problem in reversed(checked.diagnostics):
        inside, _, path = problem.place.path.partition(f"{prefix}/")
        if problem.severity is Severity.ERROR and path and not inside:
            publisher, _, rest = path.partition("/")
            manual = "" if rest in ("", "publisher.yaml") else rest.partition("/")[0]
            name = f"{publisher}/{manual}" if manual else publisher
            yield name, f"{problem.rule}: {problem.message}"


def _outcome(
    wanted: Include, before: Before, lock: IncludeLock, failures: tuple[str, ...]
) -> IncludeResult:
    present = {path.relative_to(before.folder).as_posix(): path for path in _files(before.folder)}
    old = before.lock
    return IncludeResult(
        wanted.name,
        added=tuple(path for path in lock.files if path not in present),
        changed=tuple(
            path
            for path, sha256 in lock.files.items()
            if path in present and sha256_hex(before.data(path) or b"") != sha256
        ),
        removed=tuple(path for path in sorted(present) if path not in lock.files),
        notes=lock.notes,
        failures=failures,
        # Versions increase with every signing; only that of the root is significant.
        is_current=old is not None
        and (old.asked, old.notes, old.files) == (lock.asked, lock.notes, lock.files)
        and old.signed["root"] == lock.signed["root"]
        and all(path in present and before.locked(path) for path in lock.files)
        and present.keys() == lock.files.keys(),
    )


def _files(folder: Path) -> Iterator[Path]:
    found = (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    return (path for path in found if not is_left_behind(path.name))
