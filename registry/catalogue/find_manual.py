"""Find one manual by its name, without reading the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.assemble import read_manual, read_publisher
from registry.catalogue.included_registries import INCLUDED_FOLDER, INCLUDED_MANUALS
from registry.catalogue.manuals_folder import load_tree
from registry.catalogue.scope import Scope
from registry.diagnostics import nearest

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.model import Manual, Release


_NAMED = 5


class NoSuchReleaseError(Exception):
    """The manual or version does not exist."""


def find_manual(manuals: Path, manual_id: str) -> Manual:
    """Return the manual `publisher/manual` below the folder *manuals*.

    Raises NoSuchReleaseError if there is none. Problems of its files are ignored; those that
    cannot be read are left out.
    """
    return find_manual_and_problems(manuals, manual_id)[0]


def find_newest(manuals: Path, manual_id: str) -> Release:
    """Return the newest release of the manual, used or not. Raises NoSuchReleaseError."""
    manual = find_manual(manuals, manual_id)
    if not manual.releases:
        raise NoSuchReleaseError(f"{manual_id} has no release that can be read")
    return manual.releases[-1]


def find_manual_and_problems(
    manuals: Path, manual_id: str
) -> tuple[Manual, tuple[Diagnostic, ...]]:
    """Return the manual like `find_manual`, and what keeps its files from being read whole.

    That is what is wrong with their names, or in them, whatever other manuals there are.
    """
    tree = load_tree(manuals, only=manual_id.partition("/")[0])
    for folder in tree.publishers:
        for manual_folder in folder.manuals:
            if f"{folder.name}/{manual_folder.name}" == manual_id:
                publisher, problems = read_publisher(folder)
                manual, more = read_manual(publisher, manual_folder)
                own = Scope((manual_folder.path,))
                of_names = (each for each in tree.problems if own.has(each.place.path))
                return manual, (*of_names, *problems, *more)
    if name := _where_included(manuals, manual_id):
        raise NoSuchReleaseError(
            f"{manual_id!r} is included from {name!r}; this command only works on this registry's "
            "own manuals"
        )
    every = load_tree(manuals).publishers
    ids = [f"{folder.name}/{each.name}" for folder in every for each in folder.manuals]
    raise NoSuchReleaseError(f"there is no manual {manual_id!r}{_suggestion(manual_id, ids)}")


def _where_included(manuals: Path, manual_id: str) -> str:
    """Return the name of the include with the manual, or ""."""
    included = manuals.absolute().parent / INCLUDED_FOLDER
    for folder in sorted(included.glob(f"*/{INCLUDED_MANUALS}")):
        for publisher in load_tree(folder).publishers if folder.is_dir() else ():
            if manual_id in (f"{publisher.name}/{each.name}" for each in publisher.manuals):
                return folder.parent.name
    return ""


def _suggestion(manual_id: str, ids: Collection[str]) -> str:
    """Return a suggestion in place of *manual_id*, as the rest of a sentence."""
    within = (each for each in ids if f"/{each}/" in f"/{manual_id}/")
    if guess := next(within, "") or nearest(manual_id, ids):
        return f"; did you mean {guess!r}?"
    # The name may be a path, which begins with other folders.
    for publisher in manual_id.split("/"):
        same = [each for each in ids if each.startswith(f"{publisher}/")]
        if same:
            more = ", …" if len(same) > _NAMED else ""
            return f"; {publisher!r} has {', '.join(same[:_NAMED])}{more}"
    return "" if "/" in manual_id else "; write publisher/manual"
