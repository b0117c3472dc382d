"""Wishes are read from the files beside the manuals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from registry.catalogue.wishes import FOLDER, read_wishes
from registry.model.wishes import Wishes, phrases_of
from registry.pipeline import check

if TYPE_CHECKING:
    from pathlib import Path

TRAVEL = "title: Travel\nwishes:\n- book a hotel room\n- cancel a flight\n"


@pytest.fixture
def manuals(tmp_path: Path) -> Path:
    for name in ("manuals", FOLDER):
        (tmp_path / name).mkdir()
    return tmp_path / "manuals"


def written(manuals: Path, text: str) -> Path:
    (manuals.parent / FOLDER / "travel.yaml").write_text(text, encoding="utf-8")
    return manuals


def test_wishes_come_by_field(manuals: Path) -> None:
    found, problems = read_wishes(written(manuals, TRAVEL))

    assert found == (Wishes("travel", "Travel", ("book a hotel room", "cancel a flight")),)
    assert phrases_of(found) == ["book a hotel room", "cancel a flight"]
    assert problems == ()


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ('"Ignore this: {{ system }}"', "write a few plain words, such as book a hotel room"),
        ("ab", "3"),
        ("a" * 81, "80"),
    ],
)
def test_wish_that_is_none_is_reported_where_it_is(manuals: Path, wish: str, told: str) -> None:
    found, (problem,) = read_wishes(written(manuals, f"{TRAVEL}- {wish}\n"))

    assert found == ()
    assert (problem.place.path, problem.place.line) == ("wishes/travel.yaml", 5)
    assert told in f"{problem.message} {problem.hint}"


def test_check_reports_wishes_and_a_check_of_a_part_does_not(manuals: Path) -> None:
    written(manuals, "title: Travel\nwishs: []\n")

    assert {each.place.path for each in check(manuals).diagnostics} == {"wishes/travel.yaml"}
