"""Time this registry beside others that do a part of its work, all in one run.

Usage: python benchmarks/peers.py [--tools N ...] [--times N] [--peers FOLDER] [--save]

Each row is a whole process, and what counts is the middle of all its times. A peer that would take
longer than a minute among so many tools, by what it took among fewer, is left out. With --save,
the figures are kept in benchmarks/speed/, from where `make generated` writes docs/speed.md; that is
only of use on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from contender import Contender, Row
from made_up_tree import make_tree
from others import others_in
from process_cost import Cost

sys.path.append(str(Path(__file__).parent / "search"))

import commands
import rival_fts5
from relevance import described

from registry import search
from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.notes_cache import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT = Path(__file__).parent.parent
KEPT = Path(__file__).parent / "speed"
SIZES = (1_000, 10_000)
MOST_SECONDS = 60
"""What a peer may take; beyond that it is left out."""

QUESTIONS = 200
FEWEST_QUESTIONS = 5
ASKED_OF_CLIENT = 20_000
"""Questions for the client of UTCP, times tools: it looks at every tool for each."""


def main() -> None:
    """Measure every size, print a line for each row, and keep the figures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tools", type=int, nargs="*", default=SIZES)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--peers", type=Path, default=ROOT / ".peers")
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    rows: list[Row] = []
    # Nothing is removed in between: ext4 looks at the places of what is gone for each new file.
    with tempfile.TemporaryDirectory() as temporary:
        for tools in sorted(options.tools):
            for row in measure(Path(temporary) / str(tools), tools, options, rows):
                show(row)
                rows.append(row)
    if options.save:
        save(rows, load, options.peers)


def measure(
    work: Path, tools: int, options: argparse.Namespace, before: Sequence[Row]
) -> Iterator[Row]:
    """Yield what everything costs among so many *tools*, with files in the folder *work*."""
    make_tree(work / "manuals", tools)
    shutil.copytree(ROOT / "docs", work / "docs")
    shutil.copy(ROOT / "mkdocs.yml", work)
    ours = list(_ours(work, tools))
    for each in ours:
        each.run()
    others = list(others_in(work, tools, options.peers))
    others = [each for each in others if _is_bearable(each.row, before)]
    for each in others:
        each.run()
    for _ in range(options.times - 1):
        for each in (*ours, *others):
            each.run()
    yield from (each.row for each in (*ours, *others))
    yield from _questions(work, tools, options.times)
    yield from _commands(work, tools, options.times)


def _ours(work: Path, tools: int) -> Iterator[Contender]:
    """Yield this registry's builds and its check of everything, in the order they are to run."""
    registry = (sys.executable, "-m", "registry")
    changed = next((work / "manuals").glob("*/*/manual.yaml"))

    def change() -> None:
        text = changed.read_text(encoding="utf-8")
        changed.write_text(text.replace("summary: ", "summary: Now ", 1), encoding="utf-8")

    def row(group: str, name: str) -> Row:
        return Row(group, f"This registry, {name}", tools, is_ours=True)

    build = (*registry, "build", "--quiet")
    remove = partial(shutil.rmtree, work / "site", ignore_errors=True)
    yield Contender(row("pages", "everything"), build, work, remove)
    yield Contender(row("pages", "again after one change"), build, work, change)
    check = (*registry, "check", "--quiet")
    forget = partial(shutil.rmtree, work / NOTES_FOLDER, ignore_errors=True)
    yield Contender(row("check", "all rules"), check, work, forget)


def _is_bearable(row: Row, before: Sequence[Row]) -> bool:
    """Return whether the peer of *row* is quick enough, by what it took among fewer tools."""
    fewer = [each for each in before if each.name == row.name]
    expected = [
        statistics.median(each.seconds) * row.tools / each.tools for each in fewer if each.seconds
    ]
    known = {each.name for each in before if not each.is_ours}
    return max(expected, default=0) <= MOST_SECONDS and (not known or row.name in known)


