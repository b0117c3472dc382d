"""What was noted in reading a tool is a sentence on its page, like those around it."""

from __future__ import annotations

import pytest

from registry.publish._pages.words import as_sentence


@pytest.mark.parametrize(
    ("notice", "sentence"),
    [
        ("it can also stream its result", "It can also stream its result."),
        ("Written for UTCP 0.x.", "Written for UTCP 0.x."),
        ("`required` was moved", "`required` was moved."),
    ],
)
def test_clauses_and_sentences_are_read_as_sentences(notice: str, sentence: str) -> None:
    assert as_sentence(notice) == sentence
