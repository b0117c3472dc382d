"""Versions of releases: strict semantic versions, their order, and which one is the latest."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from semver import Version

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

MAX_LENGTH = 64
"""Characters of a version: longer ones break file names."""


def parse_version(text: str) -> Version | None:
    """Return the version in *text*, or None if it is not `x.y.z` or `x.y.z-prerelease`.

    Build metadata is refused, as `1.0.0+a` and `1.0.0+b` would be the same release
    (Semantic Versioning 2.0.0, section 10).
    """
    if len(text) > MAX_LENGTH or not text.isascii() or text != text.strip():
        return None
    try:
        version = Version.parse(text)
    except ValueError:
        return None
    return None if version.build else version


def sorted_versions(versions: Iterable[str]) -> tuple[str, ...]:
    """Return valid *versions* sorted from the oldest to the newest."""
    return tuple(sorted(versions, key=Version.parse))


def is_prerelease(text: str) -> bool:
    """Return whether the valid version *text* is a prerelease such as `2.0.0-rc.1`."""
    return Version.parse(text).prerelease is not None


def next_after(text: str, step: str) -> str:
    """Return the version one *step* (`major`, `minor` or `patch`) after the valid version *text*.

    A prerelease is followed by its release: the patch after `2.0.0-rc.1` is `2.0.0`.
    """
    return str(Version.parse(text).next_version(step))


def next_free(text: str, step: str, others: Iterable[str]) -> str:
    """Return the version one *step* after *text* and after those of *others* in its way.

    For a smaller step than a major one, those are only the others of its line.
    """
    taken = [each for each in others if step == "major" or line_of(each) == line_of(text)]
    return next_after(sorted_versions([text, *taken])[-1], step)


def line_of(text: str) -> int:
    """Return the line of releases of the valid version *text*: its major version."""
    return Version.parse(text).major


def step_between(older: str, newer: str) -> str:
    """Return the step between two valid versions: `major`, `minor`, `patch` or `prerelease`."""
    one, other = Version.parse(older), Version.parse(newer)
    for step in ("major", "minor", "patch"):
        if getattr(one, step) != getattr(other, step):
            return step
    return "prerelease"


def before(version: str, known: Sequence[str], yanked: Collection[str] = ()) -> str | None:
    """Return the newest of the *known* versions before *version* that is in use, or None.

    They are sorted from the oldest to the newest, so that few of them are compared.
    """
    later = bisect_left(known, Version.parse(version), key=Version.parse)
    return next((each for each in reversed(known[:later]) if _is_used(each, yanked)), None)


def newest_in_use(known: Iterable[str], yanked: Collection[str] = ()) -> str | None:
    """Return the newest of the *known* versions that is neither *yanked* nor a prerelease, or None.

    It is what a client gets that asks for no version, or for `latest` (OTC 1.0 and OXP 1.0, "Tool
    version resolution").
    """
    return max((each for each in known if _is_used(each, yanked)), key=Version.parse, default=None)


def _is_used(version: str, yanked: Collection[str]) -> bool:
    return version not in yanked and not is_prerelease(version)
