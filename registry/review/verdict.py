"""The verdict on a pull request, as a function of the facts about it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from registry.catalogue.file_names import kind_of
from registry.changes import Kind
from registry.diagnostics import Severity
from registry.report import counted
from registry.review.diff import named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from registry.changes import Change
    from registry.diagnostics import Diagnostic

SHOWN = 10
"""The maximum number of sentences of one kind."""

_VALUE = re.compile(r"[^a-z' ]|'(?!s )")
"""Where the program's own words end in a sentence, and a value begins that authors choose."""

_T = TypeVar("_T")


class Decision(StrEnum):
    """The next step: it may be merged, a maintainer decides, or the author must fix it."""

    MAY_MERGE = "may-merge"
    MAINTAINER = "maintainer"
    REJECTED = "rejected"


SENTENCES = {
    Decision.MAY_MERGE: "no objections: it may be merged when all checks pass",
    Decision.MAINTAINER: "it needs a maintainer's review",
    Decision.REJECTED: "it cannot be merged as it is",
}


@dataclass(frozen=True, slots=True)
class ReviewReason:
    """A reason for a review of a pull request; *id* is explained in `docs/review.md`."""

    id: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision and every reason for it; there is none if the pull request may be merged."""

    outcome: Decision
    reasons: tuple[ReviewReason, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictFacts:
    """The facts about a pull request that decide who may approve it.

    Attributes:
        author: the id of the account that opened it.
        owners: by changed publisher, the account ids of the owners in the branch to merge into;
            None for a publisher that it does not have.
        errors: the number of errors.
        nothing: whether no file changes.
        outside: changed files that belong to no publisher.
        irregular: changed files that are links, submodules or executable.
        edited: files of merged releases that are changed or removed.
        hosts: host names that are added to a publisher.
        new_manuals: manuals, as `publisher/manual`, that are not merged yet.
        uncompared: new releases, as `publisher/manual version`, without a predecessor in use.
        changes: the changes for callers, by release, as `publisher/manual version`.
        security_findings: findings of security rules in changed files, or in others because of
            the change.
        said: by the id of each other reason, the sentences that give it.
    """

    author: int
    owners: Mapping[str, frozenset[int] | None] = field(default_factory=dict)
    errors: int = 0
    nothing: bool = False
    outside: tuple[str, ...] = ()
    irregular: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    new_manuals: tuple[str, ...] = ()
    uncompared: tuple[str, ...] = ()
    changes: Mapping[str, tuple[Change, ...]] = field(default_factory=dict)
    security_findings: tuple[Diagnostic, ...] = ()
    said: Mapping[str, Iterable[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Nobody would read them.
        if unread := [each for each in self.said if REASONS.get(each, _errors) is not None]:
            raise ValueError(f"no reasons are given by sentences said of {unread}")


def decide(facts: VerdictFacts) -> Verdict:
    """Return the verdict on a pull request with these *facts*.

    It may be merged only if there is no reason against it: everything that is not known to be
    harmless needs a maintainer.
    """
    reasons = tuple(
        ReviewReason(reason, sentence)
        for reason, find in REASONS.items()
        for sentence in _first_few(find(facts) if find else facts.said.get(reason, ()))
    )
    if facts.errors:
        return Verdict(Decision.REJECTED, reasons)
    return Verdict(Decision.MAINTAINER if reasons else Decision.MAY_MERGE, reasons)


def _first_few(sentences: Iterable[str]) -> Iterator[str]:
    all_sentences = tuple(sentences)
    yield from all_sentences[:SHOWN]
    if len(all_sentences) > SHOWN:
        yield f"and {len(all_sentences) - SHOWN:,} more"


def _errors(facts: VerdictFacts) -> Iterator[str]:
    if facts.errors:
        yield f"the check reports {counted(facts.errors, 'error')}; fix them first"


def _no_change(facts: VerdictFacts) -> Iterator[str]:
    if facts.nothing:
        yield "no file changes"


def _files_outside(facts: VerdictFacts) -> Iterator[str]:
    for path in facts.outside:
        *folders, name = path.split("/")
        is_lost = kind_of(name) and "manuals" not in folders
        act = "; if it is one of a manual, move it into the folder of manuals" if is_lost else ""
        yield f"{path!r} belongs to no publisher{act}"


def _irregular(facts: VerdictFacts) -> Iterator[str]:
    return (f"{path!r} is not a regular file" for path in facts.irregular)


def _edited(facts: VerdictFacts) -> Iterator[str]:
    return (f"the released file {path!r} is changed or removed" for path in facts.edited)


def _several_publishers(facts: VerdictFacts) -> Iterator[str]:
    if len(facts.owners) > 1:
        yield f"files of {', '.join(map(repr, sorted(facts.owners)))} change together"


def _new_publishers(facts: VerdictFacts) -> Iterator[str]:
    return (f"{name!r} is new" for name, owners in sorted(facts.owners.items()) if owners is None)


def _foreign(facts: VerdictFacts) -> Iterator[str]:
    for name, owners in sorted(facts.owners.items()):
        if owners is not None and facts.author not in owners:
            whose = "has other owners" if owners else "has no owners"
            yield f"{name!r} {whose}: account {facts.author} does not speak for it"


def _hosts(facts: VerdictFacts) -> Iterator[str]:
    return (f"the host {host!r} is new" for host in facts.hosts)


def _new_manuals(facts: VerdictFacts) -> Iterator[str]:
    return (f"{manual} is new" for manual in facts.new_manuals)


def _uncompared(facts: VerdictFacts) -> Iterator[str]:
    return (f"{each} has no earlier release to compare with" for each in facts.uncompared)


def _breaking(facts: VerdictFacts) -> Iterator[str]:
    return _sentences(facts, lambda each: each.kind is Kind.BREAKING and not each.is_security)


def _security(facts: VerdictFacts) -> Iterator[str]:
    return _sentences(facts, lambda each: each.is_security)


def _sentences(facts: VerdictFacts, wanted: Callable[[Change], bool]) -> Iterator[str]:
    """Yield what changes, so that much of one sort hides nothing of another.

    What is the same for many tools is said once, and sentences that begin alike take turns.
    """
    for release, changes in facts.changes.items():
        tools_by_sentence: dict[str, list[str]] = {}
        for change in filter(wanted, changes):
            tools_by_sentence.setdefault(change.sentence, []).append(change.tool)
        for sentence, names in _spread_by_sort(
            tools_by_sentence.items(), lambda each: _beginning(each[0])
        ):
            tools = tuple(dict.fromkeys(map(repr, filter(None, names))))
            yield f"{release}: {named(tools)}: {sentence}" if tools else f"{release}: {sentence}"


def _security_findings(facts: VerdictFacts) -> Iterator[str]:
    # Only the first ones are shown, and a note must not hide a warning.
    found = _spread_by_sort(facts.security_findings, lambda each: each.rule)
    found.sort(key=lambda each: each.severity is Severity.NOTE)
    return (f"{each.rule} at {each.place}: {each.message}" for each in found)


def _beginning(sentence: str) -> str:
    return _VALUE.split(sentence, maxsplit=1)[0]


def _spread_by_sort(items: Iterable[_T], sort: Callable[[_T], str]) -> list[_T]:
    """Return *items* with the first of each *sort* before all second ones, and so on."""
    counts: Counter[str] = Counter()
    turns: list[tuple[int, _T]] = []
    for each in items:
        turns.append((counts[sort(each)], each))
        counts[sort(each)] += 1
    return [each for _, each in sorted(turns, key=lambda turn: turn[0])]


REASONS: Mapping[str, Callable[[VerdictFacts], Iterable[str]] | None] = {
    "errors": _errors,
    "nothing-changed": _no_change,
    "other-files": _files_outside,
    "included-registry": None,
    "irregular-file": _irregular,
    "released-file": _edited,
    "several-publishers": _several_publishers,
    "new-publisher": _new_publishers,
    "not-an-owner": _foreign,
    "identity": None,
    "new-host": _hosts,
    "new-manual": _new_manuals,
    "nothing-to-compare": _uncompared,
    "lifecycle": None,
    "security-change": _security,
    "breaking-change": _breaking,
    "secret-input": None,
    "conversation": None,
    "new-link": None,
    "self-hosting": None,
    "new-mention": None,
    "new-order": None,
    "new-phrase": None,
    "new-tag": None,
    "unfamiliar-words": None,
    "suspicious-text": _security_findings,
}
"""By id: the reasons why a maintainer must review a pull request, in the order of the page on them.

Each returns its sentences; where it is None, they are among those `said`.
"""
