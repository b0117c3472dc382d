"""Where the project's own files are."""

from __future__ import annotations

import shutil
from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
MANUALS = ROOT / "manuals"
CONFIG = ROOT / "mkdocs.yml"


def borrow(folder: Path, *names: str) -> None:
    """Put what the project has under *names* into *folder*: a copy of `docs`, which is no link."""
    for name in names:
        if name == "docs":
            shutil.copytree(ROOT / name, folder / name)
        else:
            (folder / name).symlink_to(ROOT / name)
