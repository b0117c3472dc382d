"""Build generated trees of manuals and print the time of every stage and the memory it takes.

Usage: python benchmarks/build.py [--processes N] [--keep FOLDER] [tools ...]

Without numbers, trees of 1,000 and of 10,000 tools are built. Each build is a process of its own,
so that memory is that of one build. The limits are those that the project has set itself: a
catalogue of 10,000 tools in 20 s and 500 MB, and no tool dearer than in one of 1,000.

Let the disk rest for five minutes after many files were removed from it, as by an earlier run:
for so long ext4 keeps the places of what is gone, and looks at each of them for every new file.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from made_up_tree import make_tree

from registry import rules, settings
from registry.catalogue.assemble import assemble
from registry.catalogue.entries import entries_of
from registry.catalogue.manuals_folder import load_tree
from registry.model.entries import Entries
from registry.pipeline import Built, Checked, build
from registry.publish import Context, artefacts, prepare, render
from registry.site import client_checks
from registry.site.file_writer import Writer
from registry.site.mkdocs_frame import running_generator
from registry.site.parallel import Work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model.files import File
    from registry.publish import Artefact, Subject

ROOT = Path(__file__).parent.parent
SIZES = (1_000, 10_000)
MOST_SECONDS = 20
MOST_MEGABYTES = 500
SHOWN_SECONDS = 0.01


def main() -> None:
    """Build a tree of each size in a process of its own, and compare them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tools", type=int, nargs="*", default=SIZES)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="leave the last tree and its site in this folder")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.processes)))
        return
    costs = []
    # Nothing is removed in between, see above.
    with tempfile.TemporaryDirectory() as temporary:
        for tools in options.tools:
            work = options.keep or Path(temporary) / str(tools)
            files = make_tree(work / "manuals", tools)
            command = [sys.executable, __file__, "--one", str(work)]
            command += ["--processes", str(options.processes)]
            done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
            costs.append(show(tools, files, json.loads(done.stdout)))
    if len(costs) > 1:
        print(f"\na tool costs {costs[-1] / costs[0]:.2f} times what it costs in the smallest tree")


class Clock:
    """Each stage's seconds, those that passed and those worked, and what it added to memory."""

    def __init__(self) -> None:
        self.passed: defaultdict[str, float] = defaultdict(float)
        self.worked: defaultdict[str, float] = defaultdict(float)
        self.grown: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent in the context to *stage*."""
        passed, worked, peak = time.perf_counter(), _worked(), _peak()
        yield
        self.passed[stage] += time.perf_counter() - passed
        self.worked[stage] += _worked() - worked
        self.grown[stage] += _peak() - peak

    def timed_files(self, stage: str, files: Iterator[File]) -> Iterator[File]:
        """Yield *files*; making them counts for *stage*, and what happens meanwhile does not."""
        while True:
            with self.timed(stage):
                file = next(files, None)
            if file is None:
                return
            yield file


def _worked() -> float:
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _peak() -> float:
    """Return the most megabytes that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(work: Path, processes: int) -> dict[str, object]:
    """Build the tree in *work*; return seconds by stage, megabytes and files."""
    site = work / "site"
    gc.disable()  # as `registry build` does
    built, clock = in_processes(work, site, processes) if processes > 1 else alone(work, site)
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return {
        "passed": clock.passed,
        "worked": clock.worked,
        "grown": clock.grown,
        "megabytes": max(_peak(), children),
        "files": len(built.written),
        "bytes": sum(each.size for each in built.written.values()),
        "errors": sum(each.severity == "error" for each in built.checked.diagnostics),
    }


def in_processes(work: Path, site: Path, processes: int) -> tuple[Built, Clock]:
    """Build as `registry build` does; a stage lasts from its first news to those of the next."""
    clock = Clock()
    stages: list[tuple[str, float]] = [("start", time.perf_counter())]

    def tell(what: str, _done: int, _count: int) -> None:
        if stages[-1][0] != what:
            stages.append((what, time.perf_counter()))

    with clock.timed("altogether"), ProcessPoolExecutor(processes) as executor:
        built = build(
            work / "manuals", site, ROOT / "mkdocs.yml", work=Work(lambda: executor, tell)
        )
    stages.append(("", time.perf_counter()))
    for (stage, begun), (_, ended) in pairwise(stages):
        clock.passed[f"{stage}, in {processes} processes"] += ended - begun
    return built, clock


def alone(work: Path, site: Path) -> tuple[Built, Clock]:
    """Build in this process, step by step, and time each step and each artefact."""
    clock = Clock()
    site.mkdir(exist_ok=True)
    config = ROOT / "mkdocs.yml"
    decided = settings.load_settings(config)
    with (
        clock.timed("altogether"),
        running_generator(config, decided, rules.documented()) as generator,
    ):
        with clock.timed("tables and templates"):
            prepare()
        with clock.timed("load"):
            tree = load_tree(work / "manuals")
        with clock.timed("read, validate, normalise"):
            catalogue, problems = assemble(tree)
        with clock.timed("rules"):
            problems += rules.apply(catalogue)
        with clock.timed("hand-written pages, frame"):
            shell = generator.place(site)
        context = Context(decided, shell, len(rules.documented()))
        writer = Writer(site)
        for file in render(catalogue, context, [timed(each, clock) for each in artefacts()]):
            with clock.timed("write"):
                writer(file)
        with clock.timed("client checks"):
            client_checks.verify(site, entries_of(catalogue), decided)
    checked = Checked((), Entries((), ()), problems)
    return Built(checked, writer.written), clock


def timed(artefact: Artefact, clock: Clock) -> Artefact:
    """Return *artefact* such that *clock* has the time that each of its steps takes."""

    def files(step: str, make: Any) -> Any:  # noqa: ANN401 - a step of any kind
        return make and (lambda *given: clock.timed_files(f"{step} {artefact.name}", make(*given)))

    def note(subject: Subject) -> Any:  # noqa: ANN401 - whatever is noted
        with clock.timed(f"note {artefact.name}"):
            return artefact.note(subject) if artefact.note else None

    return artefact._replace(
        publish=files("publish", artefact.publish),
        note=note if artefact.note else None,
        list=files("list", artefact.list),
        finish=files("finish", artefact.finish),
    )


def show(tools: int, files: int, found: dict[str, Any]) -> float:
    """Print what was measured of a tree; return the milliseconds that a tool costs."""
    print(f"\n{tools:,} tools in {files:,} files, {os.cpu_count()} cores")
    print("   passed    worked  worked a tool   memory")
    for stage, passed in sorted(found["passed"].items(), key=lambda item: item[1]):
        worked = found["worked"].get(stage, 0)
        if passed >= SHOWN_SECONDS:
            each = worked * 1000 / tools
            grown = found["grown"].get(stage, 0)
            print(f"  {passed:6.2f} s  {worked:6.2f} s  {each:8.3f} ms  {grown:+6.0f} MB  {stage}")
    print(f"  {found['megabytes']:7.0f} MB at most")
    print(f"  {found['files']:7,} files, {found['bytes'] / 1e6:,.0f} MB; {found['errors']} errors")
    if tools == max(SIZES):
        print(f"  the limits: {MOST_SECONDS} s, {MOST_MEGABYTES} MB")
    altogether: float = found["worked"]["altogether"]
    return altogether / tools


if __name__ == "__main__":
    main()
