"""Check publishers, manuals, or a pull request against every rule."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from registry.diagnostics import Diagnostic, Place
from registry.model.derived import forget_derived
from registry.rules._addresses import addresses
from registry.rules._all_rules import rules
from registry.rules._old_releases import CURRENT, ONLY_ERRORS, STANDINGS, Standing
from registry.rules._rule import CHECKS, Dated
from registry.rules._schema_pieces import pieces_of
from registry.rules._strings import Strings
from registry.source import Document
from registry.source.limits import MAX_PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from registry.changes.proposal import Proposal
    from registry.model import Catalogue, Manual, Publisher, Release
    from registry.rules._rule import Finding, Rule, Spot
    from registry.source import Json, Origin

_Check: TypeAlias = "Callable[[Any], Iterator[Finding]]"

_ABOUT_MANY_FILES = ("check_manual", "check_proposal")

_AT_ONCE = 200
"""Sentences that are read together, before each of them is."""


def apply(
    catalogue: Catalogue, chosen: tuple[Rule, ...] | None = None, day: str = ""
) -> tuple[Diagnostic, ...]:
    """Return the findings of every rule in *catalogue*.

    *chosen* are the rules to apply; default: all. The *day* is that of `apply_to_whole`. Of yanked
    and of outdated releases, less is reported: see `Standing`.
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
    checks = _checks(chosen)
    noted = [checks.notes_on_publisher(each) for each in catalogue.publishers]
    notes = [checks.notes_on_manual(each) for each in catalogue.manuals]

    def place_of(spot: Spot) -> Place:
        return documents[spot.path].place(spot.pointer)

    return (
        *checks.of_whole(noted, notes, place_of, day),
        *(found for each in catalogue.publishers for found in checks.of_publisher(each)),
        *(found for each in catalogue.manuals for found in checks.of_manual(each)),
    )


def apply_to_publisher(publisher: Publisher) -> tuple[Diagnostic, ...]:
    """Return the findings of the rules in the file of *publisher*."""
    return tuple(_checks().of_publisher(publisher))


def apply_to_manual(manual: Manual) -> tuple[Diagnostic, ...]:
    """Return the findings of the rules that need no other manual, in *manual* and its releases."""
    return tuple(_checks().of_manual(manual))


def apply_to_text(document: Document) -> tuple[Diagnostic, ...]:
    """Return the errors that the rules about strings find in *document*, which is no manual.

    A maintainer reads such files in any case, but errors may be invisible.
    """
    return tuple(_checks().errors(document))


def apply_to_sentences(sentences: Sequence[str]) -> Iterator[tuple[str, Diagnostic]]:
    """Yield what the rules about strings find in each of *sentences*, with the sentence."""
    for start in range(0, len(sentences), _AT_ONCE):
        some = sentences[start : start + _AT_ONCE]
        # In most, nothing is found, and many are read in the time of a few.
        if next(_found_in(some), None):
            for sentence in some:
                yield from ((sentence, found) for found in _found_in([sentence]))


def _found_in(sentences: Sequence[str]) -> Iterator[Diagnostic]:
    data: dict[str, Json] = {"sentences": [*sentences]}
    return _checks().run("check_strings", Strings(Document("s.json", json.dumps(data), data)))


def apply_to_whole(
    publishers: Sequence[Mapping[str, Any]],
    manuals: Sequence[Mapping[str, Any]],
    place_of: Callable[[Spot], Place],
    day: str = "",
) -> tuple[Diagnostic, ...]:
    """Return the findings of rules that compare *publishers* or *manuals*, by the notes on each.

    *place_of* returns the position of a noted spot in its file. Only with a *day* (`YYYY-MM-DD`),
    the notes are compared with it, too.
    """
    return tuple(_checks().of_whole(publishers, manuals, place_of, day))


