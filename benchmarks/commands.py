"""Time whole commands that contributors and hooks run, against the limits set for them.

Usage: python benchmarks/commands.py [--times N] [--tools N]

Each command is a process of its own. A check of one file is timed in this registry and among
generated tools, with what it has kept and without; so is the review of a new manual among as many
publishers as there are manuals. What counts is the middle of all times. On a machine that does
something else meanwhile, only the seconds of processor say anything, so the load is printed first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from made_up_tree import make_tree
from process_cost import Cost, cost_of

from registry.catalogue.notes_cache import NOTES_FOLDER

ROOT = Path(__file__).parent.parent


class Case(NamedTuple):
    """A command to be timed in a *folder*, and the most that it may take."""

    name: str
    words: tuple[str, ...]
    folder: Path
    most_seconds: float
    most_megabytes: float = 100
    is_cold: bool = False


def main() -> None:
    """Time every command and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=7, help="how often each command is run")
    parser.add_argument("--tools", type=int, default=10_000, help="how many tools are generated")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'':56}{'median':>8}{'from':>8}{'to':>8}{'CPU':>8}{'limit':>8}{'MB':>6}{'limit':>6}")
    with tempfile.TemporaryDirectory() as temporary:
        large = Path(temporary)
        make_tree(large / "manuals", options.tools, manuals_each=1)
        propose_one(large)
        for case in cases(large):
            show(case, [run(case) for _ in range(options.times)])


def cases(large: Path) -> tuple[Case, ...]:
    """Return the commands to be timed here and in the folder *large* of generated tools."""
    here = ("check", _first_release(ROOT))
    there = ("check", _first_release(large))
    review = ("review", "--base", "HEAD", "--author", "1")
    return (
        Case("registry --help", ("--help",), ROOT, 0.12),
        Case("registry check FILE, launch catalogue", here, ROOT, 0.35),
        Case("registry check FILE", there, large, 0.5),
        Case("registry check FILE, cold", there, large, 4, 200, is_cold=True),
        Case("registry review", review, large, 2, 200),
        Case("registry review, cold", review, large, 5, 200, is_cold=True),
    )


def propose_one(root: Path) -> None:
    """Commit what is in the folder *root*, and add a manual of a new publisher to it."""
    who = ("-c", "user.name=A. Tester", "-c", "user.email=tester@example.com")
    for words in (("init", "--quiet"), ("add", "--all"), (*who, "commit", "--quiet", "-m", "all")):
        subprocess.run(["git", "-C", str(root), *words], check=True)
    chosen = min((root / "manuals").iterdir())
    shutil.copytree(chosen, chosen.with_name("zebra-works"))


def _first_release(root: Path) -> str:
    found = min(root.glob("manuals/*/*/*.*.*.yaml"))
    return found.relative_to(root).as_posix()


def run(case: Case) -> Cost:
    """Return what the command of *case* takes; with what it keeps, unless it is a cold one."""
    kept = case.folder / NOTES_FOLDER
    if case.is_cold:
        shutil.rmtree(kept, ignore_errors=True)
    elif not kept.exists() and case.words[0] in ("check", "review"):
        run(case._replace(is_cold=True))
    words = (sys.executable, "-m", "registry", *case.words)
    return cost_of(words, case.folder, PYTHONPATH=str(ROOT))


def show(case: Case, costs: list[Cost]) -> None:
    """Print what the command of *case* has taken, and its limits."""
    seconds = [each.seconds for each in costs]
    worked = statistics.median(each.worked for each in costs)
    megabytes = max(each.megabytes for each in costs)
    print(
        f"{case.name:56}{statistics.median(seconds):8.2f}{min(seconds):8.2f}{max(seconds):8.2f}"
        f"{worked:8.2f}{case.most_seconds:8.2f}{megabytes:6.0f}{case.most_megabytes:6.0f}"
    )


if __name__ == "__main__":
    main()
