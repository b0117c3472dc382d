"""Where the project's own files are."""

from __future__ import annotations

import shutil
from operator import itemgetter
from pathlib import Path

from registry.model.versions import parse_version

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
MANUALS = ROOT / "manuals"
CONFIG = ROOT / "mkdocs.yml"


def files_of_manuals() -> list[Path]:
    """Return the files of all manuals but for earlier releases.

    These are the newest one in all but some lines, three times as many and two thirds of all bytes.
    """
    found = sorted(path for path in MANUALS.rglob("*") if path.suffix in (".yaml", ".json"))
    versions = {path: version for path in found if (version := parse_version(path.stem))}
    newest = {path.parent: version for path, version in sorted(versions.items(), key=itemgetter(1))}
    return [path for path in found if versions.get(path) in (None, newest.get(path.parent))]


def borrow(folder: Path, *names: str) -> None:
    """Put what the project has under *names* into *folder*: a copy of `docs`, which is no link."""
    for name in names:
        if name == "docs":
            shutil.copytree(ROOT / name, folder / name)
        else:
            (folder / name).symlink_to(ROOT / name)
