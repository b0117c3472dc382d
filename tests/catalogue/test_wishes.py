"""Wishes are read from the files beside the manuals."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from registry.catalogue.wishes import WISHES_FOLDER, read_wishes
from registry.model.wishes import Wishes, phrases_of
from registry.pipeline import check

if TYPE_CHECKING:
    from pathlib import Path

TRAVEL = "title: Travel\nwishes:\n- book a hotel room\n- cancel a flight\n"


@pytest.fixture
def manuals(tmp_path: Path) -> Path:
    for name in ("manuals", WISHES_FOLDER):
        (tmp_path / name).mkdir()
    return tmp_path / "manuals"


def written(manuals: Path, text: str) -> Path:
    (manuals.parent / WISHES_FOLDER / "travel.yaml").write_text(text, encoding="utf-8")
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


def problem_of(manuals: Path) -> tuple[str, str, str]:
    (problem,) = check(manuals).diagnostics
    return problem.place.path, problem.rule, f"{problem.message}; {problem.hint}"


@pytest.mark.parametrize("target", ["../elsewhere.yaml", "nowhere.yaml", "/dev/zero"])
def test_link_is_reported_and_not_followed(manuals: Path, target: str) -> None:
    (manuals.parent / "elsewhere.yaml").write_text(TRAVEL, encoding="utf-8")
    (manuals.parent / WISHES_FOLDER / "travel.yaml").symlink_to(target)

    assert read_wishes(manuals)[0] == ()
    assert problem_of(manuals) == (
        "wishes/travel.yaml",
        "irregular-file",
        "'travel.yaml' is a symbolic link; commit the file itself",
    )


def test_folder_that_is_a_link_is_reported_and_not_followed(manuals: Path) -> None:
    written(manuals, TRAVEL)
    (manuals.parent / WISHES_FOLDER).rename(manuals.parent / "elsewhere")
    (manuals.parent / WISHES_FOLDER).symlink_to("elsewhere")

    assert read_wishes(manuals)[0] == ()
    assert problem_of(manuals)[:2] == ("wishes", "irregular-file")


def test_folder_with_the_name_of_a_file_is_reported(manuals: Path) -> None:
    (manuals.parent / WISHES_FOLDER / "travel.yaml").mkdir()

    assert problem_of(manuals)[:2] == ("wishes/travel.yaml", "irregular-file")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes in folders")
def test_pipe_is_reported_and_not_waited_for(manuals: Path) -> None:
    os.mkfifo(manuals.parent / WISHES_FOLDER / "travel.yaml")

    assert problem_of(manuals)[:2] == ("wishes/travel.yaml", "irregular-file")


@pytest.mark.parametrize("name", ["travel.yml", "travel.YAML", "travel.json", "travel.yaml.txt"])
def test_file_that_another_ending_keeps_from_being_read_is_reported(
    manuals: Path, name: str
) -> None:
    (manuals.parent / WISHES_FOLDER / name).write_text(TRAVEL, encoding="utf-8")

    path, rule, said = problem_of(manuals)
    assert (path, rule) == (f"wishes/{name}", "unexpected-file")
    assert "rename it to travel.yaml" in said


@pytest.mark.parametrize("name", ["README.md", ".gitkeep", "travel.yaml~", ".DS_Store"])
def test_file_that_nobody_takes_for_wishes_may_be_there(manuals: Path, name: str) -> None:
    (manuals.parent / WISHES_FOLDER / name).touch()

    assert check(manuals).diagnostics == ()
