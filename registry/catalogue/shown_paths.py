"""How messages call the files below `manuals/`: by their paths in the checkout, if possible."""

from __future__ import annotations

import os
from pathlib import Path


def display_prefix(manuals: Path) -> str:
    """Return the prefix of paths below *manuals* in messages: as in the checkout, if possible."""
    relative = os.path.relpath(manuals)
    return manuals.name if relative.startswith("..") else relative.replace(os.sep, "/")


def sibling_prefix(manuals: Path) -> str:
    """Return the prefix of paths next to the folder *manuals* in messages."""
    return beside(display_prefix(manuals))


def beside(shown: str) -> str:
    """Return the prefix of paths next to the folder that messages call *shown*."""
    above, slash, _ = shown.rpartition("/")
    return f"{above}{slash}"


def file_called(path: str, manuals: Path) -> Path:
    """Return the file that messages call *path*, which may be below *manuals*, wherever that is."""
    start = f"{display_prefix(manuals)}/"
    return manuals / path.removeprefix(start) if path.startswith(start) else Path(path)
