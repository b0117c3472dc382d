"""The paths by which messages name files below `manuals/`: those in the checkout, if possible."""

from __future__ import annotations

import os
from pathlib import Path


def display_prefix(manuals: Path) -> str:
    """Return the prefix of paths below *manuals* in messages: as in the checkout, if possible."""
    relative = os.path.relpath(manuals)
    return manuals.absolute().name if start_of_paths(manuals) else relative.replace(os.sep, "/")


def start_of_paths(manuals: Path) -> str:
    """Return the folder that paths in messages start in; "" if that is the working directory."""
    is_elsewhere = Path(os.path.relpath(manuals)).parts[:1] in {(), ("..",)}
    return os.path.relpath(manuals.absolute().parent) if is_elsewhere else ""


def sibling_prefix(manuals: Path) -> str:
    """Return the prefix of paths next to the folder *manuals* in messages."""
    return beside(display_prefix(manuals))


def beside(shown: str) -> str:
    """Return the prefix of paths next to the folder that messages call *shown*."""
    above, slash, _ = shown.rpartition("/")
    return f"{above}{slash}"


def file_called(path: str, manuals: Path) -> Path:
    """Return the file that messages call *path*, below *manuals* or beside, wherever that is."""
    start = f"{display_prefix(manuals)}/"
    if path.startswith(start):
        return manuals / path.removeprefix(start)
    return Path(start_of_paths(manuals)) / path
