"""What one text of a tool begins and the next one ends is read as one sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from two_releases import MANUAL, TOOL, write_two_releases

from registry.catalogue.find_manual import find_manual
from registry.changes.cut_sentences import CutSentence, new_cut_sentences

if TYPE_CHECKING:
    from pathlib import Path


def cut_sentences(root: Path, *descriptions: str) -> list[str]:
    """Return what inputs with these *descriptions*, which are new, may say together."""
    inputs = "".join(
        f"        input_{number}: {{type: string, description: '{each}'}}\n"
        for number, each in enumerate(descriptions)
    )
    after = TOOL.replace("    outputs:", f"{inputs}    outputs:")
    releases = find_manual(write_two_releases(root, TOOL, after), MANUAL).releases
    return [each.text for each in new_cut_sentences(*releases)]


@pytest.mark.parametrize(
    ("descriptions", "joined"),
    [
        (("A town.", "A river."), []),
        (("Send", "the letter."), ["Send the letter."]),
        (("Send.", "the letter."), ["Send the letter."]),
        (("A town. Send -", "The letter. By post."), ["Send The letter."]),
        (
            ("Send", "the letter", "to us."),
            ["Send the letter", "Send the letter to us.", "the letter to us."],
        ),
        (("Send", "the letter. By", "post."), ["Send the letter.", "By post."]),
        (
            ("A", "b", "c", "d", "e."),
            [
                *("A b", "A b c", "A b c d", "b c", "b c d", "b c d e."),
                *("c d", "c d e.", "d e."),
            ],
        ),
    ],
)
def test_texts_are_joined_where_a_sentence_may_go_on(
    tmp_path: Path, descriptions: tuple[str, ...], joined: list[str]
) -> None:
    assert cut_sentences(tmp_path, *descriptions, "A last one.") == joined


def test_description_is_read_before_the_inputs_whatever_else_is_said(tmp_path: Path) -> None:
    after = TOOL.replace("to a place.", "to a").replace("A town.", "town.")
    releases = find_manual(write_two_releases(tmp_path, TOOL, after), MANUAL).releases
    old, new = releases
    entitled = [replace(each, native={"title": "Weather."}) for each in new.tools]
    (found,) = new_cut_sentences(old, replace(new, tools=tuple(entitled)))

    assert found.places == ("description", "inputs.properties.place.description")


def test_sentence_that_was_said_before_is_not_new(tmp_path: Path) -> None:
    before = TOOL.replace("to a place.", "to a").replace("A town.", "town.")
    after = before.replace("[weather]", "[rain]")
    releases = find_manual(write_two_releases(tmp_path, before, after), MANUAL).releases

    assert new_cut_sentences(*releases) == ()


def test_words_are_found_only_across_all_texts() -> None:
    cut = CutSentence("send", ("a", "b", "c"), ("send one", "or two", "or three letters"))

    assert cut.found_across(re.compile("one or two or three"))
    assert cut.found_across(re.compile("one or two")) is None
    assert cut.found_across(re.compile("letters")) is None
    assert cut.found_across(re.compile("send.*?two|one or.*three"))
