"""Answers are shown to people and to programs, and contributed text acts upon neither."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.search import answer_formats

if TYPE_CHECKING:
    from registry import search


def test_matched_words_are_marked_in_their_own_spelling(index: search.Index) -> None:
    shown = answer_formats.table(index.query("ISSUE lists"), lambda word: f"<{word}>")

    assert "octopus/tracker/<list>_<issues>" in shown
    assert "    <List> the open <issues> of a project, newest first." in shown


def test_columns_stand_below_each_other_with_marks_that_take_no_room(index: search.Index) -> None:
    shown = answer_formats.table(index.query("currencies issues"), lambda word: f"\0{word}\0")
    rows = [line.replace("\0", "") for line in shown.splitlines() if not line.startswith(" ")]

    assert len(rows) > 3
    assert {row.index("utcp") for row in rows[1:]} == {rows[0].index("PROTOCOL")}


def test_one_line_a_hit_for_a_pipe(index: search.Index) -> None:
    (line,) = answer_formats.lines(index.query("library")).splitlines()
    score, *facts = line.split("\t")

    assert int(score) > 0
    assert facts == [
        *("homelab/shelf/FindBook", "1.0.0", "otc", "http", "none", "read"),
        "Find a book in Zürich's library by its title or author.",
    ]


def test_what_a_terminal_or_a_runner_acts_upon_is_written_out(index: search.Index) -> None:
    answer = index.query("storms")
    everything = (
        answer_formats.table(answer, str)
        + answer_formats.lines(answer)
        + answer_formats.as_json(answer)
    )

    assert r"\x1b" in answer_formats.table(answer, str)
    assert r"\u202e" in answer_formats.lines(answer)
    assert not {"\x1b", "\u202e", "\x7f"} & set(everything)
    assert "##[" not in everything


def test_json_holds_everything_shown_and_the_score(index: search.Index) -> None:
    answer = index.query("destructive project", limit=2)
    data = json.loads(answer_formats.as_json(answer))

    assert data["total"] == answer.total
    assert [hit["id"] for hit in data["hits"]] == [hit.tool.id for hit in answer.hits]
    assert set(data["hits"][0]) == {
        *("id", "version", "summary", "protocol", "transport", "auth", "effect", "tags", "score")
    }


def test_a_doubtful_answer_names_what_its_first_tool_lacks(index: search.Index) -> None:
    answer = index.query("delete the library of elephants")

    assert answer.missing
    assert f"; the first lacks {answer.missing[0]!r}" in answer_formats.notes(answer)
    assert json.loads(answer_formats.as_json(answer))["missing"] == [*answer.missing]


def test_question_that_says_nothing_is_told_so(index: search.Index) -> None:
    assert answer_formats.notes(index.query("what is the")) == (
        "no word of the question says what to look for"
    )
