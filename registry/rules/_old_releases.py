"""The standing of releases that nobody corrects any more: yanked ones, and outdated ones."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from registry.diagnostics import Severity
from registry.rules._rule import Group


class Standing(NamedTuple):
    """The standing of a release of a manual."""

    is_yanked: bool = False
    is_replaced: bool = False

    def reports(self, severity: Severity, group: Group) -> bool:
        """Return whether a finding of this *severity* is reported, by a rule of this *group*.

        Of a yanked release, only errors are reported: they are not fixed, but its files stay
        public. Of one that is replaced by a later one, warnings of quality are left out: released
        files never change.
        """
        is_left_out = self.is_yanked or (self.is_replaced and group is Group.QUALITY)
        return severity is Severity.ERROR or not is_left_out


CURRENT = Standing()
"""Everything is reported of the newest release, and of most that is no release."""

ONLY_ERRORS = Standing(is_yanked=True)

STANDINGS = tuple(Standing(*each) for each in product((False, True), repeat=2))
