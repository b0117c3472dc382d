"""Versions: strict semantic versions, ordered as they were meant."""

from __future__ import annotations

import pytest
import semver
from calls import calls_during

from registry.model.versions import (
    before,
    is_prerelease,
    newest_in_use,
    next_free,
    parse_version,
    sorted_versions,
)

ASCENDING = (
    "0.0.1",
    "0.1.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.2.0",
    "1.10.0",
    "2.0.0",
)


@pytest.mark.parametrize("text", ASCENDING)
def test_semantic_version_is_read(text: str) -> None:
    assert str(parse_version(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1.0",
        "1.0.0.0",
        "v1.0.0",
        "01.0.0",
        "1.00.0",
        "1.0.0-",
        "1.0.0-01",
        "1.0.0-a..b",
        "1.0.0+build",
        "1.0.0-rc.1+build",
        "1.0.0\n",
        " 1.0.0",
        "\uff11.0.0",
        "1.0.0-é",
        "-1.0.0",
        "1.0.0" + "0" * 60,
    ],
)
def test_anything_else_is_not(text: str) -> None:
    assert parse_version(text) is None


def test_order_is_that_of_the_standard() -> None:
    assert sorted_versions(reversed(ASCENDING)) == ASCENDING


def test_prerelease_is_told_from_release() -> None:
    assert is_prerelease("2.0.0-rc.1")
    assert not is_prerelease("2.0.0")


VERSIONS = ("1.0.0", "1.2.0", "2.0.0", "2.1.0", "3.0.0-rc.1")


@pytest.mark.parametrize(
    ("yanked", "newest"), [((), "2.1.0"), (("2.1.0",), "2.0.0"), (VERSIONS, None)]
)
def test_newest_version_in_use_is_no_prerelease_and_not_yanked(
    yanked: tuple[str, ...], newest: str | None
) -> None:
    assert newest_in_use(VERSIONS, yanked) == newest


@pytest.mark.parametrize(
    ("version", "older"),
    [
        ("1.10.0", "1.2.0"),
        ("2.0.0", "1.2.0"),
        ("1.2.0", "1.0.0"),
        ("1.0.0", None),
        ("3.0.0", "2.0.0"),
    ],
)
def test_version_before_another_is_one_that_people_use(version: str, older: str | None) -> None:
    known = ("1.0.0", "1.2.0", "1.3.0", "1.4.0-rc.1", "2.0.0")

    assert before(version, known, yanked=("1.3.0",)) == older


def test_version_before_another_is_found_without_comparing_all() -> None:
    known = tuple(f"1.{number}.0" for number in range(1_000))

    calls = calls_during(lambda: before("1.900.1", known), semver)

    assert calls["version.py", "Version.parse"] < 30


@pytest.mark.parametrize(
    ("step", "others", "free"),
    [
        ("major", (), "2.0.0"),
        ("major", ("2.0.0", "2.1.0"), "3.0.0"),
        ("minor", ("1.3.0", "2.0.0"), "1.4.0"),
        ("patch", ("1.2.1",), "1.2.2"),
    ],
)
def test_free_version_is_behind_those_that_exist(
    step: str, others: tuple[str, ...], free: str
) -> None:
    assert next_free("1.2.0", step, others) == free
