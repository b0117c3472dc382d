"""The verdict on a pull request, from what is known about it and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from registry.changes import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from registry.changes import Change
    from registry.diagnostics import Diagnostic

SHOWN = 10
"""Sentences of one kind; whoever wants all of them reads the differences."""


class Outcome(StrEnum):
    """Who decides: nobody has to, a maintainer, or the author, who has to mend something first."""

    MAY_MERGE = "may-merge"
    MAINTAINER = "maintainer"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pull request may not be merged without a look; *id* has a section in the docs."""

    id: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who decides, and every reason why; there is none where the pull request may be merged."""

    outcome: Outcome
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What a pull request does, as far as it matters to who may approve it.

    Attributes:
        author: the number of the account that opened it.
        owners: of each publisher that it touches, the numbers of the owners in the branch that is
            merged into; None for a publisher that is not there.
        errors: how many problems forbid the merge.
        nothing: whether no file changes at all.
        outside: changed files that belong to no publisher.
        included: sentences on what changes of included registries.
        irregular: changed files that are links, submodules or executable.
        edited: files of merged releases that change or go away.
        identity: sentences on what changes about who a publisher is, up to its proofs.
        hosts: host names that a publisher is to have in addition.
        new_manuals: manuals, as `publisher/manual`, that are not merged yet.
        uncompared: new releases, as `publisher/manual version`, with none before them that is used.
        standing: sentences on a manual's standing that is not its owners' to change.
        changes: what changes for callers, by release, as `publisher/manual version`.
        suspicions: findings in changed files of the rules that look for attacks.
    """

    author: int
    owners: Mapping[str, frozenset[int] | None] = field(default_factory=dict)
    errors: int = 0
    nothing: bool = False
    outside: tuple[str, ...] = ()
    included: tuple[str, ...] = ()
    irregular: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    identity: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    new_manuals: tuple[str, ...] = ()
    uncompared: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    changes: Mapping[str, tuple[Change, ...]] = field(default_factory=dict)
    suspicions: tuple[Diagnostic, ...] = ()


def decide(facts: Facts) -> Verdict:
    """Return the verdict on a pull request that *facts* describe.

    It may be merged only where nothing speaks against it: whatever is not known to be harmless is
    for a maintainer.
    """
    reasons = tuple(
        Reason(reason, sentence)
        for reason, find in REASONS.items()
        for sentence in _few(find(facts))
    )
    if facts.errors:
        return Verdict(Outcome.REJECTED, reasons)
    return Verdict(Outcome.MAINTAINER if reasons else Outcome.MAY_MERGE, reasons)


def _few(sentences: Iterable[str]) -> Iterator[str]:
    every = tuple(sentences)
    yield from every[:SHOWN]
    if len(every) > SHOWN:
        yield f"and {len(every) - SHOWN:,} more"


def _errors(facts: Facts) -> Iterator[str]:
    if facts.errors:
        problems = (
            "1 problem that has" if facts.errors == 1 else f"{facts.errors:,} problems that have"
        )
        yield f"the check has found {problems} to be mended first"


def _nothing(facts: Facts) -> Iterator[str]:
    if facts.nothing:
        yield "no file is changed"


def _outside(facts: Facts) -> Iterator[str]:
    return (f"{path!r} belongs to no publisher" for path in facts.outside)


def _included(facts: Facts) -> Iterator[str]:
    return iter(facts.included)


def _irregular(facts: Facts) -> Iterator[str]:
    return (f"{path!r} is not a plain file" for path in facts.irregular)


def _edited(facts: Facts) -> Iterator[str]:
    return (f"{path!r} is released, and is changed or removed" for path in facts.edited)


def _several(facts: Facts) -> Iterator[str]:
    if len(facts.owners) > 1:
        yield f"files of {', '.join(map(repr, sorted(facts.owners)))} are changed together"


def _new_publishers(facts: Facts) -> Iterator[str]:
    return (f"{name!r} is new" for name, owners in sorted(facts.owners.items()) if owners is None)


def _foreign(facts: Facts) -> Iterator[str]:
    for name, owners in sorted(facts.owners.items()):
        if owners is not None and facts.author not in owners:
            whose = "has other owners" if owners else "has no owners"
            yield f"{name!r} {whose}: account {facts.author} does not speak for it"


def _identity(facts: Facts) -> Iterator[str]:
    return iter(facts.identity)


def _hosts(facts: Facts) -> Iterator[str]:
    return (f"the host {host!r} is new" for host in facts.hosts)


def _new_manuals(facts: Facts) -> Iterator[str]:
    return (f"{manual} is new" for manual in facts.new_manuals)


def _uncompared(facts: Facts) -> Iterator[str]:
    return (f"{each} has no release before it to compare with" for each in facts.uncompared)


def _standing(facts: Facts) -> Iterator[str]:
    return iter(facts.standing)


def _breaking(facts: Facts) -> Iterator[str]:
    return _sentences(facts, lambda each: each.kind is Kind.BREAKING and not each.is_security)


def _security(facts: Facts) -> Iterator[str]:
    return _sentences(facts, lambda each: each.is_security)


def _sentences(facts: Facts, wanted: Callable[[Change], bool]) -> Iterator[str]:
    for release, changes in facts.changes.items():
        for each in filter(wanted, changes):
            tool = f"{each.tool!r}: " if each.tool else ""
            yield f"{release}: {tool}{each.sentence}"


def _suspicions(facts: Facts) -> Iterator[str]:
    return (f"{each.rule} at {each.place}: {each.message}" for each in facts.suspicions)


REASONS: Mapping[str, Callable[[Facts], Iterator[str]]] = {
    "errors": _errors,
    "nothing-changed": _nothing,
    "other-files": _outside,
    "included-registry": _included,
    "irregular-file": _irregular,
    "released-file": _edited,
    "several-publishers": _several,
    "new-publisher": _new_publishers,
    "not-an-owner": _foreign,
    "identity": _identity,
    "new-host": _hosts,
    "new-manual": _new_manuals,
    "nothing-to-compare": _uncompared,
    "standing": _standing,
    "breaking-change": _breaking,
    "security-change": _security,
    "suspicious-text": _suspicions,
}
"""What speaks against a merge without a maintainer, each with how it is found."""
