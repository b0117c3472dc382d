"""Time searches by the Python client and the UTCP plugin, and by UTCP's default strategy.

Usage: python benchmarks/client.py [tools]

A registry of made-up tools (10,000 of them without an argument) is published into a temporary
folder and served on this machine. The released UTCP client of `make clients` answers the same
questions twice: with its default strategy, having registered a `/utcp` with all tools, and with
the plugin. The limit is the one that the project has set itself.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from made_up_tree import NOUNS, SEED, VERBS, make_tree

from registry.catalogue.assemble import assemble
from registry.catalogue.manuals_folder import load_tree
from registry.client import Catalogue
from registry.publish import Context, artefacts, render
from registry.settings import Settings
from registry.site.file_writer import write
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
UTCP = ROOT / ".clients" / "utcp" / "bin" / "python"
ASKED, ASKED_OF_DEFAULT = 200, 5
LEAST_RATIO = 300


def main() -> int:
    """Print a table; return 1 where the plugin is not as much faster as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tools", type=int, nargs="?", default=10_000)
    tools = parser.parse_args().tools
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        print(f"publishing {tools:,} tools …", file=sys.stderr)
        publish_made_up(work / "manuals", work / "site", tools)
        with serving(work / "site") as url:
            questions = [*made_up_questions()]
            print(f"| {tools:,} tools | ms |\n|---|---|")
            of_client(url, work / "cache", questions)
            return of_plugin(url, work / "plugin", questions)


def publish_made_up(manuals: Path, site: Path, tools: int) -> None:
    """Write what programs read of a made-up registry, with all tools in `/utcp`."""
    make_tree(manuals, tools)
    catalogue, _ = assemble(load_tree(manuals))
    settings = Settings("Made up", "https://registry.example.com/", utcp_budget=1 << 30)
    data = [each for each in artefacts() if not each.is_page]
    site.mkdir(parents=True)
    write(site, render(catalogue, Context(settings), data))


def made_up_questions() -> Iterator[str]:
    """Yield tasks in the words of the made-up tools."""
    chance = random.Random(SEED)
    for _ in range(ASKED):
        words = [chance.choice(VERBS), "the", *chance.sample(NOUNS, 1 + chance.randrange(3))]
        yield " ".join(words)


def of_client(url: str, cache: Path, questions: list[str]) -> None:
    """Print how long the Python client takes."""
    first, *others = questions
    row("client: open and first question, nothing cached", asked(url, cache, first))
    sent = sum(path.stat().st_size for path in cache.iterdir())
    row("client: open and first question, cached", asked(url, cache, first))
    catalogue = Catalogue.open(url, cache=cache)
    for question in others:
        catalogue.search(question)
    times = []
    for question in others:
        start = time.perf_counter()
        catalogue.search(question)
        times.append(1e3 * (time.perf_counter() - start))
    cuts = statistics.quantiles(times, n=100)
    row("client: question, p50", cuts[49])
    row("client: question, p95", cuts[94])
    print(f"the first question downloads {sent / 1e3:.0f} kB", file=sys.stderr)


def asked(url: str, cache: Path, question: str) -> float:
    """Return the milliseconds that it takes to open the registry and to ask one question."""
    start = time.perf_counter()
    Catalogue.open(url, cache=cache).search(question)
    return 1e3 * (time.perf_counter() - start)


def of_plugin(url: str, cache: Path, questions: list[str]) -> int:
    """Print how long the UTCP client takes without and with the plugin; return 1 if too long."""
    if not UTCP.exists():
        print("notice: the UTCP client is not installed: run `make clients`", file=sys.stderr)
        return 1
    request = {
        "url": url,
        "cache": str(cache),
        "questions": questions,
        "of_default": ASKED_OF_DEFAULT,
    }
    done = subprocess.run(
        [UTCP, Path(__file__).parent / "client_utcp.py"],
        env={"PYTHONPATH": str(ROOT)},
        input=json.dumps(request),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    default, plugin = (statistics.median(report[name]["warm"]) for name in ("default", "plugin"))
    row("UTCP, default: register all tools", report["default"]["ready"])
    row("UTCP, default: question, median", default)
    row("UTCP, plugin: client and first question, nothing cached", report["plugin"]["ready"])
    row(
        "UTCP, plugin: question not asked before, median",
        statistics.median(report["plugin"]["new"]),
    )
    row("UTCP, plugin: question, median", plugin)
    print(f"\nthe plugin answers {default / plugin:,.0f} times faster (wanted: {LEAST_RATIO})")
    return int(default / plugin < LEAST_RATIO)


def row(title: str, milliseconds: float) -> None:
    """Print a row of the table."""
    print(f"| {title} | {milliseconds:,.1f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
