"""What is reported of releases that nobody corrects any more: yanked ones, and outdated ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from registry.diagnostics import Diagnostic


def still_reported(
    found: Iterable[Diagnostic], of_quality: Container[str], *, is_yanked: bool, is_replaced: bool
) -> Iterator[Diagnostic]:
    """Yield what is reported of what was *found* in one release.

    For a yanked one, only errors are reported: they are not fixed, but its files stay public. For
    one that is replaced by a later one, warnings of the rules *of_quality* are left out: released
    files never change.
    """
    for each in found:
        if each.severity is Severity.ERROR or not (
            is_yanked or (is_replaced and each.rule in of_quality)
        ):
            yield each
