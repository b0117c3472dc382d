"""Share the work of publishing among processes, stage by stage."""

from __future__ import annotations

import gc
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from registry.publish import Stage, artefacts, stage_of
from registry.write import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from registry.publish import Digest, File, Publication

_FORKED: list[tuple[Path, Publication, Stage]] = []
"""What a process that is forked off finds in its copy of the memory: nothing is sent to it."""


def publish_all(folder: Path, publication: Publication, processes: int = 1) -> None:
    """Write every artefact of *publication* below *folder*, with *processes* at once.

    Fills `publication.written`. The bytes are the same for any number of processes; there is one
    where processes cannot be forked. Raises what `write` raises, and BrokenProcessPool when one
    of the processes was killed.
    """
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    for stage in Stage:
        # What only lists other files is quicker made than shared.
        if processes > 1 and can_fork and stage is not Stage.LISTS:
            _publish_in_processes(folder, publication, stage, processes)
        else:
            write(folder, _files(publication, stage), publication.written)


def _publish_in_processes(
    folder: Path, publication: Publication, stage: Stage, processes: int
) -> None:
    _FORKED.append((folder, publication, stage))
    # Frozen objects are left alone by the collector, so that their memory stays shared.
    gc.freeze()
    try:
        context = multiprocessing.get_context("fork")
        shares = [(index, processes) for index in range(processes)]
        with ProcessPoolExecutor(processes, mp_context=context) as pool:
            for written in pool.map(_publish_share, shares):
                publication.written.update(written)
    finally:
        gc.unfreeze()
        _FORKED.clear()


def _publish_share(share: tuple[int, int]) -> dict[str, Digest]:
    folder, publication, stage = _FORKED[-1]
    publication.share = share
    written: dict[str, Digest] = {}
    write(folder, _files(publication, stage), written)
    return written


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
