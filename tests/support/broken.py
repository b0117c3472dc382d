"""The cases of `tests/broken/`: files that are laid over the sound tree in `_base`."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from expectations import expected_in
from paths import TESTS

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = TESTS / "broken"
CASES = sorted(path.name for path in FOLDER.iterdir() if not path.name.startswith("_"))


def lay_out(case: str, root: Path) -> Path:
    """Return the folder `manuals` of the tree for *case*."""
    for name in ("_base", case):
        shutil.copytree(FOLDER / name, root, dirs_exist_ok=True)
    return root / "manuals"


def expected(case: str) -> set[tuple[str, int, str]]:
    """Return path, line and rule of each error of *case*."""
    found = set()
    for path in (FOLDER / case / "manuals").rglob("*.*"):
        if path.is_file():
            shown = path.relative_to(FOLDER / case).as_posix()
            text = path.read_text(encoding="utf-8", errors="replace")
            found |= {(shown, line, rule) for line, rule in expected_in(text)}
    listed = FOLDER / case / "expect"
    for entry in listed.read_text(encoding="utf-8").splitlines() if listed.exists() else ():
        shown, number, rule = entry.split()
        found.add((shown, int(number), rule))
    return found
