"""The rules that tools and manuals are held to; adding one is adding a file beside this one.

A rule is a module. Its file name is its id (`plain_http_url.py` is `plain-http-url`), its
docstring is its documentation page and its first test (see `tests/test_rules.py`), and it offers:

- `SEVERITY`: error when publishing would mislead or harm somebody, warning when it would be poor;
- `HINT`: what to do, used where a finding brings no hint of its own;
- one of `check_tool(tool)`, `check_release(release)`, `check_catalogue(catalogue)`, which yields
  `Finding`s.
"""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Place, Severity
from registry.discover import modules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from registry.model import Catalogue, Release, Tool


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule has found: where, a sentence about this very manual, and perhaps a hint."""

    place: Place
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, its documentation and what it checks."""

    id: str
    severity: Severity
    hint: str
    documentation: str
    check_tool: Callable[[Tool], Iterator[Finding]] | None
    check_release: Callable[[Release], Iterator[Finding]] | None
    check_catalogue: Callable[[Catalogue], Iterator[Finding]] | None

    @property
    def title(self) -> str:
        """The first line of the documentation: what is wrong, in a sentence."""
        return self.documentation.partition("\n")[0]

    @property
    def reason(self) -> str:
        """The paragraphs between title and examples: why it matters."""
        return self.documentation.partition("\n")[2].partition("\nBad:\n")[0].strip()


@cache
def rules() -> tuple[Rule, ...]:
    """Return every rule, by id."""
    return tuple(_rule(module) for module in modules(sys.modules[__name__]))


def _rule(module: ModuleType) -> Rule:
    return Rule(
        id=module.__name__.rpartition(".")[2].replace("_", "-"),
        severity=module.SEVERITY,
        hint=module.HINT,
        documentation=inspect.cleandoc(module.__doc__ or ""),
        check_tool=getattr(module, "check_tool", None),
        check_release=getattr(module, "check_release", None),
        check_catalogue=getattr(module, "check_catalogue", None),
    )


def apply(catalogue: Catalogue) -> tuple[Diagnostic, ...]:
    """Hold everything in *catalogue* against every rule, yanked releases excepted."""
    return tuple(
        Diagnostic(
            finding.place, rule.severity, rule.id, finding.message, finding.hint or rule.hint
        )
        for rule in rules()
        for finding in _findings(rule, catalogue)
    )


def _findings(rule: Rule, catalogue: Catalogue) -> Iterator[Finding]:
    try:
        if rule.check_catalogue:
            yield from rule.check_catalogue(catalogue)
        for release in catalogue.releases():
            if rule.check_release:
                yield from rule.check_release(release)
            if rule.check_tool:
                for tool in release.tools:
                    yield from rule.check_tool(tool)
    except Exception as error:
        error.add_note(f"while running the rule {rule.id}")
        raise
