"""Tokens are counted offline, with the tokenizer that is named beside the number."""

from __future__ import annotations

import pytest

from registry.publish import _token_count


@pytest.mark.parametrize(
    ("text", "number"), [("", 0), ("hello world", 2), ("<|endoftext|>", 7), ("Überraschung", 5)]
)
def test_known_texts_have_their_known_number_of_tokens(text: str, number: int) -> None:
    assert _token_count.count_tokens(text) == number
