"""Find what a change makes wrong in files that it does not touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry import rules
from registry.diagnostics import Diagnostic, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.changes.proposal import Proposal
    from registry.model import Catalogue
    from registry.pipeline import Checked
    from registry.rules import Spot


def found_elsewhere(
    checked: Checked, every: Sequence[tuple[Proposal, Catalogue]]
) -> Iterator[Diagnostic]:
    """Yield what comparing finds in files that do not change, and did not find before.

    *every* has the proposals for this registry and for included ones, each with its merged
    catalogue.
    """
    comparing = {each.id for each in rules.rules() if each.check_notes or each.check_publishers}
    found = [each for each in checked.diagnostics if each.rule in comparing]
    changed = {path for proposal, _ in every for path in proposal.paths}
    if elsewhere := [each for each in found if each.place.path not in changed]:
        before = {_identity(each) for each in _found_before(checked, every)}
        yield from (each for each in elsewhere if _identity(each) not in before)


def _identity(found: Diagnostic) -> tuple[str, str, str]:
    return found.rule, found.place.path, found.message


def _found_before(
    checked: Checked, pairs: Sequence[tuple[Proposal, Catalogue]]
) -> tuple[Diagnostic, ...]:
    """Return the findings of comparisons with the merged state of the publishers that change."""
    publishers, manuals = dict(checked.noted.publishers), dict(checked.noted.manuals)
    for proposal, merged in pairs:
        gone = {f"{proposal.folder}/{name}" for name in proposal.changed_publishers}
        publishers = {path: each for path, each in publishers.items() if path not in gone}
        manuals = {
            path: each for path, each in manuals.items() if path.rpartition("/")[0] not in gone
        }
        for publisher in merged.publishers:
            folder = f"{proposal.folder}/{publisher.name}"
            publishers[folder] = rules.notes_on_publisher(publisher)
        for manual in merged.manuals:
            manuals[f"{proposal.folder}/{manual.id}"] = rules.notes_on(manual)
    return rules.apply_to_whole(_by_name(publishers), _by_name(manuals), _place)


def _by_name(noted: Mapping[str, Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the notes in the order of names, as all publishers are compared."""
    return [noted[path] for path in sorted(noted, key=lambda each: each.rpartition("/")[2])]


def _place(spot: Spot) -> Place:
    return Place(spot.path)
