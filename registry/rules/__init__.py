"""The rules that tools and manuals are held to; adding one is adding a file beside this one.

A rule is a module. Its file name is its id (`plain_http_url.py` is `plain-http-url`), its
docstring is its documentation page and its first test (see `tests/test_rules.py`), and it offers:

- `SEVERITY`: error when publishing would mislead or harm somebody, warning when it would be poor;
- `HINT`: what to do, used where a finding brings no hint of its own;
- `GROUP`, where a finding is about quality alone; without it, a person looks at whatever is found;
- one function, named for what it looks at, which yields `Finding`s: `check_tool(tool)`,
  `check_schemas(schemas)` (the schemas of one tool, piece by piece), `check_release(release)`,
  `check_texts(texts)` (all that one file says), `check_catalogue(catalogue)`, or
  `check_proposal(proposal)` (what changes against the branch that it is to be merged into; such a
  rule runs for `registry check --base` alone).

What several rules need stands in a module of this package whose name starts with `_`.
"""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Place, Severity
from registry.discover import modules
from registry.rules._elsewhere import sections
from registry.rules._schemas import Schemas
from registry.rules._texts import Texts
from registry.source.limits import MAX_PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from registry.model import Catalogue, Release, Tool
    from registry.proposal import Proposal


class Group(StrEnum):
    """What a finding may be a sign of; of the first, `registry review` has a person look at it."""

    SECURITY = "security"
    QUALITY = "quality"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule has found: where, a sentence about this very manual, and perhaps a hint.

    *severity* is that of the rule unless it says otherwise.
    """

    place: Place
    message: str
    hint: str = ""
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, its documentation and what it checks."""

    id: str
    severity: Severity
    hint: str
    documentation: str
    group: Group = Group.SECURITY
    check_tool: Callable[[Tool], Iterator[Finding]] | None = None
    check_schemas: Callable[[Schemas], Iterator[Finding]] | None = None
    check_release: Callable[[Release], Iterator[Finding]] | None = None
    check_texts: Callable[[Texts], Iterator[Finding]] | None = None
    check_catalogue: Callable[[Catalogue], Iterator[Finding]] | None = None
    check_proposal: Callable[[Proposal], Iterator[Finding]] | None = None

    @property
    def title(self) -> str:
        """The first line of the documentation: what is wrong, in a sentence."""
        return self.documentation.partition("\n")[0]

    @property
    def reason(self) -> str:
        """The paragraphs between title and examples: why it matters."""
        return self.documentation.partition("\n")[2].partition("\nBad:\n")[0].strip()


_CHECKS = tuple(name for name in Rule.__dataclass_fields__ if name.startswith("check_"))
_ABOUT_MANY_FILES = frozenset({"check_catalogue", "check_proposal"})


@cache
def rules() -> tuple[Rule, ...]:
    """Return every rule, by id."""
    return tuple(_rule(module) for module in modules(sys.modules[__name__]))


@cache
def documented() -> tuple[Rule, ...]:
    """Return every rule, and every check outside this package as a rule without a function, by id.

    A check that shares its id with a rule, because the reader meets the same thing earlier, is
    told on the page of the rule.
    """
    known = {rule.id for rule in rules()}
    others = (
        Rule(section.id, Severity(section.severity), "", section.text, Group.QUALITY)
        for section in sections()
        if section.id not in known
    )
    return tuple(sorted((*rules(), *others), key=lambda rule: rule.id))


def _rule(module: ModuleType) -> Rule:
    return Rule(
        id=module.__name__.rpartition(".")[2].replace("_", "-"),
        severity=module.SEVERITY,
        hint=module.HINT,
        documentation=inspect.cleandoc(module.__doc__ or ""),
        group=getattr(module, "GROUP", Group.SECURITY),
        **{name: getattr(module, name, None) for name in _CHECKS},
    )


def apply(catalogue: Catalogue, held_to: tuple[Rule, ...] | None = None) -> tuple[Diagnostic, ...]:
    """Hold everything in *catalogue* against every rule.

    Of yanked releases only errors are reported: nobody mends them, but their files stay public.
    *held_to* are the rules that count, if not all do.
    """
    return (*apply_to_whole(catalogue, held_to), *apply_to_files(catalogue, held_to))


def apply_to_whole(
    catalogue: Catalogue, held_to: tuple[Rule, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """Hold *catalogue* against the rules that compare what several publishers say."""
    return tuple(_checks(held_to).run("check_catalogue", catalogue))


def apply_to_files(
    catalogue: Catalogue, held_to: tuple[Rule, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """Hold each file of *catalogue*, which may be a part of another, against the other rules."""
    return tuple(_found_in_files(catalogue, _checks(held_to)))


def apply_to_proposal(
    proposal: Proposal, held_to: tuple[Rule, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """Hold *proposal* against the rules on what may change."""
    return tuple(_checks(held_to).run("check_proposal", proposal))


def _checks(held_to: tuple[Rule, ...] | None) -> _Checks:
    return _Checks(rules() if held_to is None else held_to)


def _found_in_files(catalogue: Catalogue, checks: _Checks) -> Iterator[Diagnostic]:
    origins = [publisher.origin for publisher in catalogue.publishers]
    origins += [manual.origin for manual in catalogue.manuals]
    for origin in filter(None, origins):
        yield from checks.run("check_texts", Texts(origin.document))
    for manual in catalogue.manuals:
        for release in manual.releases:
            is_yanked = release.version in manual.yanked
            for each in _found_in(release, checks):
                if not is_yanked or each.severity is Severity.ERROR:
                    yield each
            release.document.forget_places()


def _found_in(release: Release, checks: _Checks) -> Iterator[Diagnostic]:
    yield from checks.run("check_texts", Texts(release.document))
    yield from checks.run("check_release", release)
    for tool in release.tools:
        yield from checks.run("check_tool", tool)
        yield from checks.run("check_schemas", Schemas(tool))


class _Checks:
    """The functions of some rules, by what they look at."""

    def __init__(self, held_to: tuple[Rule, ...]) -> None:
        self._by_kind: dict[str, list[tuple[Rule, Callable[[object], Iterator[Finding]]]]] = {
            kind: [(rule, check) for rule in held_to if (check := getattr(rule, kind))]
            for kind in _CHECKS
        }

    def run(self, kind: str, subject: object) -> Iterator[Diagnostic]:
        """Yield what the checks of one *kind* find in *subject*: as much as anybody reads."""
        most = None if kind in _ABOUT_MANY_FILES else MAX_PROBLEMS
        for rule, check in self._by_kind[kind]:
            try:
                for finding in islice(check(subject), most):
                    yield Diagnostic(
                        finding.place,
                        finding.severity or rule.severity,
                        rule.id,
                        finding.message,
                        finding.hint or rule.hint,
                    )
            except Exception as error:
                error.add_note(f"while running the rule {rule.id}")
                raise
