"""Find when files were added to the repository, as far as its history is available."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.file_names import SUFFIXES
from registry.changes import git

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from registry.model.entries import Entries

_MARK = "//"
"""What comes before a time: no path of git begins so."""

_LOG = (
    *("log", "--first-parent", "-m", "--no-renames", "--diff-filter=A", "--name-only"),
    *("--relative", "-z", "--no-show-signature", f"--format={_MARK}%ct", "--", "."),
)


def arrivals(folder: Path) -> Mapping[str, int]:
    """Return when each file below *folder* was merged, by path, in seconds since 1970.

    Files whose arrival the history does not show are left out; without git or a repository, all
    are. In a clone of only the last commit, all files came with it.
    """
    try:
        listed = git.fields(folder, *_LOG)
    except git.UnusableBaseError:
        return {}
    times: dict[str, int] = {}
    time = 0
    for field in listed:
        if field.startswith(_MARK):
            # A commit that another program made may have no date that git can read.
            time = int(field.removeprefix(_MARK) or 0)
        else:
            times[field.removeprefix("\n")] = time
    return times


def release_arrivals(manuals: Path, entries: Entries) -> dict[str, int]:
    """Return by id when the latest release of each listed manual was merged, as `arrivals` does."""
    times = arrivals(manuals)
    return {
        each.id: times[path]
        for each in sorted(entries.listed, key=lambda manual: manual.id)
        for suffix in SUFFIXES
        if (path := f"{each.id}/{each.version}{suffix}") in times
    }
