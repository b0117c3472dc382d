"""What to run next, once a manual was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.changes import git

if TYPE_CHECKING:
    from pathlib import Path


def next_check(written: Path) -> str:
    """Return the command that checks the file *written*, with the main branch if there is one."""
    bases = git.main_branches(written.parent)
    return f"registry check --base {bases[0]}" if bases else "registry check"
