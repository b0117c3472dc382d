"""Generate `docs/speed.md`, the page *How fast it is*, from the figures in `benchmarks/speed/`.

Run `make generated` to update it.
"""

from __future__ import annotations

import json
import statistics
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "benchmarks" / "speed"
PAGE = ROOT / "docs" / "speed.md"

GROUPS = {
    "pages": (
        "A whole site",
        """\
This registry checks every manual and writes everything: for each tool a page, the same as Markdown
and as JSON, then lists, feeds and the search index.
The others get finished Markdown, and only turn it into pages.
""",
    ),
    "check": (
        "A check of every file",
        """\
This registry applies all its rules and explains what it finds; check-jsonschema only compares each
file with the JSON Schema of its protocol.
""",
    ),
    "question": (
        "A question",
        """\
In a process that has already opened the index. In brackets are the 5th and the 95th percentile, for
the UTCP client the fastest and the slowest question.
[How good search is](search-quality.md) compares what they find.
""",
    ),
    "command": (
        "Everyday commands",
        """\
Whole processes, including the start of Python.
*Cold* means without the notes that an earlier check left in `.cache/registry`.
""",
    ),
}

_INTRODUCTION = """\
# How fast it is

How long a build, a check and a question take, and how long other programs need for a part of the
same work.

- Measured on {date} with generated tools, on a machine with {processors} processors and Python
  {python}; {load}.
- Each figure is the median of at least {times} runs, with the fastest and the slowest in brackets.
- *CPU* is the time of all processors together, and memory is that of the largest process.
- Programs that would need more than a minute are left out.

`make bench` measures everything again.

Compared with: {versions}, the UTCP client that the contract tests use, and Python's SQLite.
"""

BAR = 330
"""The width of the longest bar, in units of the picture."""

_ROW = 44

LEAST_IN_SECONDS = 0.1
SECONDS_WITH_FRACTIONS = 10


class Row(TypedDict):
    """What was measured of one process among so many *tools*."""

    group: str
    name: str
    tools: int
    seconds: list[float]
    worked: list[float]
    megabytes: float
    is_ours: bool


class Machine(TypedDict):
    """Where it was measured; *load* is that before."""

    processors: int
    load: float
    python: str


class Run(TypedDict):
    """What `benchmarks/peers.py --save` keeps."""

    date: str
    machine: Machine
    versions: dict[str, str]
    rows: list[Row]


class Figures(NamedTuple):
    """The middle, the least and the most of the seconds of a row."""

    middle: float
    least: float
    most: float


def page() -> str:
    """Return the page as Markdown."""
    runs: list[Run] = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(KEPT.glob("*.json"))
    ]
    last = runs[-1]
    machine = last["machine"]
    introduction = _INTRODUCTION.format(
        date=last["date"],
        processors=machine["processors"],
        python=machine["python"],
        times=min(len(row["seconds"]) for row in last["rows"]),
        load=f"the load average before was {machine['load']}",
        versions=", ".join(f"{name} {version}" for name, version in last["versions"].items()),
    )
    parts = [introduction]
    for group, (title, text) in GROUPS.items():
        rows = [row for row in last["rows"] if row["group"] == group]
        parts.append(f"## {title}\n\n{text}")
        sizes = sorted({row["tools"] for row in rows})
        for tools in sizes:
            parts += _of_size(tools, [row for row in rows if row["tools"] == tools])
    parts.append(_history(runs))
    return "\n".join(parts)


def figures(seconds: Sequence[float]) -> Figures:
    """Return the middle, the least and the most of *seconds*."""
    return Figures(statistics.median(seconds), min(seconds), max(seconds))


def _of_size(tools: int, rows: Sequence[Row]) -> Iterator[str]:
    """Yield a picture and a table of *rows*, which are all among so many *tools*."""
    yield f"### Among {tools:,} tools\n"
    yield _picture(tools, rows) + "\n"
    has_memory = any(row["megabytes"] for row in rows)
    head = "| program | time | CPU |" + (" memory |" if has_memory else "")
    yield head + "\n" + "|---|---|---|" + ("---|" if has_memory else "")
    for row in rows:
        took, worked = figures(row["seconds"]), statistics.median(row["worked"])
        memory = f" {_memory(row)} |" if has_memory else ""
        name = f"**{row['name']}**" if row["is_ours"] else row["name"]
        spread = f"{shown(took.least)} to {shown(took.most)}"
        yield f"| {name} | {shown(took.middle)} ({spread}) | {shown(worked)} |{memory}"
    yield ""


def _memory(row: Row) -> str:
    return f"{row['megabytes']:,.0f} MB" if row["megabytes"] else "not measured"


def shown(seconds: float) -> str:
    """Return *seconds* with the unit and as many digits as mean something."""
    if seconds < LEAST_IN_SECONDS:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.2f} s" if seconds < SECONDS_WITH_FRACTIONS else f"{seconds:,.0f} s"


def _picture(tools: int, rows: Sequence[Row]) -> str:
    """Return a bar for each of *rows*, with a line from the least to the most.

    The table below it says the same, so its title is enough for people who cannot see the picture.
    """
    found = [(row["name"], figures(row["seconds"]), row["is_ours"]) for row in rows]
    longest = max(each.most for _, each, _ in found)
    lines: list[str] = []
    for number, (name, each, is_ours) in enumerate(found):
        top = number * _ROW
        width = max(2.0, each.middle / longest * BAR)
        least, most = each.least / longest * BAR, each.most / longest * BAR
        lines += (
            f'<text x="0" y="{top + 14}">{escape(name)}</text>',
            (
                f'<rect class="chart__bar" x="0" y="{top + 20}" width="{width:.1f}" height="14" '
                f'fill-opacity="{1 if is_ours else 0.4}"/>'
            ),
            (
                f'<line class="chart__line" x1="{least:.1f}" x2="{most:.1f}" y1="{top + 27}" '
                f'y2="{top + 27}"/>'
            ),
            f'<text x="{max(width, most) + 8:.1f}" y="{top + 32}">{shown(each.middle)}</text>',
        )
    group = rows[0]["group"]
    title = f"{GROUPS[group][0]} among {tools:,} tools: the same seconds are in the table"
    return (
        f'<svg class="chart" role="img" aria-label="{title}" '
        f'viewBox="0 0 {BAR + 90} {len(found) * _ROW}">{"".join(lines)}</svg>'
    )


def _history(runs: Sequence[Run]) -> str:
    """Return what this registry worked at each date, so that a slower version is seen."""
    names: dict[tuple[str, int], None] = {}
    for run in runs:
        for row in run["rows"]:
            if row["is_ours"] and row["group"] != "question":
                names[row["name"], row["tools"]] = None
    lines = [
        "## Over time",
        "",
        "CPU time, which other work on the machine changes least.",
        "",
        "| program | " + " | ".join(str(run["date"]) for run in runs) + " |",
        "|---|" + "---|" * len(runs),
    ]
    for name, tools in names:
        cells = [_worked(run, name, tools) for run in runs]
        lines.append(f"| {name}, {tools:,} tools | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _worked(run: Run, name: str, tools: int) -> str:
    for row in run["rows"]:
        if (row["name"], row["tools"]) == (name, tools):
            return shown(statistics.median(row["worked"]))
    return "not measured"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