def _questions(work: Path, tools: int, times: int) -> Iterator[Row]:
    """Yield what a question costs in a process that has read the index."""
    catalogue, _ = assemble(load_tree(work / "manuals"))
    texts = described(catalogue)
    chance = random.Random(tools)
    asked = [
        " ".join(chance.sample(chance.choice(texts)["text"].split(), 3)) for _ in range(QUESTIONS)
    ]
    index = search.open_index((work / "site" / "v1" / "search" / "whoosh.zip").read_bytes())
    ours = Row("question", "This registry (Whoosh)", tools, is_ours=True)
    fts5 = Row("question", "SQLite FTS5", tools)
    for _ in range(times):
        for text in asked:
            ours.add(_timed(partial(index.query, text, limit=10)))
        answers = rival_fts5.answers(texts, ["first", *asked])
        next(answers)
        for _text in asked:
            fts5.add(_timed(partial(next, answers)))
    yield from (ours, fts5)
    client = ROOT / ".clients" / "utcp" / "bin" / "python"
    if client.exists():
        row = Row("question", "UTCP client, default strategy", tools)
        few = asked[: max(FEWEST_QUESTIONS, ASKED_OF_CLIENT // tools)]
        for _ in range(times):
            row.add(_of_client(client, texts, few))
        yield row


def _timed(act: Callable[[], object]) -> Cost:
    begun, worked = time.perf_counter(), time.process_time()
    act()
    return Cost(time.perf_counter() - begun, time.process_time() - worked, 0)


def _of_client(client: Path, texts: list[dict[str, object]], asked: list[str]) -> Cost:
    """Return what a question costs the client: that of several, less that of none, by each."""
    script = Path(rival_fts5.__file__).with_name("rival_utcp.py")
    seconds = []
    for questions in ([], asked):
        given = json.dumps({"tools": texts, "questions": questions})
        begun = time.perf_counter()
        subprocess.run([client, script], input=given, capture_output=True, text=True, check=True)
        seconds.append(time.perf_counter() - begun)
    each = (seconds[1] - seconds[0]) / len(asked)
    return Cost(each, each, 0)


def _commands(work: Path, tools: int, times: int) -> Iterator[Row]:
    """Yield what contributors and hooks run."""
    (work / "few").mkdir()
    make_tree(work / "few" / "manuals", tools, manuals_each=1)
    commands.propose_one(work / "few")
    for case in commands.cases(work / "few"):
        row = Row("command", case.name, tools, is_ours=True)
        for _ in range(times + 2):
            row.add(commands.run(case))
        yield row


def show(row: Row) -> None:
    """Print the line of *row*."""
    print(
        f"{row.tools:8,}  {row.group:9}{row.name:60}{statistics.median(row.seconds):9.3f} s"
        f"{min(row.seconds):9.3f} to{max(row.seconds):8.3f}"
        f"{statistics.median(row.worked):9.3f} s{row.megabytes:7.0f} MB",
        flush=True,
    )


def save(rows: list[Row], load: float, peers: Path) -> None:
    """Keep the figures under the date of today, those of single questions by their quantiles."""
    for row in rows:
        if len(row.seconds) > QUESTIONS:
            row.seconds = [round(each, 5) for each in statistics.quantiles(row.seconds, n=20)]
            row.worked = [round(each, 5) for each in statistics.quantiles(row.worked, n=20)]
    told = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "processors": os.cpu_count(),
            "load": round(load, 1),
            "python": platform.python_version(),
        },
        "versions": _versions(peers),
        "rows": [asdict(row) for row in rows],
    }
    path = KEPT / f"{told['date']}.json"
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(f"kept in {path.relative_to(ROOT)}; `make generated` writes docs/speed.md from it")


def _versions(peers: Path) -> dict[str, str]:
    """Return the version of each peer."""
    folders = [str(path) for path in peers.glob("lib/python*/site-packages")]
    named = {each.name: each.version for each in metadata.distributions(path=folders)}
    return {
        "Hugo": named["hugo"],
        "Zensical": named["zensical"],
        "check-jsonschema": named["check-jsonschema"],
        "MkDocs with Material": metadata.version("mkdocs-material"),
    }


if __name__ == "__main__":
    main()
