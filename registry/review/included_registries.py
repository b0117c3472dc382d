"""Find what a pull request changes in included registries: files, manuals, signatures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry import settings
from registry.catalogue.included_registries import (
    INCLUDE_LOCK,
    INCLUDED_FOLDER,
    INCLUDED_MANUALS,
    IncludeLock,
)
from registry.catalogue.shown_paths import sibling_prefix
from registry.changes import Kind
from registry.changes.proposal import Proposal
from registry.model import Catalogue
from registry.review.listing_changes import ListingChange

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.pipeline import Checked


def included_proposals(proposed: Proposal, manuals: Path) -> Iterator[Proposal]:
    """Yield the proposal for each included registry that has publishers."""
    publishers = proposed.catalogue.publishers
    for name in sorted({each.upstream.name for each in publishers if each.upstream}):
        theirs = tuple(each for each in publishers if each.upstream and each.upstream.name == name)
        names = {each.name for each in theirs}
        tools = tuple(each for each in proposed.catalogue.manuals if each.publisher.name in names)
        folder = f"{INCLUDED_FOLDER}/{name}/{INCLUDED_MANUALS}"
        if path := proposed.difference.beside(f"{folder}/"):
            difference = proposed.difference.at(path)
            yield Proposal(
                Catalogue(theirs, tools), f"{sibling_prefix(manuals)}{folder}", difference
            )


def lock_files(proposed: Proposal, manuals: Path) -> dict[str, Path]:
    """Return the lock file of each included registry, by its path in the repository."""
    locks = sorted((manuals.absolute().parent / INCLUDED_FOLDER).glob(f"*/{INCLUDE_LOCK}"))
    start = proposed.difference.beside(INCLUDED_FOLDER)
    return {f"{start}/{each.parent.name}/{INCLUDE_LOCK}": each for each in locks} if start else {}


def weakened_locks(locks: Mapping[str, Path], contents: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a sentence for what each of *locks* would accept again under the same root.

    That is an older site, or other content of a version that was included. *contents* are those of
    the files in the commit to merge into, by path.
    """
    for path, file in locks.items():
        before = IncludeLock.parse(contents.get(path, b""))
        after = IncludeLock.read(file)
        if before and after and before.asked["trust"] == after.asked["trust"]:
            for role, version in before.signed.items():
                if after.signed[role] < version:
                    yield (
                        f"older signatures of {file.parent.name!r} would be accepted again: "
                        f"version {after.signed[role]} of {role}, not {version}"
                    )
            for release in _forgotten(before, after):
                yield (
                    f"{release!r} of {file.parent.name!r} would be accepted with other content: "
                    "its digest is no longer in the lock"
                )


def _forgotten(before: IncludeLock, after: IncludeLock) -> Iterator[str]:
    """Yield the path of each release whose digest is in the lock *before*, and not *after*."""
    known = {path for path in before.files if path.endswith(".json")} | before.gone.keys()
    for path in sorted(known - after.files.keys()):
        is_changed = path in before.gone and after.gone.get(path) != before.gone[path]
        if is_changed or path not in after.gone:
            yield path


def excluded_manuals(proposal: Proposal, checked: Checked) -> Iterator[ListingChange]:
    """Yield the manuals whose files stay, but whose registry the settings no longer include."""
    start = proposal.difference.beside(f"{INCLUDED_FOLDER}/")
    if not start or proposal.difference.beside(settings.NAME) not in proposal.difference.outside:
        return
    for each in checked.diagnostics:
        if each.rule == "unused-include":
            name = each.place.path.rpartition("/")[2]
            left = replace(
                proposal,
                difference=proposal.difference.at(f"{start}{name}/{INCLUDED_MANUALS}/"),
            )
            ids = {file.manual_id for file in left.merged_releases.values()}
            for manual in sorted(ids - proposal.catalogue.manual_by_id.keys()):
                sentence = f"is no longer published: the settings no longer include {name!r}"
                yield ListingChange(manual, Kind.BREAKING, sentence)
