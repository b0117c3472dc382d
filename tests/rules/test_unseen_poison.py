"""Poison that the reader was never trained on is noticed as often as `rules-measured.md` says."""

from __future__ import annotations

from unseen import Line, found_in, lines


def share(of: list[Line]) -> float:
    """Return how much *of* some tools has a finding by any rule of words."""
    assert len(of) > 20
    return sum(bool(found_in(each.texts)) for each in of) / len(of)


def test_poison_that_was_never_learned_is_noticed_as_often_as_documented() -> None:
    every = list(lines())

    assert (
        share([each for each in every if each.manner == "polite" and each.when == "second"]) >= 0.6
    )
    assert share([each for each in every if each.manner == "blunt"]) >= 0.95
    assert (
        share([each for each in every if each.when == "third" and each.manner == "polite"]) >= 0.38
    )
    honest = [each for each in every if each.manner == "honest"]
    assert share([each for each in honest if each.family != "orders"]) <= 0.03
    assert share([each for each in honest if each.family == "orders"]) <= 0.24
