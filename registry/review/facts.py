"""Find out what a pull request does: the files as proposed against those that are merged."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from registry import diff, history, versions
from registry.diagnostics import Severity
from registry.included import FOLDER, SHADOWED
from registry.model import State
from registry.review.verdict import Facts
from registry.rules import Group, documented

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Diagnostic
    from registry.diff import Comparison
    from registry.model import Catalogue, Manual, Publisher, Release
    from registry.pipeline import Checked
    from registry.proposal import Proposal

_TOLD_ALREADY = frozenset(
    {"changed-owners", "edited-release", "irregular-file-mode", "mixed-pull-request"}
)
"""Rules that find what is a reason of its own."""


def touched(proposal: Proposal) -> frozenset[str]:
    """Return the names of the publishers whose files change."""
    paths = (each.path.partition("/") for each in proposal.difference.inside)
    return frozenset(name for name, slash, _ in paths if slash)


def comparisons(proposal: Proposal, merged: Catalogue) -> tuple[Comparison, ...]:
    """Compare each new release with the merged one that its users have now, if there is any."""
    added = {(each.manual_id, each.version) for each in proposal.added.values()}
    return tuple(
        diff.between(_predecessor(merged.manual_by_id.get(manual.id), release.version), release)
        for manual in proposal.catalogue.manuals
        for release in manual.releases
        if (manual.id, release.version) in added
    )


def _predecessor(manual: Manual | None, version: str) -> Release | None:
    if manual is None:
        return None
    by_version = {each.version: each for each in manual.releases}
    older = versions.before(version, by_version, manual.yanked)
    return by_version[older] if older else None


def gather(  # noqa: PLR0913, PLR0917 - all that a verdict depends on
    author: int,
    checked: Checked,
    proposal: Proposal,
    merged: Catalogue,
    compared: tuple[Comparison, ...],
    included: tuple[tuple[Proposal, Catalogue], ...] = (),
) -> Facts:
    """Return what the verdict on *proposal* depends on; whom to trust is read from *merged*.

    *included* is what it proposes of other registries, each by itself with what is merged of it.
    """
    known = {each.name: each for each in merged.publishers}
    every = ((proposal, merged), *included)
    names = touched(proposal)
    changed = frozenset(proposal.paths)
    return Facts(
        author=author,
        owners={name: _owners(known.get(name)) for name in sorted(names)},
        errors=sum(each.severity is Severity.ERROR for each in checked.diagnostics),
        nothing=not changed,
        outside=(*_loose(proposal), *_elsewhere(proposal)),
        included=(*_included(proposal), *_displaced(checked, proposal, merged)),
        irregular=tuple(path for each, _ in every for path in _irregular(each)),
        edited=tuple(path for each, _ in every for path in _edited(each)),
        identity=tuple(told for each, before in every for told in _identity(each, before)),
        hosts=tuple(host for each, before in every for host in _hosts(each, before)),
        new_manuals=tuple(
            each.id for each in _manuals(proposal) if each.id not in merged.manual_by_id
        ),
        uncompared=tuple(
            diff.title(each)
            for each in compared
            if each.before is None and _manual_id(each) in merged.manual_by_id
        ),
        standing=tuple(told for each, before in every for told in _standing(each, before)),
        changes={f"{_manual_id(each)} {each.after.version}": each.changes for each in compared},
        suspicions=tuple(_suspicions(checked.diagnostics, changed)),
    )


def _manual_id(found: Comparison) -> str:
    return f"{found.after.publisher}/{found.after.manual}"


def _owners(publisher: Publisher | None) -> frozenset[int] | None:
    return frozenset(owner.id for owner in publisher.owners) if publisher else None


def _loose(proposal: Proposal) -> Iterator[str]:
    """Yield changed files in the folder of manuals itself."""
    for each in proposal.difference.inside:
        if "/" not in each.path:
            yield f"{proposal.folder}/{each.path}"


def _elsewhere(proposal: Proposal) -> Iterator[str]:
    """Yield changed files that are neither manuals nor those of an included registry."""
    return (each for each in proposal.difference.outside if not each.startswith(_beside(proposal)))


def _beside(proposal: Proposal) -> str:
    """Return how the paths of included registries begin in the repository."""
    above = proposal.difference.prefix.removesuffix("/").rpartition("/")
    return f"{above[0]}{above[1]}{FOLDER}/"


def _included(proposal: Proposal) -> Iterator[str]:
    """Yield each included registry of which files change, and how many."""
    start = _beside(proposal)
    paths = (each for each in proposal.difference.outside if each.startswith(start))
    names = Counter(each.removeprefix(start).partition("/")[0] for each in paths)
    for name, count in sorted(names.items()):
        changed = "1 file" if count == 1 else f"{count:,} files"
        verb = "changes" if count == 1 else "change"
        yield f"{changed} of the included registry {name!r} {verb}"


def _displaced(checked: Checked, proposal: Proposal, merged: Catalogue) -> Iterator[str]:
    """Yield what is no longer published of included registries, if a manual here is new.

    Its name may be why: clients would then call it in the place of the included one.
    """
    if any(each.id not in merged.manual_by_id for each in _manuals(proposal)):
        yield from (each.message for each in checked.diagnostics if each.rule == SHADOWED)


def _manuals(proposal: Proposal) -> Iterator[Manual]:
    """Yield the manuals of the publishers whose files change."""
    names = touched(proposal)
    return (each for each in proposal.catalogue.manuals if each.publisher.name in names)


def _irregular(proposal: Proposal) -> Iterator[str]:
    for each in proposal.difference.inside:
        if each.after and each.after.mode != history.PLAIN:
            yield f"{proposal.folder}/{each.path}"


def _edited(proposal: Proposal) -> Iterator[str]:
    for each in proposal.difference.inside:
        if each.path in proposal.merged:
            yield f"{proposal.folder}/{each.path}"


def _identity(proposal: Proposal, merged: Catalogue) -> Iterator[str]:
    proposed = {each.name: each for each in proposal.catalogue.publishers}
    for before in merged.publishers:
        name = before.name
        after = proposed.get(name)
        if after is None:
            yield f"{name!r} goes away"
            continue
        if before.title != after.title:
            yield f"{name!r} calls itself {after.title!r} instead of {before.title!r}"
        if before.homepage != after.homepage:
            yield f"the homepage of {name!r} is {after.homepage!r} instead of {before.homepage!r}"
        if before.verified != after.verified:
            yield f"{name!r} is said to have other verified hosts"
        for owner in after.owners:
            if owner not in before.owners:
                yield f"account {owner.id} ({owner.login!r}) is to own {name!r}"
        for owner in before.owners:
            if owner not in after.owners:
                yield f"account {owner.id} ({owner.login!r}) is no owner of {name!r} any more"


def _hosts(proposal: Proposal, merged: Catalogue) -> Iterator[str]:
    known = {each.name: each for each in merged.publishers}
    for after in proposal.catalogue.publishers:
        if before := known.get(after.name):
            yield from (each for each in after.hosts if each not in before.hosts)


def _standing(proposal: Proposal, merged: Catalogue) -> Iterator[str]:
    folders = {each.path.rpartition("/")[0] for each in proposal.difference.inside}
    for before in merged.manuals:
        if before.id not in folders:
            continue
        after = proposal.catalogue.manual_by_id.get(before.id)
        if after is None:
            yield f"{before.id} goes away"
            continue
        states = (before.status.state, after.status.state)
        if State.QUARANTINED in states:
            yield f"{before.id} is {states[0]} and is to be {states[1]}"
        successor = after.status.replaced_by
        is_own = successor.startswith(f"{after.publisher.name}/")
        if successor and successor != before.status.replaced_by and not is_own:
            yield f"{before.id} sends its users to {successor}"
        for version in before.yanked:
            if version not in after.yanked:
                yield f"{before.id} {version} was withdrawn and is to come back"


def _suspicions(
    diagnostics: tuple[Diagnostic, ...], changed: frozenset[str]
) -> Iterator[Diagnostic]:
    """Yield what may be a sign of an attack and does not forbid the merge by itself."""
    groups = {rule.id: rule.group for rule in documented()}
    for each in diagnostics:
        is_harmless = groups.get(each.rule) is Group.QUALITY or each.rule in _TOLD_ALREADY
        is_open = each.severity is not Severity.ERROR and each.place.path in changed
        if is_open and not is_harmless:
            yield each
