"""Share the work of publishing among processes, stage by stage."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from registry.processes import spread
from registry.publish import Stage, artefacts, stage_of
from registry.write import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from registry.publish import Digest, File, Publication


def publish_all(folder: Path, publication: Publication, processes: int = 1) -> None:
    """Write every artefact of *publication* below *folder*, with *processes* at once.

    Fills `publication.written`. The bytes are the same for any number of processes; there is one
    where processes cannot be forked. Raises what `write` raises, and BrokenProcessPool when one
    of the processes was killed.
    """
    for stage in Stage:
        # What only lists other files is quicker made than shared.
        count = 1 if stage is Stage.LISTS else processes
        shares = [(index, count) for index in range(count)]
        work = partial(_publish_share, folder, publication, stage)
        for written in spread(work, shares, count):
            publication.written.update(written)


def _publish_share(
    folder: Path, publication: Publication, stage: Stage, share: tuple[int, int]
) -> dict[str, Digest]:
    publication.share = share
    before = len(publication.written)
    write(folder, _files(publication, stage), publication.written)
    return dict(list(publication.written.items())[before:])


def _files(publication: Publication, stage: Stage) -> Iterator[File]:
    """Yield the files of *stage* that belong to the share of *publication*."""
    index, count = publication.share
    alone = 0
    for artefact in artefacts():
        if stage_of(artefact) is not stage:
            continue
        if not _is_shared(artefact):
            alone += 1
            if alone % count != index:
                continue
        yield from artefact.render(publication)


def _is_shared(artefact: ModuleType) -> bool:
    return bool(getattr(artefact, "IS_SHARED", False))
