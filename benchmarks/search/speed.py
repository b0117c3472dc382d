"""How long the index takes to build, to open and to ask: `python benchmarks/search/speed.py`."""

from __future__ import annotations

import argparse
import gc
import gzip
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

sys.path.insert(0, str(Path(__file__).parent))

from made_up import Words, catalogue

from registry import search
from registry.publish import to_json
from registry.search import shards

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def main() -> None:
    """Print one line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[1_000, 10_000])
    parser.add_argument("--phrases", type=int, default=0, help="how people ask for each tool")
    options = parser.parse_args()
    for size in options.sizes:
        measure(size, options.phrases)


def measure(size: int, phrases: int) -> None:
    """Print what an index of *size* tools costs, each with so many *phrases*."""
    tools, words = catalogue(size, phrases)
    gc.disable()
    built, seconds = timed(lambda: search.build(tools))
    gc.enable()
    data = built.to_bytes()
    index, opening = timed(lambda: search.open_index(data))
    print(
        f"{size:,} tools: built in {seconds:.2f} s ({seconds / size * 1e6:.0f} µs each), "
        f"{len(data) / 1e6:.2f} MB, opened in {opening * 1e3:.1f} ms"
    )
    small = {path: to_json(content) for path, content in shards.files(search.invert(tools))}
    packed = sorted(len(gzip.compress(each)) for each in small.values())
    print(
        f"  as JSON: {len(packed):,} files, {sum(packed) / 1e6:.2f} MB compressed, "
        f"the largest but one in a hundred {packed[len(packed) * 99 // 100] / 1e3:.1f} kB"
    )
    print(f"  cold `registry search`: {cold(data, words.text(2)):.2f} s")
    for title, narrowed in (
        ("any", {}),
        ("protocol:utcp", {"protocol": "utcp"}),
        ("auth:none", {"auth": "none"}),
    ):
        print(f"  {title:14} {asked(index, words, narrowed)}")


def asked(index: search.Index, words: Words, narrowed: dict[str, str]) -> str:
    """Return the times of three hundred questions of one to five words, as text."""
    times = []
    for number in range(300):
        question = words.text(1 + number % 5)
        ask = partial(index.query, question, limit=10, **narrowed)
        times.append(timed(ask)[1] * 1e3)
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, p99 {cuts[98]:.1f} ms"


def cold(data: bytes, question: str) -> float:
    """Return the seconds that the whole command takes, the fastest of five."""
    command = Path(sys.executable).with_name("registry")
    with tempfile.NamedTemporaryFile(suffix=".zip") as file:
        file.write(data)
        file.flush()
        line = [command, "search", question, "--index", file.name]
        return min(
            timed(partial(subprocess.run, line, capture_output=True, check=False))[1]
            for _ in range(5)
        )


def timed(act: Callable[[], T]) -> tuple[T, float]:
    """Return what *act* returns and the seconds it took."""
    start = time.perf_counter()
    result = act()
    return result, time.perf_counter() - start


if __name__ == "__main__":
    main()
