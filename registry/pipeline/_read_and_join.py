"""Steps 2 and 3: read and check the files of each manual, and compare what was noted on all."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from registry import rules, source
from registry.catalogue import cross_checks, notes_cache
from registry.catalogue.assemble import read_manual, read_publisher
from registry.catalogue.cross_checks import Claim
from registry.catalogue.entries import entry_of
from registry.catalogue.scope import EVERYTHING
from registry.diagnostics import Diagnostic, Place, has_errors
from registry.model import Catalogue
from registry.model.entries import Entries
from registry.model.kept_pickled import Sealed
from registry.rules import Policy, Spot
from registry.site.parallel import batches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.catalogue.scope import Scope
    from registry.catalogue.tree import ManualFolder, PublisherFolder, Tree
    from registry.model import Manual, Publisher
    from registry.model.entries import ManualEntry
    from registry.site.parallel import Work
    from registry.source import Document

BATCH = 128 * 1024
"""Bytes of releases that are read at a time: handing them out costs little beside reading them."""

_CLAIM = "unknown-manual"
"""Where a manual's claim on its successor is among its notes: at the rule that judges it."""


class ReadPublisher(NamedTuple):
    """A publisher that was read and checked, with what each rule noted that compares them."""

    publisher: Publisher
    notes: dict[str, Any]
    problems: tuple[Diagnostic, ...]


class ManualTask(NamedTuple):
    """A manual to be read."""

    publisher: Publisher
    folder: ManualFolder


class ReadManual(NamedTuple):
    """A manual that was read and checked, with what is kept of it to look at all manuals.

    Attributes:
        notes: what each rule noted that compares manuals, and what it says of its successor.
        problems: its own problems, without those of comparisons.
    """

    manual: Sealed[Manual]
    entry: ManualEntry
    notes: dict[str, Any]
    problems: tuple[Diagnostic, ...]


class Noted(NamedTuple):
    """The notes by which publishers and manuals are compared: those on each, by its path."""

    publishers: Mapping[str, Mapping[str, Any]]
    manuals: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Checked:
    """The content of `manuals/`, and all problems in it, sorted by place.

    *batches* are the manuals that were judged, in order: all, unless a part was asked for; none
    once they are published. *entries* are the entries of them, and all publishers. *noted* is what
    was compared, of all. *changed* are the files that differ from a commit, if there was one to
    compare with. The rules have pages below *rules_url*, if it is known. *policy* is how strict
    they are.
    """

    batches: tuple[tuple[ReadManual, ...], ...]
    entries: Entries
    diagnostics: tuple[Diagnostic, ...]
    noted: Noted = field(default_factory=lambda: Noted({}, {}))
    changed: tuple[str, ...] = ()
    rules_url: str = ""
    policy: Policy = field(default_factory=Policy)

    @property
    def is_publishable(self) -> bool:
        """Whether no problem is an error."""
        return not has_errors(self.diagnostics)

    @cached_property
    def catalogue(self) -> Catalogue:
        """Everything that was read, opened: more than a build needs at a time."""
        manuals = (read.manual.open() for batch in self.batches for read in batch)
        return Catalogue(self.entries.publishers, tuple(manuals))


def read_and_join(
    tree: Tree,
    work: Work,
    scope: Scope = EVERYTHING,
    manuals: Path | None = None,
    *,
    day: str = "",
) -> Checked:
    """Read and join *tree*; its problems come in no order.

    Outside the *scope*, nothing is judged. With the folder *manuals*, the notes of rules on what is
    outside are taken from those kept beside it, where all notes are kept for the next time.
    """
    problems = [*tree.problems]
    folders = scope.within(tree)
    without_manuals = (folder.only() for folder in folders)
    shares = [*batches(without_manuals, lambda folder: folder.size, BATCH)]
    publishers = [*chain.from_iterable(work.over("reading", _read_publishers, shares))]
    tasks = [
        ManualTask(publisher.publisher, manual)
        for publisher, folder in zip(publishers, folders, strict=True)
        for manual in folder.manuals
    ]
    task_shares = [*batches(tasks, lambda task: task.folder.size, BATCH)]
    manual_batches = tuple(work.over("checking", _read_manuals, task_shares))
    manuals_read = [*chain.from_iterable(manual_batches)]
    problems += (problem for read in publishers for problem in read.problems)
    problems += (problem for read in manuals_read for problem in read.problems)
    notes = {folder.path: read.notes for folder, read in zip(folders, publishers, strict=True)}
    notes |= {task.folder.path: read.notes for task, read in zip(tasks, manuals_read, strict=True)}
    if manuals:
        notes = _with_other_notes(tree, notes, manuals, work)
    noted = Noted(
        {folder.path: notes[folder.path] for folder in tree.publishers},
        {each.path: notes[each.path] for folder in tree.publishers for each in folder.manuals},
    )
    problems += _join(tree, noted, scope, day)
    entries = Entries(
        tuple(read.publisher for read in publishers), tuple(read.entry for read in manuals_read)
    )
    return Checked(manual_batches, entries, tuple(problems), noted)


