"""The policy of a registry: levels of rules, upcoming levels, and exemptions, from one file.

The file is `rules.yaml`, in the same folder as `manuals/`; without it every rule has its default
level. Only rules can be changed: what the reader and the schemas refuse cannot be published.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from registry import source
from registry.diagnostics import Diagnostic, Severity, did_you_mean
from registry.rules._all_rules import documented, rules
from registry.source import Origin
from registry.source.narrowing import array, mapping
from registry.validate import SCHEMAS, load_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.source import Document

POLICY_FILE = "rules.yaml"
"""The file next to `manuals/` with the levels of rules."""

_IGNORED = "ignored"
"""The level of a rule that is not reported."""

UNUSED_EXEMPTION = "unused-exemption"
"""The problem of an exemption without a finding that it covers."""

_SCHEMA = SCHEMAS / "rules.schema.json"


class Exemption(NamedTuple):
    """A *manual* (`publisher/manual`) that is exempt from one *rule*."""

    manual: str
    rule: str
    origin: Origin

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Return whether the exemption applies to *diagnostic*."""
        is_there = f"/{self.manual}/" in f"/{diagnostic.place.path}"
        return is_there and diagnostic.rule == self.rule


@dataclass(frozen=True, slots=True)
class Policy:
    """The content of `rules.yaml`.

    Attributes:
        levels: by rule, its severity, or `ignored`.
        upcoming: by rule, its future severity, announced wherever the rule is broken.
        exemptions: manuals that are exempt from a rule.
        problems: what is wrong with the file itself.
    """

    levels: Mapping[str, str] = field(default_factory=dict)
    upcoming: Mapping[str, str] = field(default_factory=dict)
    exemptions: tuple[Exemption, ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    def applied(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return *diagnostics* with the policy applied, and the problems of the policy itself."""
        all_diagnostics = tuple(diagnostics)
        not_exempt = [
            each for each in all_diagnostics if not any(one.covers(each) for one in self.exemptions)
        ]
        weighed = [
            self._announced(self._weighed(each))
            for each in not_exempt
            if self.levels.get(each.rule) != _IGNORED
        ]
        return (*weighed, *self.problems, *self._unused(all_diagnostics))

    def off(self) -> dict[str, tuple[str, ...]]:
        """Return the rules that are not applied, by manual; by "" those that are off for all."""
        by_manual = {"": tuple(rule for rule, level in self.levels.items() if level == _IGNORED)}
        for each in self.exemptions:
            by_manual[each.manual] = (*by_manual.get(each.manual, ()), each.rule)
        return by_manual

    def _weighed(self, diagnostic: Diagnostic) -> Diagnostic:
        level = self.levels.get(diagnostic.rule)
        return diagnostic._replace(severity=Severity(level)) if level else diagnostic

    def _announced(self, diagnostic: Diagnostic) -> Diagnostic:
        level = self.upcoming.get(diagnostic.rule)
        if level is None or level == diagnostic.severity:
            return diagnostic
        return diagnostic._replace(hint=f"{diagnostic.hint} (upcoming level: {level})")

    def _unused(self, diagnostics: tuple[Diagnostic, ...]) -> Iterator[Diagnostic]:
        for exemption in self.exemptions:
            if not any(map(exemption.covers, diagnostics)):
                yield Diagnostic(
                    exemption.origin.place,
                    UNUSED_EXEMPTION,
                    f"nothing in {exemption.manual} breaks {exemption.rule!r}",
                    "remove the exemption, or correct the name of its manual",
                    Severity.WARNING,
                )


def parse_policy(data: bytes, name: str = POLICY_FILE) -> Policy:
    """Return the policy in *data*, the content of the `rules.yaml` that messages call *name*."""
    document, problems = source.read_document(name, data)
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
    levels = {rule: _level(each) for rule, each in stated.get("levels", {}).items()}
    return Policy(levels, stated.get("upcoming", {}), tuple(exemptions))


def _level(stated: str | dict[str, str]) -> str:
    """Return the level, which may be given with a reason."""
    return stated if isinstance(stated, str) else stated["level"]


def _unknown_rules(document: Document) -> Iterator[Diagnostic]:
    ids = [rule.id for rule in rules()]
    for origin, name in _named_rules(document):
        if isinstance(name, str) and name not in ids:
            yield Diagnostic(origin.key_place, "unknown-rule", *_why_unknown(name, ids))


def _why_unknown(name: str, ids: list[str]) -> tuple[str, str]:
    """Return the message and the hint on *name*, which is none of the rules *ids*."""
    if any(each.id == name for each in documented()):
        message = f"{name!r} keeps its level: no other and no exemption applies to it"
        return message, "remove it here, and fix the files in which it is reported"
    hint = did_you_mean(name, ids) or "remove it; `registry explain` lists all rules"
    return f"there is no rule {name!r}", hint


def _named_rules(document: Document) -> Iterator[tuple[Origin, object]]:
    for key in ("levels", "upcoming"):
        for name in mapping(document.data.get(key)):
            yield Origin(document, (key, name)), name
    for index, entry in enumerate(array(document.data.get("exemptions"))):
        if isinstance(entry, dict):
            yield Origin(document, ("exemptions", index, "rule")), entry.get("rule")
