"""Check publishers, manuals, or a pull request against every rule."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from registry.diagnostics import Diagnostic, Place, Severity
from registry.model.derived import forget_derived
from registry.rules._addresses import addresses
from registry.rules._all_rules import rules
from registry.rules._old_releases import still_reported
from registry.rules._rule import CHECKS, Dated, Group
from registry.rules._schemas import pieces_of
from registry.rules._strings import Strings
from registry.source.limits import MAX_PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from registry.changes.proposal import Proposal
    from registry.model import Catalogue, Manual, Publisher, Release
    from registry.rules._rule import Finding, Rule, Spot
    from registry.source import Document, Origin

_ABOUT_MANY_FILES = frozenset(
    {"check_dated", "check_manual", "check_notes", "check_proposal", "check_publishers"}
)


def apply(
    catalogue: Catalogue, held_to: tuple[Rule, ...] | None = None, day: str = ""
) -> tuple[Diagnostic, ...]:
    """Return what every rule finds in *catalogue*.

    *held_to* are the rules to apply; default: all. The *day* is that of `apply_to_whole`. Of yanked
    and of outdated releases, less is reported: see `still_reported`.
    """
    documents = {
        release.document.path: release.document
        for manual in catalogue.manuals
        for release in manual.releases
    }
    documents |= {
        each.origin.document.path: each.origin.document
        for each in catalogue.publishers
        if each.origin
    }
    noted = [notes_on_publisher(each, held_to) for each in catalogue.publishers]
    notes = [notes_on(manual, held_to) for manual in catalogue.manuals]

    def place_of(spot: Spot) -> Place:
        return documents[spot.path].place(spot.pointer)

    return (
        *apply_to_whole(noted, notes, place_of, held_to, day),
        *(found for each in catalogue.publishers for found in apply_to_publisher(each, held_to)),
        *(found for each in catalogue.manuals for found in apply_to_manual(each, held_to)),
    )


def apply_to_publisher(
    publisher: Publisher, held_to: tuple[Rule, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """Return what the rules find in the file of *publisher*."""
    checks = _checks(held_to)
    return (*checks.strings(publisher.origin), *checks.run("check_publisher", publisher))


def apply_to_manual(
    manual: Manual, held_to: tuple[Rule, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """Return what the rules that need no other manual find in *manual* and its releases."""
    return tuple(_found_in_manual(manual, _checks(held_to)))


def apply_to_text(document: Document) -> tuple[Diagnostic, ...]:
    """Return the errors that the rules about strings find in *document*, which is no manual.

    A maintainer reads such files in any case, but errors may be invisible.
    """
    return tuple(_checks(None).errors(document))


def notes_on(manual: Manual, held_to: tuple[Rule, ...] | None = None) -> dict[str, Any]:
    """Return, by rule, its note on *manual* for comparing manuals: small, and JSON can hold it."""
    return {
        rule.id: note
        for rule in _checks(held_to).rules
        if rule.note_manual and (note := rule.note_manual(manual))
    }


def notes_on_publisher(
    publisher: Publisher, held_to: tuple[Rule, ...] | None = None
) -> dict[str, Any]:
    """Return, by rule, its note on *publisher* for comparing publishers, as `notes_on` does."""
    return {
        rule.id: note
        for rule in _checks(held_to).rules
        if rule.note_publisher and (note := rule.note_publisher(publisher))
    }


def read_notes(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the notes that were *kept* as JSON, by rule, as the rule's own kind of note."""
    kinds = _kinds_of_notes()
    return {rule: kinds[rule](*note) for rule, note in kept.items() if rule in kinds}


@cache
def _kinds_of_notes() -> dict[str, Callable[..., Any]]:
    return {rule.id: rule.Note for rule in rules() if rule.Note}


