"""Include another registry: get its manuals, verify them, and lay them into the repository.

What is downloaded lies beside `manuals/` from then on, so that people review what changes, a build
needs no network, and nothing reaches a model that nobody has merged. `docs/adr/0012` tells why.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from registry import included, pipeline
from registry.diagnostics import Severity
from registry.included import FOLDER, LOCK, MANUALS, Lock, Taken, digest
from registry.including._collect import Before, collect
from registry.including._upstream import CannotIncludeError, Site
from registry.load import load
from registry.publish import File
from registry.signing import Trust, UnusableTrustError
from registry.write import staging, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.included import Include
    from registry.including._collect import Collected
    from registry.load import Tree

__all__ = ["CannotIncludeError", "Outcome", "include"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one include, or would become of it.

    Attributes:
        name: what the registry is called here.
        added, changed, removed: files below its folder of manuals.
        notes: what is not as its site has it, by publisher or manual, each with the reason.
        failures: addresses that could not be used, each with the reason.
        is_current: whether everything was so before, down to what was asked for.
    """

    name: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[str, ...] = ()
    is_current: bool = False


def include(
    manuals: Path, wanted: Include, includes: Sequence[Include], *, only_look: bool = False
) -> Outcome:
    """Bring what is *wanted* of one of the *includes* up to date, beside the folder *manuals*.

    With *only_look* nothing is written. Raises CannotIncludeError, after which everything is as it
    was; write.BusyError while another process does the same; and OSError.
    """
    root = manuals.absolute().parent
    if (root / FOLDER).is_symlink() or (root / FOLDER).is_file():
        raise CannotIncludeError(f"{FOLDER} is no folder; remove it, and try again")
    trust = _trust(root, wanted)
    before = Before(root / wanted.folder, _lock(root, wanted))
    asked = wanted.asked(trust)
    with tempfile.TemporaryDirectory() as work:
        site = Site(wanted, trust, _seen(before.lock, asked), Path(work) / "signed")
        earlier = [_as_it_is(manuals, each) for each in includes[: includes.index(wanted)]]
        own = load(manuals)
        taken = Taken(included.joined(own, earlier).publishers)
        found = collect(site, wanted, taken, before)
        files = _without_errors(manuals, own, found, wanted, includes, Path(work) / "checked")
    lock = Lock(asked, site.signed, found.notes, {path: digest(files[path]) for path in files})
    outcome = _outcome(wanted, before, lock, tuple(site.failures))
    if included.has_links(root, wanted):
        outcome = replace(outcome, is_current=False)
    if not outcome.is_current and not only_look:
        with staging(root / FOLDER / wanted.name) as staged:
            laid = (File(f"{MANUALS}/{path}", data) for path, data in files.items())
            write(staged, (*laid, File(LOCK, lock.written())), {})
    return outcome


def _trust(root: Path, wanted: Include) -> bytes:
    remedy = "put there the root that its registry publishes, such as its trust/1.root.json"
    path = root / wanted.trust
    if not path.is_file():
        raise CannotIncludeError(f"there is no file {wanted.trust}; {remedy}")
    data = path.read_bytes()
    try:
        Trust((data,)).newest  # noqa: B018 - raises where it is none
    except UnusableTrustError as error:
        raise CannotIncludeError(f"{wanted.trust}: {error}; {remedy}") from error
    return data


def _lock(root: Path, wanted: Include) -> Lock | None:
    path = root / FOLDER / wanted.name / LOCK
    return Lock.parse(path.read_bytes()) if path.is_file() else None


def _seen(lock: Lock | None, asked: Mapping[str, object]) -> Mapping[str, int]:
    """Return the versions that were seen before, under the same trust root."""
    return lock.signed if lock and lock.asked["trust"] == asked["trust"] else {}


def _as_it_is(manuals: Path, include: Include) -> tuple[Include, Tree]:
    return include, included.read(manuals, include)


def _without_errors(  # noqa: PLR0913, PLR0917 - all that a check depends on
    manuals: Path,
    own: Tree,
    found: Collected,
    wanted: Include,
    includes: Sequence[Include],
    work: Path,
) -> dict[str, bytes]:
    """Return the files of *found*, from which everything is taken in which the check has errors.

    Raises CannotIncludeError where it has errors elsewhere because of them.
    """
    shown = f"{included.beside(manuals)}{wanted.folder}"
    others = {each.name: _as_it_is(manuals, each) for each in includes if each != wanted}
    for attempt in range(len(found.about) + len(found.releases) + len(found.held) + 1):
        files, folder = found.files(), work / str(attempt)
        folder.mkdir(parents=True)
        write(folder, (File(path, data) for path, data in files.items()), {})
        mine = (wanted, load(folder, shown))
        trees = [others.get(each.name, mine) for each in includes]
        checked = pipeline.check_joined(included.joined(own, trees), manuals)
        errors = dict(_errors(checked, shown))
        for name, reason in errors.items():
            found.leave_out(name, reason)
        if not errors:
            if not checked.is_publishable:
                alone = [others[each.name] for each in includes if each.name in others]
                before = pipeline.check_joined(included.joined(own, alone), manuals)
                _refuse_new(checked, before)
            return files
    raise CannotIncludeError("the check has errors whatever is left out")


def _refuse_new(checked: pipeline.Checked, before: pipeline.Checked) -> None:
    """Raise CannotIncludeError for an error in *checked* that is not there *before*."""
    known = {(each.rule, each.place.path) for each in before.diagnostics}
    for each in checked.diagnostics:
        if each.severity is Severity.ERROR and (each.rule, each.place.path) not in known:
            raise CannotIncludeError(
                f"with it, the check has an error in {each.place}: {each.rule}: {each.message}; "
                "choose from it by `publishers` or `manuals`"
            )


def _errors(checked: pipeline.Checked, shown: str) -> Iterator[tuple[str, str]]:
    """Yield the publisher or the manual in which there is an error, and the error."""
    for each in reversed(checked.diagnostics):
        inside, _, path = each.place.path.partition(f"{shown}/")
        if each.severity is Severity.ERROR and path and not inside:
            publisher, _, rest = path.partition("/")
            manual = "" if rest in ("", "publisher.yaml") else rest.partition("/")[0]
            name = f"{publisher}/{manual}" if manual else publisher
            yield name, f"{each.rule}: {each.message}"


def _outcome(wanted: Include, before: Before, lock: Lock, failures: tuple[str, ...]) -> Outcome:
    here = {path.relative_to(before.folder).as_posix(): path for path in _files(before.folder)}
    old = before.lock
    return Outcome(
        wanted.name,
        added=tuple(path for path in lock.files if path not in here),
        changed=tuple(
            path
            for path, sha256 in lock.files.items()
            if path in here and digest(before.data(path) or b"") != sha256
        ),
        removed=tuple(path for path in sorted(here) if path not in lock.files),
        notes=lock.notes,
        failures=failures,
        # Versions grow with every signing: only that of the root says anything by itself.
        is_current=old is not None
        and (old.asked, old.notes, old.files) == (lock.asked, lock.notes, lock.files)
        and old.signed["root"] == lock.signed["root"]
        and all(path in here and before.locked(path) for path in lock.files)
        and here.keys() == lock.files.keys(),
    )


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
