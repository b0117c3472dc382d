"""Tell who may approve a pull request: an owner of the manuals by opening it, or a maintainer.

Everything that says whom to trust is read from the commit that is merged into, so that nobody can
grant anything to themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from registry import history, pipeline, proposal
from registry.included import FOLDER, LOCK, MANUALS, Lock
from registry.model import Catalogue
from registry.review import facts, merged
from registry.review.verdict import Outcome, Reason, Verdict, decide

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.diff import Comparison
    from registry.proposal import Proposal

__all__ = ["Outcome", "Reason", "Review", "Verdict", "review"]


@dataclass(frozen=True, slots=True)
class Review:
    """The verdict on a pull request, with what a person who decides wants to see.

    Attributes:
        author: the number of the account that opened it.
        verdict: who decides, and why.
        publishers: those whose files change.
        files: how many files change.
        comparisons: what changes for callers, by new release.
    """

    author: int
    verdict: Verdict
    publishers: tuple[str, ...]
    files: int
    comparisons: tuple[Comparison, ...]


def review(manuals: Path, base: str, author: int) -> Review:
    """Return the review of what the working tree around *manuals* proposes to the commit *base*.

    *author* is the number of the account that proposes it. Raises history.UnusableBaseError when
    there is nothing to compare with.
    """
    checked = pipeline.check(manuals, base)
    proposed = proposal.compare(checked.catalogue, manuals, base)
    names = facts.touched(proposed)
    before = merged.catalogue(proposed, manuals, names)
    compared = facts.comparisons(proposed, before)
    included = tuple(_included(checked.catalogue, manuals, base))
    for each, theirs in included:
        compared += facts.comparisons(each, theirs)
    gathered = facts.gather(author, checked, proposed, before, compared, included)
    lowered = tuple(_lowered(manuals, base))
    gathered = replace(gathered, included=gathered.included + lowered)
    return Review(author, decide(gathered), tuple(sorted(names)), len(proposed.paths), compared)


def _included(
    catalogue: Catalogue, manuals: Path, base: str
) -> Iterator[tuple[Proposal, Catalogue]]:
    """Yield what is proposed of each included registry, with those of it that are merged."""
    names = {each.upstream.name for each in catalogue.publishers if each.upstream}
    for name in sorted(names):
        folder = manuals.absolute().parent / FOLDER / name / MANUALS
        publishers = tuple(
            each for each in catalogue.publishers if each.upstream and each.upstream.name == name
        )
        theirs = tuple(each for each in catalogue.manuals if each.publisher in publishers)
        proposed = proposal.compare(Catalogue(publishers, theirs), folder, base)
        yield proposed, merged.catalogue(proposed, folder, facts.touched(proposed))


def _lowered(manuals: Path, base: str) -> Iterator[str]:
    """Yield what lets an older site of an included registry count again, under the same root."""
    for path in sorted((manuals.absolute().parent / FOLDER).glob(f"*/{LOCK}")):
        before = Lock.parse(history.merged_file(path.parent, base, LOCK) or b"")
        after = Lock.parse(path.read_bytes()) if path.is_file() else None
        if before and after and before.asked["trust"] == after.asked["trust"]:
            for role, version in before.signed.items():
                if after.signed[role] < version:
                    yield (
                        f"older signatures of {path.parent.name!r} are to count again: version "
                        f"{after.signed[role]} of {role}, not {version}"
                    )
