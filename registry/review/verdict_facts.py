"""Gather the facts about a pull request: the proposed files compared with the merged ones."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from registry.catalogue.file_names import is_left_behind
from registry.catalogue.included_registries import SHADOWED
from registry.changes import compare_releases
from registry.changes.tree_difference import PLAIN
from registry.diagnostics import Severity
from registry.model import State, versions
from registry.report import counted
from registry.review import diff, new_demands, new_links, new_search_words, unfamiliar_words
from registry.review.identity_changes import identity_changes, new_hosts
from registry.review.problems_elsewhere import found_elsewhere
from registry.review.security_findings import said_across, security_findings
from registry.review.verdict import VerdictFacts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from registry.changes import Change
    from registry.changes.proposal import Proposal
    from registry.model import Catalogue, Manual, Release
    from registry.pipeline import Checked
    from registry.review.diff import Comparison


def comparisons(proposal: Proposal, merged: Catalogue) -> tuple[Comparison, ...]:
    """Return a comparison of each new release with the merged one that users have now, if any."""
    return tuple(
        _compared(merged.manual_by_id.get(manual.id), release)
        for manual, release in proposal.new_releases
    )


def _compared(merged: Manual | None, release: Release) -> Comparison:
    if merged is None:
        return diff.comparison_of(None, release)
    # What a tool did that was removed, another one with its call still does.
    return diff.comparison_of(merged.predecessor_of(release.version), release, merged.releases)


def gather(  # noqa: PLR0913, PLR0917 - all that a verdict depends on
    author: int,
    checked: Checked,
    proposal: Proposal,
    merged: Catalogue,
    compared: tuple[Comparison, ...],
    included: tuple[tuple[Proposal, Catalogue], ...] = (),
) -> VerdictFacts:
    """Return the facts on which the verdict on *proposal* depends. Owners are those of *merged*.

    *included* are the proposals for included registries, each with its merged catalogue.
    """
    pairs = ((proposal, merged), *included)
    changed = frozenset(proposal.paths)

    def demanded(find: Callable[[Comparison], Iterable[str]]) -> tuple[str, ...]:
        return tuple(found for each in compared for found in find(each))

    def in_every(find: Callable[[Catalogue, Catalogue], Iterable[str]]) -> tuple[str, ...]:
        return tuple(found for each, before in pairs for found in find(each.catalogue, before))

    def asked(reason: str, find: Callable[[Comparison], Iterable[str]]) -> tuple[str, ...]:
        listed = in_every(lambda proposed, was: new_demands.in_listings(reason, proposed, was))
        return demanded(find) + listed

    said = {
        "included-registry": (
            *_included_registries(proposal),
            *_displaced_manuals(checked, proposal, merged),
        ),
        "identity": in_every(identity_changes),
        "lifecycle": tuple(found for each, before in pairs for found in _lifecycle(each, before)),
        "secret-input": asked("secret-input", new_demands.secret_inputs),
        "conversation": asked("conversation", new_demands.confided),
        "new-link": (*in_every(new_links.linked_places), *_newly_named_hosts(compared, pairs)),
        "self-hosting": asked("self-hosting", new_demands.self_hosting),
        "new-mention": demanded(new_demands.mentions),
        "new-order": asked("new-order", new_demands.orders),
        "new-phrase": in_every(new_search_words.phrases),
        "new-tag": in_every(new_search_words.tags),
        "unfamiliar-words": (
            *demanded(unfamiliar_words.in_releases),
            *in_every(unfamiliar_words.in_listings),
        ),
    }
    return VerdictFacts(
        author=author,
        owners=_owners(proposal, merged),
        errors=sum(each.severity is Severity.ERROR for each in checked.diagnostics),
        nothing=not changed,
        outside=(*_unread_files(proposal), *_files_elsewhere(proposal)),
        irregular=tuple(path for each, _ in pairs for path in _irregular_files(each)),
        edited=tuple(path for each, _ in pairs for path in _edited_releases(each)),
        hosts=in_every(new_hosts),
        new_manuals=tuple(_new_manuals(proposal, merged)),
        uncompared=tuple(_uncompared(compared, merged)),
        changes=_changes(compared, pairs),
        security_findings=(
            *security_findings(each for each in checked.diagnostics if each.place.path in changed),
            *security_findings(found_elsewhere(checked, pairs)),
            *security_findings(each for one in compared for each in said_across(one)),
        ),
        said=said,
    )


def _owners(proposal: Proposal, merged: Catalogue) -> dict[str, frozenset[int] | None]:
    """Return the ids of the merged owners of each changed publisher; None if it is new."""
    merged_publishers = {
        name: merged.publisher_by_name.get(name) for name in proposal.changed_publishers
    }
    return {
        name: frozenset(owner.id for owner in publisher.owners) if publisher else None
        for name, publisher in sorted(merged_publishers.items())
    }


def _new_manuals(proposal: Proposal, merged: Catalogue) -> Iterator[str]:
    """Yield the manuals of the publishers whose files change that are not merged yet."""
    names = proposal.changed_publishers
    for each in proposal.catalogue.manuals:
        if each.publisher.name in names and each.id not in merged.manual_by_id:
            yield each.id


def _uncompared(compared: Iterable[Comparison], merged: Catalogue) -> Iterator[str]:
    for each in compared:
        if each.before is None and each.after.manual_id in merged.manual_by_id:
            yield diff.title(each)


def _changes(
    compared: Iterable[Comparison], pairs: Iterable[tuple[Proposal, Catalogue]]
) -> dict[str, tuple[Change, ...]]:
    by_release = {f"{each.after.manual_id} {each.after.version}": each.changes for each in compared}
    for proposal, merged in pairs:
        by_release |= _changes_by_withdrawal(proposal.catalogue, merged)
    return by_release


def _unread_files(proposal: Proposal) -> Iterator[str]:
    """Yield changed files in the folder of manuals that nothing reads."""
    for file in proposal.difference.inside:
        _, slash, name = file.path.rpartition("/")
        if not slash or is_left_behind(name):
            yield f"{proposal.folder}/{file.path}"


def _files_elsewhere(proposal: Proposal) -> Iterator[str]:
    """Yield changed files that are neither in the folder of manuals nor in that of an include."""
    included = set(chain.from_iterable(proposal.included_files.values()))
    return (each for each in proposal.difference.outside if each not in included)


def _included_registries(proposal: Proposal) -> Iterator[str]:
    """Yield a sentence for each included registry with the number of files that change."""
    for name, paths in proposal.included_files.items():
        verb = "changes" if len(paths) == 1 else "change"
        yield f"{counted(len(paths), 'file')} of the included registry {name!r} {verb}"


def _displaced_manuals(checked: Checked, proposal: Proposal, merged: Catalogue) -> Iterator[str]:
    """Yield what is no longer published from included registries, if a manual here is new.

    Its name may be the reason: clients would then call it instead of the included one.
    """
    if any(_new_manuals(proposal, merged)):
        yield from (each.message for each in checked.diagnostics if each.rule == SHADOWED)


def _irregular_files(proposal: Proposal) -> Iterator[str]:
    for each in proposal.difference.inside:
        if each.after and each.after.mode != PLAIN:
            yield f"{proposal.folder}/{each.path}"


def _edited_releases(proposal: Proposal) -> Iterator[str]:
    for each in proposal.difference.inside:
        if each.path in proposal.merged_releases:
            yield f"{proposal.folder}/{each.path}"


def _lifecycle(proposal: Proposal, merged: Catalogue) -> Iterator[str]:
    folders = {each.path.rpartition("/")[0] for each in proposal.difference.inside}
    for before in merged.manuals:
        if before.id not in folders:
            continue
        after = proposal.catalogue.manual_by_id.get(before.id)
        if after is None:
            yield f"{before.id} is removed"
            continue
        states = (before.status.state, after.status.state)
        if State.QUARANTINED in states:
            is_same = states[0] is states[1]
            change = f"is {states[0]}" if is_same else f"changes from {states[0]} to {states[1]}"
            yield f"{before.id} {change}"
        successor = after.status.replaced_by
        is_own = successor.startswith(f"{after.publisher.name}/")
        if successor and successor != before.status.replaced_by and not is_own:
            yield f"{before.id} sends its users to {successor}"
        for version in before.yanked:
            if version not in after.yanked:
                yield f"{before.id} {version} was withdrawn and is offered again"


def _changes_by_withdrawal(
    proposed: Catalogue, merged: Catalogue
) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """Yield what is another call, or another key, in the older release that callers get instead.

    They get it where a newer one is withdrawn: of all releases, or of one major version.
    """
    for before in merged.manuals:
        if (after := proposed.manual_by_id.get(before.id)) is None:
            continue
        # What `yanked` names may be no version at all, as the check says.
        releases, yanked = after.release_by_version, after.yanked.keys() - before.yanked.keys()
        withdrawn = [each for each in releases if each in yanked]
        if not withdrawn:
            continue
        for line in dict.fromkeys((None, *map(versions.line_of, withdrawn))):
            candidates = [each for each in releases if line in (None, versions.line_of(each))]
            before_version = versions.newest_in_use(candidates, before.yanked)
            after_version = versions.newest_in_use(candidates, after.yanked)
            if (
                before_version in withdrawn
                and after_version in candidates[: candidates.index(before_version)]
            ):
                changes = compare_releases(releases[before_version], releases[after_version])
                name = f"{after.id} {after_version} in place of {before_version}"
                yield name, tuple(each for each in changes if each.is_security)


def _newly_named_hosts(
    compared: Iterable[Comparison], pairs: Iterable[tuple[Proposal, Catalogue]]
) -> Iterator[str]:
    of = {each.name: merged for _, merged in pairs for each in merged.publishers}
    for comparison in compared:
        if comparison.after.publisher in of:
            yield from new_links.named_hosts(comparison, of[comparison.after.publisher])