def apply_to_proposal(
    proposal: Proposal, chosen: tuple[Rule, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """Return the findings of the rules about changes; *chosen* are those of `apply`."""
    return tuple(_checks(chosen).run("check_proposal", proposal))


def notes_on(manual: Manual) -> dict[str, Any]:
    """Return, by rule, its note on *manual* for comparing manuals: small, and JSON can hold it."""
    return _checks().notes_on_manual(manual)


def notes_on_publisher(publisher: Publisher) -> dict[str, Any]:
    """Return, by rule, its note on *publisher* for comparing publishers, as `notes_on` does."""
    return _checks().notes_on_publisher(publisher)


def read_notes(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the notes that were *kept* as JSON, by rule, as the rule's own kind of note."""
    kinds = _kinds_of_notes()
    return {rule: kinds[rule](*note) for rule, note in kept.items() if rule in kinds}


@cache
def _kinds_of_notes() -> dict[str, Callable[..., Any]]:
    return {rule.id: rule.Note for rule in rules() if rule.Note}


class _Checks:
    """The checks of the *chosen* rules, by the kind of their subject."""

    def __init__(self, chosen: tuple[Rule, ...]) -> None:
        self._rules = chosen
        of_kind = {
            kind: [(rule, check) for rule in chosen if (check := getattr(rule, kind))]
            for kind in CHECKS
        }
        # What is not reported of a file of some standing is not looked for, either.
        self._looked_for: dict[tuple[str, Standing], list[tuple[Rule, _Check]]] = {
            (kind, standing): [
                (rule, check) for rule, check in found if standing.reports(rule.gravest, rule.group)
            ]
            for kind, found in of_kind.items()
            for standing in STANDINGS
        }

    def of_publisher(self, publisher: Publisher) -> Iterator[Diagnostic]:
        """Yield the findings in the file of *publisher*."""
        yield from self._strings(publisher.origin)
        yield from self.run("check_publisher", publisher)

    def of_manual(self, manual: Manual) -> Iterator[Diagnostic]:
        """Yield the findings in the files of *manual*; nothing is compared with other manuals."""
        yield from self._strings(manual.origin)
        if manual.facts and manual.facts.origin:
            yield from self.errors(manual.facts.origin.document)
        yield from self.run("check_manual", manual)
        is_replaced = manual.latest is not None
        for release in manual.releases:
            is_replaced = is_replaced and release is not manual.latest
            yield from self._of_release(
                release, Standing(release.version in manual.yanked, is_replaced)
            )
            forget_derived(addresses, release)
            release.document.forget_places()

    def _of_release(self, release: Release, standing: Standing) -> Iterator[Diagnostic]:
        yield from self.run("check_strings", Strings(release.document), standing)
        yield from self.run("check_release", release, standing)
        for tool in release.read_tools:
            yield from self.run("check_tool", tool, standing)
            forget_derived(pieces_of, tool)

    def of_whole(
        self,
        publishers: Sequence[Mapping[str, Any]],
        manuals: Sequence[Mapping[str, Any]],
        place_of: Callable[[Spot], Place],
        day: str,
    ) -> Iterator[Diagnostic]:
        """Yield the findings of comparisons; see `apply_to_whole`."""
        for rule in self._rules:
            if rule.check_publishers:
                noted = _notes_of_rule(rule, publishers)
                yield from _diagnostics_of(rule, rule.check_publishers(noted), place_of)
            if rule.check_notes:
                yield from _diagnostics_of(
                    rule, rule.check_notes(_notes_of_rule(rule, manuals)), place_of
                )
            if rule.check_dated and day:
                dated = Dated(day, _notes_of_rule(rule, manuals))
                yield from _diagnostics_of(rule, rule.check_dated(dated), place_of)

    def _strings(self, origin: Origin | None) -> Iterator[Diagnostic]:
        """Yield what the rules about strings find in the file of *origin*, if there is one."""
        if origin:
            yield from self.run("check_strings", Strings(origin.document))

    def errors(self, document: Document) -> Iterator[Diagnostic]:
        """Return the errors in the strings of *document*."""
        return self.run("check_strings", Strings(document), ONLY_ERRORS)

    def run(self, kind: str, subject: object, standing: Standing = CURRENT) -> Iterator[Diagnostic]:
        """Yield what the checks of one *kind* find in *subject*, up to `MAX_PROBLEMS` of a file."""
        most = None if kind in _ABOUT_MANY_FILES else MAX_PROBLEMS
        for rule, check in self._looked_for[kind, standing]:
            for each in islice(_diagnostics_of(rule, check(subject)), most):
                if standing.reports(each.severity, rule.group):
                    yield each

    def notes_on_manual(self, manual: Manual) -> dict[str, Any]:
        """Return the note of each rule on *manual*, by rule."""
        return {
            rule.id: note
            for rule in self._rules
            if rule.note_manual and (note := rule.note_manual(manual))
        }

    def notes_on_publisher(self, publisher: Publisher) -> dict[str, Any]:
        """Return the note of each rule on *publisher*, by rule."""
        return {
            rule.id: note
            for rule in self._rules
            if rule.note_publisher and (note := rule.note_publisher(publisher))
        }


def _diagnostics_of(
    rule: Rule, findings: Iterator[Finding], place_of: Callable[[Spot], Place] | None = None
) -> Iterator[Diagnostic]:
    """Yield what *rule* has found; only findings about notes have a spot, which has a place."""
    try:
        for finding in findings:
            yield Diagnostic(
                _place_in_file(finding.place, place_of),
                rule.id,
                finding.message,
                finding.hint or rule.hint,
                finding.severity or rule.severity,
            )
    except Exception as error:
        error.add_note(f"while running the rule {rule.id}")
        raise


def _place_in_file(place: Place | Spot, place_of: Callable[[Spot], Place] | None) -> Place:
    if isinstance(place, Place):
        return place
    if place_of is None:
        raise TypeError(f"{place!r} is not a Place, or it is a Spot outside of notes")
    return place_of(place)


def _notes_of_rule(rule: Rule, notes: Sequence[Mapping[str, Any]]) -> list[Any]:
    return [each[rule.id] for each in notes if rule.id in each]


@cache
def _checks(chosen: tuple[Rule, ...] | None = None) -> _Checks:
    return _Checks(rules() if chosen is None else chosen)
