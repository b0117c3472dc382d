"""The examples of the rules are good enough to notice when a rule breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from mutants import survivors

from registry.rules import rules

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

NOTICED = 0.95
"""The rest changes sentences, or is only slower; `python tests/support/mutants.py` lists it."""


def test_nearly_every_broken_rule_is_noticed(tmp_path: Path) -> None:
    total = 0
    alive = []
    for rule in rules():
        number, survived = survivors(rule, tmp_path / rule.id)
        total += number
        alive += [f"{rule.id}:{each.line}: {each.change}" for each in survived]

    assert total > 500
    assert 1 - len(alive) / total >= NOTICED, "\n".join(alive)
