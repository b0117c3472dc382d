"""Join the registry's own manuals with the included ones, and reword problems for its operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.included_registries._lock import INCLUDED_FOLDER, INCLUDED_MANUALS
from registry.catalogue.shown_paths import sibling_prefix
from registry.catalogue.tree import Tree
from registry.diagnostics import Diagnostic, Place, Severity
from registry.model import Upstream, fold_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from registry.catalogue.included_registries._lock import Include
    from registry.catalogue.tree import PublisherFolder

SHADOWED = "shadowed-publisher"
"""The rule for a publisher that is left out because its name is taken."""

_CHECKS = frozenset(
    {"altered-include", "missing-include", SHADOWED, "stale-include", "unused-include"}
)
"""The rules about an include as a whole; all others are about a manual in it."""


def join_trees(own: Tree, included: Iterable[tuple[Include, Tree]]) -> Tree:
    """Return one tree of the registry's *own* files and the *included* ones, in that precedence.

    The first publisher of a name keeps it: a later one of the same name is left out entirely, with
    a note. Otherwise another registry could add a manual to ours, or a newer version of one.
    """
    publishers, problems = list(own.publishers), list(own.problems)
    taken = TakenNames(own.publishers)
    for include, tree in included:
        problems += tree.problems
        upstream = Upstream(include.name, include.url)
        for publisher in tree.publishers:
            if reason := taken.reason_against(
                publisher.name, [manual.name for manual in publisher.manuals]
            ):
                problems.append(_shadowed_publisher(publisher, include, reason))
            else:
                publishers.append(publisher._replace(upstream=upstream))
        taken.add(publisher for publisher in publishers if publisher.upstream == upstream)
    return Tree(tuple(sorted(publishers, key=lambda publisher: publisher.name)), tuple(problems))


class TakenNames:
    """The names of publishers and manuals that are taken, as clients distinguish them."""

    def __init__(self, publishers: Iterable[PublisherFolder]) -> None:
        self._publishers: set[str] = set()
        self._manuals: set[str] = set()
        self.add(publishers)

    def add(self, publishers: Iterable[PublisherFolder]) -> None:
        """Mark the names of *publishers* as taken."""
        for publisher in publishers:
            self._publishers.add(fold_name(publisher.name))
            self._manuals.update(
                fold_name(f"{publisher.name}_{each.name}") for each in publisher.manuals
            )

    def reason_against(self, publisher: str, manuals: Iterable[str]) -> str:
        """Return why a *publisher* with these *manuals* cannot be added, or ""."""
        if fold_name(publisher) in self._publishers:
            return f"a publisher {publisher!r} already exists"
        for each in manuals:
            if fold_name(f"{publisher}_{each}") in self._manuals:
                name = fold_name(f"{publisher}_{each}")
                return f"for clients, another manual already has the name {name!r}"
        return ""


def reworded_for_operator(
    diagnostics: Iterable[Diagnostic], manuals: Path, quality: frozenset[str]
) -> Iterator[Diagnostic]:
    """Yield *diagnostics* reworded for the operator of this registry, who cannot fix them.

    For included manuals, only errors of the rules on *quality* are reported; the rest concerns
    their own registry. The remedy for an error is to stop including the manual.
    """
    start = f"{sibling_prefix(manuals)}{INCLUDED_FOLDER}/"
    for diagnostic in diagnostics:
        begins, _, inside = diagnostic.place.path.partition(f"/{INCLUDED_MANUALS}/")
        name = begins.removeprefix(start)
        if not inside or name == begins or diagnostic.rule in _CHECKS:
            yield diagnostic
        elif diagnostic.severity is Severity.ERROR:
            hint = f"`registry include {name}` leaves out what has errors"
            yield diagnostic._replace(hint=hint)
        elif diagnostic.rule not in quality:
            yield diagnostic._replace(hint="only its own registry can fix it")


def _shadowed_publisher(publisher: PublisherFolder, include: Include, reason: str) -> Diagnostic:
    return Diagnostic(
        Place(publisher.path),
        SHADOWED,
        f"nothing of {publisher.name!r} is published from {include.name!r}: {reason}",
        f"`registry include {include.name}` leaves it out",
        Severity.NOTE,
    )
