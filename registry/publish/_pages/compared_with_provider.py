"""The words in which pages say how far a release was compared with what its provider says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages.markup import Markup, inline, outside
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release
    from registry.model.facts import Counts, Difference


def of_manual(manual: Manual, release: Release) -> Iterator[str]:
    """Yield a sentence on what a program compared of *release*, and one on what was looked up."""
    facts = manual.facts_of(release)
    if facts is None:
        return
    if facts.compared:
        tools = f"{len(facts.compared)} of {counted(len(release.tools), 'tool')}"
        documents = "document" if len(facts.documents) == 1 else "documents"
        yield f"{tools} compared with the provider's {documents} on {facts.date}: " + _totals(
            facts.counts
        )
    if by_hand := sum(name not in facts.compared for name in facts.looked_up):
        yield f"The call and the required inputs of {counted(by_hand, 'tool')} were looked up."


def of_tool(manual: Manual, release: Release, tool: str) -> Iterator[Markup]:
    """Yield the sentence on what is known of *tool*, if anything is, as HTML."""
    facts = manual.facts_of(release)
    if facts is None:
        return
    if counts := facts.compared.get(tool):
        when = f"compared with the provider's document on {facts.date}"
        yield inline(f"This tool, {when}: {_totals(counts)}")
    elif reading := facts.looked_up.get(tool):
        looked_up = (
            f"The call and the required inputs of this tool were looked up on {reading.date}"
        )
        yield Markup("{} in {}.").format(looked_up, outside(reading.source, reading.source))


def differences(manual: Manual, release: Release, tool: str = "") -> tuple[Difference, ...]:
    """Return what differs in *release*, or in one *tool* of it."""
    facts = manual.facts_of(release)
    found = facts.differences if facts else ()
    return tuple(each for each in found if not tool or each.tool == tool)


def _totals(counts: Counts) -> str:
    """Return *counts* as the end of a sentence: `41 of 43 facts agree, 2 are stricter.`."""
    parts = [f"{counts.right:,} of {counted(counts.compared, 'fact')} agree"]
    if counts.stricter:
        parts.append(f"{counts.stricter:,} {'is' if counts.stricter == 1 else 'are'} stricter")
    if counts.wrong:
        parts.append(f"{counts.wrong:,} {'differs' if counts.wrong == 1 else 'differ'}")
    return f"{', '.join(parts)}."
