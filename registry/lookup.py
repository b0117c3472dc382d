"""Find one manual by its name, leaving all others unread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry.assemble import assemble
from registry.load import Tree, load
from registry.validate import nearest

if TYPE_CHECKING:
    from pathlib import Path

    from registry.model import Manual


class NoSuchReleaseError(Exception):
    """There is no such manual or version."""


def find(manuals: Path, manual_id: str) -> Manual:
    """Return the manual `publisher/manual` below the folder *manuals*.

    Raises NoSuchReleaseError where there is none. What is wrong with its files is not looked at;
    those that cannot be read are left out.
    """
    folders = {
        f"{publisher.name}/{manual.name}": replace(publisher, manuals=(manual,))
        for publisher in load(manuals).publishers
        for manual in publisher.manuals
    }
    if manual_id not in folders:
        guess = nearest(manual_id, tuple(folders))
        raise NoSuchReleaseError(
            f"there is no manual {manual_id!r}" + (f"; did you mean {guess!r}?" if guess else "")
        )
    catalogue, _ = assemble(Tree((folders[manual_id],), ()))
    return catalogue.manuals[0]
