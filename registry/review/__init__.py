"""Decide who may approve a pull request: its author, if an owner, or a maintainer.

Owners and trust are read from the commit to merge into, so that no one can grant rights to
themselves. Beside pull requests, `links` and `verify_host` visit the hosts that manuals name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from registry import pipeline
from registry.catalogue.included_registries import INCLUDED_FOLDER, INCLUDED_MANUALS
from registry.changes import Kind
from registry.model import Catalogue
from registry.review import diff, target_branch, verdict_facts
from registry.review.included_registries import (
    excluded_manuals,
    included_proposals,
    lock_files,
    weakened_locks,
)
from registry.review.listing_changes import ListingChange, listing_changes
from registry.review.verdict import Decision, ReviewReason, Verdict, decide
from registry.site.parallel import ALONE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.catalogue.scope import Scope
    from registry.changes.proposal import Proposal
    from registry.review.diff import Comparison
    from registry.site.parallel import Work

__all__ = ["Decision", "Review", "ReviewReason", "Verdict", "review"]


@dataclass(frozen=True, slots=True)
class Review:
    """The verdict on a pull request, with the information for the person who decides.

    Attributes:
        author: the id of the GitHub account that opened it.
        verdict: who decides, and why.
        publishers: the names of the publishers whose files change.
        files: the number of files that change.
        comparisons: the changes for callers, one per new release.
        listings: the changes of listings, which have no version.
    """

    author: int
    verdict: Verdict
    publishers: tuple[str, ...]
    files: int
    comparisons: tuple[Comparison, ...]
    listings: tuple[ListingChange, ...] = ()

    @property
    def kind(self) -> str:
        """The most serious kind of change: `new`, a `Kind`, or `none` without any."""
        kinds = {diff.kind_of(each) for each in self.comparisons}
        kinds |= {str(each.kind) for each in self.listings}
        order = ("new", *(str(each) for each in sorted(Kind, reverse=True)))
        return next((each for each in order if each in kinds), "none")


def review(  # noqa: PLR0913 - all that a review depends on
    manuals: Path,
    base: str,
    author: int,
    work: Work = ALONE,
    scope: Scope | None = None,
    *,
    day: str = "",
) -> Review:
    """Return the review of the changes of the working tree around *manuals* to the commit *base*.

    *author* is the id of the account that proposes them. Only what they can make wrong is judged,
    unless there is a *scope*; the verdict is the same wherever the rest passes the check. The
    *day* (`YYYY-MM-DD`) is compared with dates, if there is one. Raises
    git.UnusableBaseError if there is nothing to compare with.
    """
    checked, own_proposal = pipeline.check_proposal(manuals, base, work, scope, day=day)
    proposals = (own_proposal, *included_proposals(own_proposal, manuals))
    locks = lock_files(own_proposal, manuals)
    paths = chain.from_iterable(target_branch.paths(each) for each in proposals)
    contents = own_proposal.difference.read((*paths, *locks))
    merged = [target_branch.catalogue(each, contents) for each in proposals]
    pairs = tuple(zip(proposals, merged, strict=True))
    compared = tuple(chain.from_iterable(verdict_facts.comparisons(*each) for each in pairs))
    gathered = verdict_facts.gather(author, checked, own_proposal, merged[0], compared, pairs[1:])
    weakened = tuple(weakened_locks(locks, contents))
    included = (*gathered.said["included-registry"], *weakened)
    gathered = replace(gathered, said={**gathered.said, "included-registry": included})
    names = tuple(sorted(own_proposal.changed_publishers))
    listed = (_listed_changes(*each, included=each[0] is not own_proposal) for each in pairs)
    changed = (
        *chain.from_iterable(listed),
        *_removed_manuals(own_proposal),
        *excluded_manuals(own_proposal, checked),
    )
    return Review(author, decide(gathered), names, len(own_proposal.paths), compared, changed)


def _listed_changes(
    proposal: Proposal, merged: Catalogue, *, included: bool
) -> Iterator[ListingChange]:
    """Return the changes of the listings of the publishers whose files change."""
    publishers = tuple(
        each
        for each in proposal.catalogue.publishers
        if each.name in proposal.changed_publishers and bool(each.upstream) is included
    )
    names = {each.name for each in publishers}
    manuals = tuple(each for each in proposal.catalogue.manuals if each.publisher.name in names)
    return listing_changes(merged, Catalogue(publishers, manuals))


def _removed_manuals(proposal: Proposal) -> Iterator[ListingChange]:
    """Yield the manuals that are gone, such as those of a registry that is no longer included."""
    start = proposal.difference.beside(f"{INCLUDED_FOLDER}/")
    included = (f"{start}{name}/{INCLUDED_MANUALS}/" for name in proposal.included_files)
    for folder in (proposal.difference.prefix, *included):
        for manual_id in replace(
            proposal, difference=proposal.difference.at(folder)
        ).removed_manuals:
            if manual_id not in proposal.catalogue.manual_by_id:
                sentence = "is removed: nothing offers its tools any more"
                yield ListingChange(manual_id, Kind.BREAKING, sentence)
