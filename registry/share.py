"""Share the work of publishing among processes, stage by stage."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from registry import memo
from registry.processes import spread
from registry.publish import Stage, artefacts, stage_of
from registry.write import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

    from registry.model import Tool
    from registry.publish import Digest, Publication

PARTS_A_PROCESS = 8
"""Parts of a shared artefact: whoever is done first takes the next one."""


class _Task(NamedTuple):
    artefact: ModuleType
    share: tuple[int, int]


def publish_all(folder: Path, publication: Publication, processes: int = 1) -> None:
    """Write every artefact of *publication* below *folder*, with *processes* at once.

    Fills `publication.written`. The bytes are the same for any number of processes; there is one
    where processes cannot be forked. Raises what `write` raises, and BrokenProcessPool when one
    of the processes was killed.
    """
    _work_out(publication, processes)
    for stage in Stage:
        # What only lists other files is quicker made than shared.
        count = 1 if stage is Stage.LISTS else processes
        work = partial(_publish, folder, publication)
        for written in spread(work, _tasks(stage, count), count, "publishing"):
            publication.written.update(written)


def _work_out(publication: Publication, processes: int) -> None:
    """Share also what several artefacts ask of each tool, else every process finds it out anew."""
    tools = publication.catalogue.tools
    if processes == 1 or not tools:
        return
    questions = {each for artefact in artefacts() for each in getattr(artefact, "ASKS", ())}
    parts = processes * PARTS_A_PROCESS
    shares = [(index, parts) for index in range(parts)]
    work = partial(_answers, tuple(questions), publication)
    found = chain.from_iterable(spread(work, shares, processes, "working out"))
    for tool, answers in zip(tools, found, strict=True):
        memo.remember([(name, (tool, answer)) for name, answer in answers])


def _answers(
    questions: tuple[Callable[[Tool], object], ...],
    publication: Publication,
    share: tuple[int, int],
) -> list[list[tuple[str, object]]]:
    """Return what was worked out of each tool of *share*, by the name of the function."""
    publication.share = share
    answers = []
    for tool in publication.share_of(publication.catalogue.tools):
        with memo.noted() as notes:
            for ask in questions:
                ask(tool)
        answers.append([(name, answer) for name, (about, answer) in notes if about is tool])
    return answers


def _tasks(stage: Stage, processes: int) -> list[_Task]:
    """Return what is to be made in *stage*, the longest first."""
    parts = processes * PARTS_A_PROCESS if processes > 1 else 1
    wanted = [artefact for artefact in artefacts() if stage_of(artefact) is stage]
    wanted.sort(key=lambda artefact: not getattr(artefact, "IS_LONG", False))
    return [
        _Task(artefact, (index, count))
        for artefact in wanted
        for count in [parts if getattr(artefact, "IS_SHARED", False) else 1]
        for index in range(count)
    ]


def _publish(folder: Path, publication: Publication, task: _Task) -> dict[str, Digest]:
    publication.share = task.share
    before = len(publication.written)
    write(folder, task.artefact.render(publication), publication.written)
    return dict(list(publication.written.items())[before:])
