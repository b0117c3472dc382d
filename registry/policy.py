"""How strict this registry is: levels of rules, what will change, and exemptions, from one file.

The file is `rules.yaml` beside the folder `manuals/`; without it every rule has the level that it
brings. Only rules can be changed: what the reader and the schemas refuse cannot be published.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from registry import source
from registry.diagnostics import Diagnostic, Severity
from registry.rules import rules
from registry.source import Origin
from registry.validate import load_schema, nearest, problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.source import Document

NAME = "rules.yaml"
IGNORED = "ignored"
"""The level of a rule that is not to be reported."""

_SCHEMA = Path(__file__).parent / "schemas" / "rules.schema.json"


@dataclass(frozen=True, slots=True)
class Exemption:
    """A *manual* (`publisher/manual`) that is not held to one *rule*."""

    manual: str
    rule: str
    origin: Origin

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Tell whether *diagnostic* is what the exemption was made for."""
        is_there = f"/{self.manual}/" in f"/{diagnostic.place.path}"
        return is_there and diagnostic.rule == self.rule


@dataclass(frozen=True, slots=True)
class Policy:
    """What `rules.yaml` says.

    Attributes:
        levels: the severity of a rule, `ignored` for none at all.
        soon: the severity that a rule will get, announced wherever it is broken.
        exemptions: what some manuals are not held to.
        problems: what is wrong with the file itself.
    """

    levels: Mapping[str, str] = field(default_factory=dict)
    soon: Mapping[str, str] = field(default_factory=dict)
    exemptions: tuple[Exemption, ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    def applied(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return *diagnostics* as this registry sees them, with the problems of the file."""
        given = tuple(diagnostics)
        kept = [each for each in given if not any(_.covers(each) for _ in self.exemptions)]
        seen = [
            self._announced(self._weighed(each))
            for each in kept
            if self.levels.get(each.rule) != IGNORED
        ]
        return (*seen, *self.problems, *self._unused(given))

    def _weighed(self, diagnostic: Diagnostic) -> Diagnostic:
        level = self.levels.get(diagnostic.rule)
        return replace(diagnostic, severity=Severity(level)) if level else diagnostic

    def _announced(self, diagnostic: Diagnostic) -> Diagnostic:
        level = self.soon.get(diagnostic.rule)
        if level is None or level == diagnostic.severity:
            return diagnostic
        return replace(diagnostic, hint=f"{diagnostic.hint} (soon this will be: {level})")

    def _unused(self, diagnostics: tuple[Diagnostic, ...]) -> Iterator[Diagnostic]:
        for exemption in self.exemptions:
            if not any(map(exemption.covers, diagnostics)):
                yield problem(
                    exemption.origin.place,
                    "unused-exemption",
                    f"{exemption.manual} does not break {exemption.rule!r} any more",
                    "remove the exemption",
                    Severity.WARNING,
                )


def parse(data: bytes) -> Policy:
    """Return the policy that *data*, the content of a `rules.yaml`, describes."""
    document, problems = source.read(NAME, data)
    if document is None:
        return Policy(problems=problems)
    problems += tuple(load_schema(_SCHEMA).problems(document))
    problems += tuple(_unknown_rules(document))
    if problems:
        return Policy(problems=problems)
    stated = cast("dict[str, Any]", document.data)
    exemptions = (
        Exemption(entry["manual"], entry["rule"], Origin(document, ("exemptions", index, "rule")))
        for index, entry in enumerate(stated.get("exemptions", ()))
    )
    return Policy(stated.get("levels", {}), stated.get("soon", {}), tuple(exemptions))


def _unknown_rules(document: Document) -> Iterator[Diagnostic]:
    known = [rule.id for rule in rules()]
    for origin, name in _named_rules(document):
        if isinstance(name, str) and name not in known:
            guess = nearest(name, known)
            yield problem(
                origin.key_place,
                "unknown-rule",
                f"there is no rule {name!r} whose level can be changed",
                f"did you mean {guess!r}?" if guess else "`registry explain` knows all rules",
            )


def _named_rules(document: Document) -> Iterator[tuple[Origin, object]]:
    for key in ("levels", "soon"):
        named = document.data.get(key)
        for name in named if isinstance(named, dict) else ():
            yield Origin(document, (key, name)), name
    entries = document.data.get("exemptions")
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            yield Origin(document, ("exemptions", index, "rule")), entry.get("rule")