def _with_other_notes(
    tree: Tree, notes: Mapping[str, dict[str, Any]], manuals: Path, work: Work
) -> dict[str, dict[str, Any]]:
    """Return *notes*, by path, with those on everything else in *tree*.

    Notes on bytes that have not changed since are read from the cache beside the folder *manuals*.
    """
    keys = {
        path: notes_cache.key_of(part)
        for publisher in tree.publishers
        for path, part in publisher.parts()
    }
    cached = notes_cache.read_kept(manuals)
    others = {
        path: _read_notes(cached[key])
        for path, key in keys.items()
        if path not in notes and key in cached
    }
    missing = keys.keys() - notes.keys() - others.keys()
    shares = [*batches(tree.with_parts(missing), lambda folder: folder.size, BATCH)]
    for batch in work.over("reading", _note_parts, shares):
        others |= batch
    everything = others | dict(notes)
    if any(key not in cached for key in keys.values()):
        notes_cache.keep(manuals, {keys[path]: note for path, note in everything.items()})
    return everything


def _read_notes(cached: Mapping[str, Any]) -> dict[str, Any]:
    """Return the notes that were *cached* as JSON."""
    claim = {_CLAIM: Claim(*cached[_CLAIM])} if _CLAIM in cached else {}
    return rules.read_notes(cached) | claim


def _read_publishers(folders: tuple[PublisherFolder, ...]) -> tuple[ReadPublisher, ...]:
    """Step 2 for publishers: read and check the file of each."""
    return tuple(map(_read_publisher, folders))


def _read_publisher(folder: PublisherFolder) -> ReadPublisher:
    publisher, problems = read_publisher(folder)
    problems += rules.apply_to_publisher(publisher)
    return ReadPublisher(publisher, rules.notes_on_publisher(publisher), problems)


def _note_parts(folders: tuple[PublisherFolder, ...]) -> dict[str, dict[str, Any]]:
    """Step 2 for what is only compared: by path, the notes on each of `parts`, without rules."""
    return dict(noted for folder in folders for noted in _notes_in(folder))


def _notes_in(folder: PublisherFolder) -> Iterator[tuple[str, dict[str, Any]]]:
    publisher, _ = read_publisher(folder)
    yield folder.path, rules.notes_on_publisher(publisher)
    for manual in folder.manuals:
        yield manual.path, _notes_on(read_manual(publisher, manual)[0])


def _notes_on(manual: Manual) -> dict[str, Any]:
    """Return the notes by which *manual* is compared: those of rules, and its claim, if any."""
    claim = cross_checks.claim_of(manual)
    return rules.notes_on(manual) | ({_CLAIM: claim} if claim != Claim(manual.id) else {})


def _read_manuals(tasks: tuple[ManualTask, ...]) -> tuple[ReadManual, ...]:
    """Step 2 for manuals: read and check the files of each."""
    return tuple(_read_manual(*task) for task in tasks)


def _read_manual(publisher: Publisher, folder: ManualFolder) -> ReadManual:
    manual, problems = read_manual(publisher, folder)
    problems += rules.apply_to_manual(manual)
    return ReadManual(Sealed(manual), entry_of(manual), _notes_on(manual), problems)


def _join(tree: Tree, noted: Noted, scope: Scope, day: str) -> tuple[Diagnostic, ...]:
    """Step 3: find the problems that only show when all manuals are compared, by their notes."""
    files = {file.path: file for file in tree.files}

    @cache
    def document(path: str) -> Document | None:
        file = files.get(path) if scope.has(path) else None
        return source.read_document(path, file.data)[0] if file else None

    def place_of(spot: Spot) -> Place:
        read = document(spot.path)
        return read.place(spot.pointer) if read else Place(spot.path)

    ids = {
        manual.path: f"{publisher.name}/{manual.name}"
        for publisher in tree.publishers
        for manual in publisher.manuals
    }
    return (
        *cross_checks.check_successors(
            [noted.manuals[path].get(_CLAIM, Claim(id_)) for path, id_ in ids.items()],
            lambda path: place_of(Spot(path, cross_checks.SUCCESSOR)),
        ),
        *rules.apply_to_whole(
            [*noted.publishers.values()], [*noted.manuals.values()], place_of, day=day
        ),
    )
