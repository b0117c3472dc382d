"""A long description is read in a moment, whatever it begins and never ends."""

from __future__ import annotations

import time

import pytest

from registry.authoring.importers.openapi._plain_text import plain_text

MOST_SECONDS = 2.0
"""Many times what one takes; where each character leads to a search to the end, it takes more."""


@pytest.mark.parametrize("piece", ["\n", "[", "![", "[a](", "**a ", "# ", "<!--", "\n> "])
def test_what_never_ends_is_not_read_again_from_each_character(piece: str) -> None:
    start = time.process_time()
    plain_text("x" + piece * 20_000)

    assert time.process_time() - start < MOST_SECONDS


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("Weather.\n\n\n- of today\n\n- of tomorrow", "Weather. of today; of tomorrow"),
        (
            "See ![a map](https://example.com/a.png) and [its page](/a_(b)).",
            "See a map and its page.",
        ),
        ("Weather.\n\n> as measured", "Weather. as measured"),
    ],
)
def test_lists_links_and_quotations_become_words(source: str, plain: str) -> None:
    assert plain_text(source) == plain
