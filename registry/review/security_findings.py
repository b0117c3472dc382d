"""Find what rules report of a pull request that may be an attack, without being an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import rules
from registry.diagnostics import Severity
from registry.rules import Group, documented

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.diagnostics import Diagnostic
    from registry.review.diff import Comparison

_OWN_REASONS = frozenset(
    {"changed-owners", "edited-release", "irregular-file-mode", "mixed-pull-request"}
)
"""Rules whose findings have their own reason."""

_QUOTED = 80
"""Characters of a sentence that a finding quotes."""

_TRUSTED = frozenset({"removal-as-write"})
"""Rules about quality that are about trust in a file that is not merged yet: hosts believe it."""


def said_across(compared: Comparison) -> Iterator[Diagnostic]:
    """Yield what rules find in a sentence that is cut over several texts, and in none of them."""
    by_text = {each.text: each for each in reversed(compared.cut_sentences)}
    said = set()
    for sentence, found in rules.apply_to_sentences([*by_text]):
        cut = by_text[sentence]
        # With more texts at its end, a sentence is still the same.
        start = found.rule, cut.tool, cut.places[0]
        if start not in said and found.rule not in _rules_of(cut.pieces):
            said.add(start)
            yield found._replace(
                place=compared.after.tool_by_name[cut.tool].origin.place,
                message=f"{cut.tool!r} says {cut.text[:_QUOTED]!r} from {cut.where}",
                severity=Severity.WARNING,
            )


def _rules_of(texts: Sequence[str]) -> set[str]:
    """Return the rules that find something in one of *texts*."""
    return {found.rule for _, found in rules.apply_to_sentences(texts)}


def security_findings(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield those of *diagnostics* that may indicate an attack and are not errors."""
    groups = {rule.id: rule.group for rule in documented()}
    for diagnostic in diagnostics:
        is_quality = (
            groups.get(diagnostic.rule) is Group.QUALITY and diagnostic.rule not in _TRUSTED
        )
        is_harmless = is_quality or diagnostic.rule in _OWN_REASONS
        if diagnostic.severity is not Severity.ERROR and not is_harmless:
            yield diagnostic
