"""Take a walk as a new user: run the lines of a script, and print seconds and lines of each.

Usage: python benchmarks/walks/walk.py WALK.sh|PAGE.md#HEADING [NAME=VALUE …]

Each line is one command. They run in one shell that stops at the first failure, in a new folder,
with this environment's `registry` first in the path. For a page, the lines are those of the first
block of code below the heading.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent
BASH = "/bin/bash"
_BLOCK = re.compile(r"^```(?:sh|console)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_STEP = """\
step_start=$(date +%s.%N)
{{ {line}
}} >"$STEP_OUT" 2>&1 3>&- </dev/null && step_code=0 || step_code=$?
printf '%s\\t%s\\t%s\\t%s\\n' "$step_code" \
"$(awk "BEGIN {{ print $(date +%s.%N) - $step_start }}")" "$(wc -l <"$STEP_OUT")" {number} >&3
if [ "$step_code" != 0 ]; then tail -20 "$STEP_OUT" >&3; exit 1; fi
"""


def main(place: str, *settings: str) -> int:
    """Run the walk at *place* with *settings* in its environment; return the exit code."""
    with tempfile.TemporaryDirectory(prefix="walk-") as folder:
        return walk(commands(place), Path(folder), dict(each.split("=", 1) for each in settings))


def walk(lines: list[str], folder: Path, settings: Mapping[str, str]) -> int:
    """Run the commands *lines* in *folder*, and print seconds and lines of each.

    Return the exit code of the first that fails, after the end of what it printed.
    """
    environment = {
        "DOCUMENTS": str(HERE / "documents"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        **settings,
        "STEP_OUT": str(folder / "step.out"),
    }
    steps = (_STEP.format(line=line, number=number) for number, line in enumerate(lines))
    done = subprocess.run(
        [BASH, "-c", "exec 3>&1\n" + "".join(steps)],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        check=False,
    )
    total, failed = 0.0, []
    for row in done.stdout.decode().splitlines():
        _, *cells = row.split("\t")
        if len(cells) != len(("seconds", "lines", "number")):
            failed.append(row)
            continue
        seconds, printed, number = float(cells[0]), cells[1], int(cells[2])
        total += seconds
        print(f"{seconds:7.1f} s {printed:>5} lines  {lines[number]}")
    print("\n".join(failed) if failed else f"{len(lines)} commands, {total:.1f} s")
    return done.returncode


def commands(place: str) -> list[str]:
    """Return the commands of a script, or of the block below a heading of a page."""
    path, _, heading = place.partition("#")
    text = Path(path).read_text(encoding="utf-8")
    if heading:
        block = _BLOCK.search(text, text.index(f"\n## {heading}\n"))
        text = block[1] if block else ""
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
