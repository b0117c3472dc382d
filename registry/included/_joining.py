"""Join what is our own with what was included, and tell what concerns whoever does so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry.diagnostics import Place, Severity
from registry.included._lock import FOLDER, MANUALS
from registry.included._reading import beside
from registry.load import Tree
from registry.model import Upstream, fold
from registry.validate import problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from registry.diagnostics import Diagnostic
    from registry.included._lock import Include
    from registry.load import PublisherFolder

SHADOWED = "shadowed-publisher"
"""The rule that says what is left out since its name is taken."""

_CHECKS = frozenset(
    {"altered-include", "missing-include", SHADOWED, "stale-include", "unused-include"}
)
"""What is said of an include as a whole; everything else is said of a manual in it."""


def joined(own: Tree, included: Iterable[tuple[Include, Tree]]) -> Tree:
    """Return one tree of what is our *own* and what was *included*, in the order of precedence.

    A publisher that is there already keeps its name for itself: the later one of the same name is
    left out whole, and a note says so. Else whoever signs another registry could put a manual
    beside ours, or a newer version of one.
    """
    publishers, problems = list(own.publishers), list(own.problems)
    taken = Taken(own.publishers)
    for include, tree in included:
        problems += tree.problems
        upstream = Upstream(include.name, include.url)
        for each in tree.publishers:
            if reason := taken.reason_against(each.name, [manual.name for manual in each.manuals]):
                problems.append(_shadowed(each, include, reason))
            else:
                publishers.append(replace(each, upstream=upstream))
        taken.add(each for each in publishers if each.upstream == upstream)
    return Tree(tuple(sorted(publishers, key=lambda each: each.name)), tuple(problems))


class Taken:
    """The names that publishers and manuals have already, as clients tell them apart."""

    def __init__(self, publishers: Iterable[PublisherFolder]) -> None:
        self._publishers: set[str] = set()
        self._manuals: set[str] = set()
        self.add(publishers)

    def add(self, publishers: Iterable[PublisherFolder]) -> None:
        """Take the names of *publishers*."""
        for publisher in publishers:
            self._publishers.add(fold(publisher.name))
            self._manuals.update(
                fold(f"{publisher.name}_{each.name}") for each in publisher.manuals
            )

    def reason_against(self, publisher: str, manuals: Iterable[str]) -> str:
        """Return why there can be no *publisher* with these *manuals* as well, or ""."""
        if fold(publisher) in self._publishers:
            return f"there is a publisher {publisher!r} already"
        for each in manuals:
            if fold(f"{publisher}_{each}") in self._manuals:
                name = fold(f"{publisher}_{each}")
                return f"clients know another manual by the name of {publisher}/{each}, {name!r}"
        return ""


def told(
    diagnostics: Iterable[Diagnostic], manuals: Path, quality: frozenset[str]
) -> Iterator[Diagnostic]:
    """Yield *diagnostics* as they concern whoever runs this registry, who cannot mend them.

    Of included manuals, what is merely poor is for their own registry: of the rules on *quality*
    only errors are told. The remedy for an error is to include the manual no longer.
    """
    start = f"{beside(manuals)}{FOLDER}/"
    for each in diagnostics:
        begins, _, inside = each.place.path.partition(f"/{MANUALS}/")
        name = begins.removeprefix(start)
        if not inside or name == begins or each.rule in _CHECKS:
            yield each
        elif each.severity is Severity.ERROR:
            hint = f"`registry include {name}` leaves out what has errors"
            yield replace(each, hint=hint)
        elif each.rule not in quality:
            yield replace(each, hint="it is for its own registry to mend")


def _shadowed(publisher: PublisherFolder, include: Include, reason: str) -> Diagnostic:
    return problem(
        Place(publisher.path),
        SHADOWED,
        f"nothing of {publisher.name!r} is published from {include.name!r}: {reason}",
        f"`registry include {include.name}` leaves it out",
        Severity.NOTE,
    )
