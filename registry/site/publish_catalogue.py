"""Publish a catalogue into a folder: manual by manual, then its lists, then what is about both."""

from __future__ import annotations

import errno
from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.model.kept_pickled import Sealed
from registry.publish import (
    Alike,
    Listing,
    Notes,
    Subject,
    artefacts,
    finish,
    list_artefact,
    publish_manual,
)
from registry.site.file_writer import Writer, write
from registry.site.parallel import Once

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from registry.model import Manual
    from registry.model.entries import Entries
    from registry.model.files import Digest
    from registry.publish import Context, Neighbours
    from registry.site.parallel import Work

_Batch = Sealed[tuple[Any, ...]]
"""What one artefact noted on the manuals of a batch, in their order."""


class ManualsTask(NamedTuple):
    """Manuals to be published below *folder*, each with what is alike in others."""

    folder: Path
    context: Context
    manuals: tuple[tuple[Sealed[Manual], Neighbours], ...]


class ManualsDone(NamedTuple):
    """The result of publishing some manuals: digests by path, and notes by artefact."""

    written: dict[str, Digest]
    notes: dict[str, _Batch]


class ListTask(NamedTuple):
    """The artefacts whose lists are to be written below *folder*: the notes of each by its name."""

    folder: Path
    context: Context
    entries: Sealed[Entries]
    notes: Mapping[str, tuple[_Batch, ...]]

    @property
    def size(self) -> int:
        """How much was noted for these artefacts."""
        return sum(each.size for notes in self.notes.values() for each in notes)


def publish_all(
    folder: Path,
    context: Context,
    entries: Entries,
    batches: Iterable[Sequence[Sealed[Manual]]],
    work: Work,
) -> dict[str, Digest]:
    """Write everything that is published below *folder*, and return the digests by path.

    *entries* are those of all manuals, which come in *batches* in the same order and are let go one
    by one. The bytes are the same, whatever does the *work*. Raises what `Writer` raises, and what
    the executor does where a process was killed.
    """
    alike, manuals = Alike(entries), iter(entries.manuals)
    tasks = Once(
        ManualsTask(
            folder, context, tuple((each, alike.of_manual(next(manuals))) for each in batch)
        )
        for batch in batches
    )
    written: dict[str, Digest] = {}
    notes: defaultdict[str, list[_Batch]] = defaultdict(list)
    for done in work.over("publishing", publish_manuals, tasks):
        _enter(done.written, written)
        for name, noted in done.notes.items():
            notes[name].append(noted)
    for digests in work.over("listing", list_one, _list_tasks(folder, context, entries, notes)):
        _enter(digests, written)
    listing = Listing(context, entries, {name: Notes(found) for name, found in notes.items()})
    return written | write(folder, finish(listing, written))


def _enter(new: Mapping[str, Digest], written: dict[str, Digest]) -> None:
    """Enter *new* files among those *written*. Raises FileExistsError for one that is entered."""
    if twice := sorted(written.keys() & new.keys()):
        raise FileExistsError(errno.EEXIST, "is published twice", twice[0])
    written |= new


def _list_tasks(
    folder: Path,
    context: Context,
    entries: Entries,
    notes: Mapping[str, list[_Batch]],
) -> list[ListTask]:
    """Return a task for each artefact with lists, and one for all pages; the largest first.

    Lists of pages have the same rows, which are made once where they are made together. With them
    is what needs no notes: it takes less time than opening the entries once more.
    """
    sealed = Sealed(entries)
    together: defaultdict[str, list[str]] = defaultdict(list)
    for each in artefacts():
        if each.list:
            together["" if each.is_page or not each.note else each.name].append(each.name)
    tasks = [
        ListTask(folder, context, sealed, {name: tuple(notes.get(name, ())) for name in names})
        for names in together.values()
    ]
    return sorted(tasks, key=lambda task: -task.size)


def publish_manuals(task: ManualsTask) -> ManualsDone:
    """Step 4 of the pipeline: write all files of some manuals."""
    writer = Writer(task.folder)
    notes: dict[str, list[Any]] = {each.name: [] for each in artefacts() if each.note}
    for sealed, alike in task.manuals:
        published = publish_manual(Subject(sealed.open(), task.context, alike), writer)
        for name, note in published.notes.items():
            notes[name].append(note)
    return ManualsDone(
        writer.written,
        {name: Sealed(tuple(noted), is_compressed=True) for name, noted in notes.items()},
    )


def list_one(task: ListTask) -> dict[str, Digest]:
    """Step 5 of the pipeline: write the lists of some artefacts."""
    noted = {name: Notes(notes) for name, notes in task.notes.items()}
    listing = Listing(task.context, task.entries.open(), noted)
    wanted = (each for each in artefacts() if each.name in noted)
    return write(task.folder, chain.from_iterable(list_artefact(each, listing) for each in wanted))
