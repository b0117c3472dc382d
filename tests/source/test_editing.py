"""An edit changes the values that are asked for, and not one character more."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from paths import ROOT, TESTS, files_of_manuals

from registry.source import Document, read_document
from registry.source.editing import CannotEditError, edited
from registry.source.writing import write_json, write_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from registry.source import Json, Pointer

CASES = yaml.safe_load((TESTS / "source" / "editing.yaml").read_text(encoding="utf-8"))
FILES = files_of_manuals()
SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab #:-'\"\n,[]{}", max_size=20)
DATA = st.dictionaries(
    st.sampled_from("abcd"),
    st.recursive(
        SCALARS,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)
        ),
        max_leaves=8,
    ),
    min_size=1,
)


def document(name: str, text: str) -> Document:
    found, problems = read_document(name, text.encode())
    assert found, problems
    assert not problems
    return found


def changes_of(case: dict[str, Json]) -> dict[Pointer, Json]:
    stated = case["set"]
    assert isinstance(stated, dict)
    return {
        tuple(int(step) if step.isdecimal() else step for step in pointer.split("/")): value
        for pointer, value in stated.items()
    }


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_edit_is_as_small_as_it_can_be(case: dict[str, Json]) -> None:
    name = str(case.get("file", "sample.yaml"))

    assert edited(document(name, str(case["before"])), changes_of(case)) == case["after"]


def test_line_ends_stay_in_what_is_added() -> None:
    before = "a: 1\r\nb: {}\r\n"

    assert edited(document("a.yaml", before), {("c",): 2}) == f"{before}c: 2\r\n"


def test_what_no_text_says_is_refused_with_its_place() -> None:
    with pytest.raises(CannotEditError, match=r"sample\.yaml:1:4"):
        edited(document("sample.yaml", "a: 1\n"), {("a",): "\ud800"})


def scalars(data: Json, pointer: Pointer = ()) -> list[Pointer]:
    if isinstance(data, dict):
        return [each for key, value in data.items() for each in scalars(value, (*pointer, key))]
    if isinstance(data, list):
        return [each for at, value in enumerate(data) for each in scalars(value, (*pointer, at))]
    return [pointer]


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_value_of_every_manual_can_be_another(path: Path) -> None:
    before = document(path.name, path.read_text(encoding="utf-8"))
    pointers = scalars(before.data)
    assert pointers

    changes: dict[Pointer, Json] = dict.fromkeys(pointers[:: max(1, len(pointers) // 3)], "another")
    after = document(path.name, edited(before, changes))

    assert {after.get(pointer) for pointer in changes} == {"another"}
    (head, *old), (new_head, *new) = between(before, changes), between(after, changes)
    assert new_head == head
    for lines, kept in zip(old, new, strict=True):
        assert kept == lines[len(lines) - len(kept) :], "only further lines of a value may be gone"


def between(document: Document, pointers: Iterable[Pointer]) -> list[list[str]]:
    """Return the lines before, between and after those on which values at *pointers* begin."""
    lines = document.text.split("\n")
    found = sorted({document.place(pointer).line for pointer in pointers})
    return [lines[at : to - 1] for at, to in pairwise([0, *found, len(lines) + 1])]


@given(DATA, st.sampled_from("abcd"), SCALARS, st.sampled_from(["a.json", "a.yaml"]))
def test_written_data_is_edited_to_the_data_that_is_wanted(
    data: dict[str, Json], key: str, value: Json, name: str
) -> None:
    text = write_json(data) if name.endswith(".json") else write_yaml(data)
    pointer = (key, "a") if isinstance(data.get(key), dict) else (key,)
    wanted = deepcopy(data)
    inner = wanted[key] if len(pointer) > 1 else wanted
    assert isinstance(inner, dict)
    inner[pointer[-1]] = value

    assert document(name, edited(document(name, text), {pointer: value})).data == wanted
