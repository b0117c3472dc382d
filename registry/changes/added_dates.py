"""When files came into the repository, as far as its history is at hand."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_MARK = "\x01"
_LOG = (
    *("git", "-c", "core.quotePath=false", "log", "--first-parent", "-m", "--no-renames"),
    *("--diff-filter=A", "--name-only", "--relative", "-z", f"--format={_MARK}%ct"),
)


def arrivals(folder: Path) -> Mapping[str, int]:
    """Return by path below *folder* when a file was merged, in seconds since 1970.

    Files whose arrival the history does not show are left out; without git or a repository, all
    are. In a clone of only the last commit, all files came with it.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments, no shell
            (*_LOG, "--", "."), cwd=folder, capture_output=True, check=False
        )
    except OSError:
        return {}
    if done.returncode:
        return {}
    found: dict[str, int] = {}
    for commit in done.stdout.decode("utf-8", "replace").split(_MARK)[1:]:
        time, _, names = commit.partition("\0")
        for name in names.split("\0"):
            path = name.strip("\n")
            if path:
                found[path] = int(time)
    return found
