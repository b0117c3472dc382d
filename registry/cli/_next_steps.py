"""Say what to run next, once a manual was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import settings
from registry.changes import git
from registry.diagnostics import USUAL_MANUALS, command

if TYPE_CHECKING:
    from pathlib import Path


def next_steps(release: Path, *first: str) -> str:
    """Return the commands to run once the file *release* was written, after those named *first*.

    The check compares with the main branch if there is one. Without the settings of a site, no
    page can be shown.
    """
    manuals = release.parents[2]
    bases = git.main_branches(release.parent)
    base = ("--base", bases[0]) if bases else ()
    config = manuals.parent / settings.NAME
    site = ("--config", config) if manuals != USUAL_MANUALS else ()
    how = site if config.is_file() else ("--json",)
    manual_id = release.parent.relative_to(manuals).as_posix()
    steps = (*((each,) for each in first), ("check", *base), ("preview", manual_id, *how))
    return "; ".join(command(*each, manuals=manuals) for each in steps)