def apply_to_whole(
    publishers: Sequence[Mapping[str, Any]],
    manuals: Sequence[Mapping[str, Any]],
    place_of: Callable[[Spot], Place],
    held_to: tuple[Rule, ...] | None = None,
    day: str = "",
) -> tuple[Diagnostic, ...]:
    """Return what the rules find that compare *publishers* or *manuals*, by the notes on each.

    *place_of* returns the position of a noted spot in its file. Only with a *day* (`YYYY-MM-DD`),
    the notes are compared with it, too.
    """
    compared: list[Diagnostic] = []
    for rule in _checks(held_to).rules:
        if not (rule.check_publishers or rule.check_notes or rule.check_dated):
            continue
        checks = _Checks((rule,), place_of)
        if rule.check_publishers:
            compared += checks.run("check_publishers", _noted(rule, publishers))
        if rule.check_notes:
            compared += checks.run("check_notes", _noted(rule, manuals))
        if rule.check_dated and day:
            compared += checks.run("check_dated", Dated(day, _noted(rule, manuals)))
    return tuple(compared)


def _noted(rule: Rule, notes: Sequence[Mapping[str, Any]]) -> list[Any]:
    return [each[rule.id] for each in notes if rule.id in each]


def apply_to_proposal(
    proposal: Proposal, held_to: tuple[Rule, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """Return what the rules about changes find in *proposal*."""
    return tuple(_checks(held_to).run("check_proposal", proposal))


def _found_in_manual(manual: Manual, checks: _Checks) -> Iterator[Diagnostic]:
    yield from checks.strings(manual.origin)
    if manual.facts and manual.facts.origin:
        yield from checks.errors(manual.facts.origin.document)
    yield from checks.run("check_manual", manual)
    is_replaced = manual.latest is not None
    for release in manual.releases:
        is_replaced = is_replaced and release is not manual.latest
        yield from still_reported(
            _found_in(release, checks),
            checks.of_quality,
            is_yanked=release.version in manual.yanked,
            is_replaced=is_replaced,
        )
        forget_derived(addresses, release)
        release.document.forget_places()


def _found_in(release: Release, checks: _Checks) -> Iterator[Diagnostic]:
    yield from checks.run("check_strings", Strings(release.document))
    yield from checks.run("check_release", release)
    for tool in release.tools:
        yield from checks.run("check_tool", tool)
        forget_derived(pieces_of, tool)


class _Checks:
    """The functions of some rules, by what they look at."""

    def __init__(
        self, held_to: tuple[Rule, ...], place_of: Callable[[Spot], Place] | None = None
    ) -> None:
        self.rules = held_to
        self.of_quality = {rule.id for rule in held_to if rule.group is Group.QUALITY}
        self._place_of = place_of
        self._by_kind: dict[str, list[tuple[Rule, Callable[[Any], Iterator[Finding]]]]] = {
            kind: [(rule, check) for rule in held_to if (check := getattr(rule, kind))]
            for kind in CHECKS
        }

    def strings(self, origin: Origin | None) -> Iterator[Diagnostic]:
        """Yield what the rules about strings find in the file of *origin*, if there is one."""
        if origin:
            yield from self.run("check_strings", Strings(origin.document))

    def errors(self, document: Document) -> Iterator[Diagnostic]:
        """Return the errors that the rules about strings find in *document*, which is no manual."""
        found = self.run("check_strings", Strings(document))
        return (each for each in found if each.severity is Severity.ERROR)

    def run(self, kind: str, subject: object) -> Iterator[Diagnostic]:
        """Yield what the checks of one *kind* find in *subject*, up to `MAX_PROBLEMS` of a file."""
        most = None if kind in _ABOUT_MANY_FILES else MAX_PROBLEMS
        for rule, check in self._by_kind[kind]:
            try:
                for finding in islice(check(subject), most):
                    yield Diagnostic(
                        self._placed(finding.place),
                        rule.id,
                        finding.message,
                        finding.hint or rule.hint,
                        finding.severity or rule.severity,
                    )
            except Exception as error:
                error.add_note(f"while running the rule {rule.id}")
                raise

    def _placed(self, place: Place | Spot) -> Place:
        if isinstance(place, Place):
            return place
        if self._place_of is None:
            raise TypeError(f"{place!r} is not a Place, or it is a Spot outside of notes")
        return self._place_of(place)


@cache
def _checks(held_to: tuple[Rule, ...] | None) -> _Checks:
    return _Checks(rules() if held_to is None else held_to)
