"""Choose the step that a version must take for a change: at 0.x, and from 1.0.0 on."""

from __future__ import annotations

from enum import StrEnum

from registry.changes._tool_difference import Kind
from registry.model import versions


class Step(StrEnum):
    """The part of a version number that a new version increases."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"


_STEPS = {Kind.BREAKING: Step.MAJOR, Kind.COMPATIBLE: Step.MINOR, Kind.COSMETIC: Step.PATCH}


def step_for(kind: Kind, older: str) -> Step:
    """Return the smallest step from the version *older* that a change of *kind* requires.

    Before 1.0.0 anything may change (Semantic Versioning 2.0.0, section 4): there a breaking change
    increases the second number, and any other change the third.
    """
    if versions.line_of(older) == 0:
        return Step.MINOR if kind is Kind.BREAKING else Step.PATCH
    return _STEPS[kind]


def is_enough(older: str, newer: str, step: Step) -> bool:
    """Return whether the version *newer* is at least one *step* above *older*."""
    steps: list[str] = list(Step)
    taken = versions.step_between(older, newer)
    return taken in steps and steps.index(taken) <= steps.index(step)
