"""Measure `registry mcp` as a host sees it: start to first answer, searches, and memory.

Usage: python benchmarks/mcp_server.py [tools] [--site FOLDER]

A registry of made-up tools (10,000 of them without an argument) is published into a temporary
folder, or taken from FOLDER, and served on this machine. The server is started as a host starts it
and asked in lines of JSON over its standard input, so that no client's own time is in the figures.
The cache is warm: a server has looked at the registry before. The limits are those that the project
has set itself; the exit code is 1 where one is broken. On a machine that does other work, too, only
the processor time says how fast a start is.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from client import made_up_questions, publish_made_up

from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTS = 5
MOST = {
    "start to first answer, ms": 1_000,
    "the same, ms of processor time": 1_000,
    "search, median ms": 50,
    "memory, MB": 150,
}
VERSION = "2025-06-18"


class Host:
    """A host of MCP servers that speaks to one of them."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Begin a session with the server that runs as *process*."""
        self._process = process
        self._ids = itertools.count(1)
        client = {"name": "benchmark", "version": "1"}
        self.ask("initialize", protocolVersion=VERSION, capabilities={}, clientInfo=client)
        self._write(method="notifications/initialized")

    def ask(self, method: str, **params: Any) -> Any:  # noqa: ANN401 - any JSON
        """Return the result of a request."""
        number = next(self._ids)
        self._write(id=number, method=method, params=params)
        assert self._process.stdout
        for line in self._process.stdout:
            answer = json.loads(line)
            if answer.get("id") == number:
                return answer["result"]
        raise SystemExit(f"the server has ended: {self._process.wait()}")

    def search(self, question: str) -> str:
        """Return the cards of the tools for *question*."""
        result = self.ask("tools/call", name="search_tools", arguments={"question": question})
        return str(result["content"][0]["text"])

    def memory(self) -> float:
        """Return the most memory that the server has had, in megabytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) / 1000 if found else 0

    def processor_time(self) -> float:
        """Return the milliseconds that the server has computed for."""
        status = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8")
        user, system = status.rpartition(")")[2].split()[11:13]
        return 1e3 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def _write(self, **message: Any) -> None:  # noqa: ANN401 - any JSON
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()


@contextmanager
def started(url: str, cache: Path) -> Iterator[Host]:
    """Start a server in front of the registry at *url*, and end it."""
    command = [sys.executable, "-m", "registry", "mcp", "--registry", url]
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        yield Host(process)
        assert process.stdin
        process.stdin.close()


def main() -> int:
    """Print a table; return 1 where a limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tools", type=int, nargs="?", default=10_000)
    parser.add_argument("--site", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        if chosen.site is None:
            print(f"publishing {chosen.tools:,} tools …", file=sys.stderr)
            publish_made_up(work / "manuals", work / "site", chosen.tools)
        with serving(chosen.site or work / "site") as url:
            found = measured(url, work / "cache", [*made_up_questions()])
    print("| `registry mcp` | measured | at most |\n|---|---|---|")
    for what, figure in found.items():
        print(f"| {what} | {figure:,.0f} | {MOST[what]:,} |")
    return int(any(figure > MOST[what] for what, figure in found.items()))


def measured(url: str, cache: Path, questions: list[str]) -> dict[str, float]:
    """Return each figure by its name."""
    with started(url, cache) as host:
        for question in questions:
            host.search(question)
    starts = [_start(url, cache, questions[number]) for number in range(STARTS)]
    elapsed, computed = (statistics.median(each) for each in zip(*starts, strict=True))
    with started(url, cache) as host:
        times = [_timed(host, question) for question in questions]
        memory = host.memory()
    figures = (elapsed, computed, statistics.median(times), memory)
    return dict(zip(MOST, figures, strict=True))


def _start(url: str, cache: Path, question: str) -> tuple[float, float]:
    """Return the milliseconds until the first answer: those of a clock, and those computed."""
    begin = time.perf_counter()
    with started(url, cache) as host:
        host.search(question)
        return 1e3 * (time.perf_counter() - begin), host.processor_time()


def _timed(host: Host, question: str) -> float:
    begin = time.perf_counter()
    host.search(question)
    return 1e3 * (time.perf_counter() - begin)


if __name__ == "__main__":
    sys.exit(main())
