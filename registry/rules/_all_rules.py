"""All rules: the modules of this package, and the checks of other packages."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.plugins import modules
from registry.rules._reader_checks import sections
from registry.rules._rule import OFFERED, Group, Rule

if TYPE_CHECKING:
    from types import ModuleType

_PACKAGE = __name__.rpartition(".")[0]


@cache
def rules() -> tuple[Rule, ...]:
    """Return every rule, by id."""
    return tuple(_rule(module) for module in modules(sys.modules[_PACKAGE]))


@cache
def documented() -> tuple[Rule, ...]:
    """Return every rule, and every check outside this package as a rule without a function, by id.

    A check with the same id as a rule, because the reader finds the same problem earlier, is
    described on the page of the rule.
    """
    rule_ids = {rule.id for rule in rules()}
    others = (
        Rule(section.id, severity, "", section.text, severity, Group.QUALITY)
        for section in sections()
        for severity in (Severity(section.severity),)
        if section.id not in rule_ids
    )
    return tuple(sorted((*rules(), *others), key=lambda rule: rule.id))


def _rule(module: ModuleType) -> Rule:
    return Rule(
        id=module.__name__.rpartition(".")[2].replace("_", "-"),
        severity=module.SEVERITY,
        hint=module.HINT,
        docstring=module.__doc__ or "",
        gravest=getattr(module, "GRAVEST", module.SEVERITY),
        group=getattr(module, "GROUP", Group.SECURITY),
        finds_secrets=getattr(module, "FINDS_SECRETS", False),
        **{name: getattr(module, name, None) for name in OFFERED},
    )
