"""What a hand-written page is about is its first sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from registry.site.docs_index import about

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("paragraphs", "expected"),
    [
        ("<p>Status: accepted</p><p>A <em>lock</em> holds it.</p><p>More.</p>", "A lock holds it."),
        ("<p>Run this:</p><p>Then that.</p>", "Run this:"),
        ("<p>A heading of its own</p>", "A heading of its own"),
        ("", ""),
    ],
)
def test_it_is_the_first_paragraph_that_is_a_sentence(
    tmp_path: Path, paragraphs: str, expected: str
) -> None:
    page = tmp_path / "index.html"
    page.write_text(f'<article class="docs__text md-typeset">{paragraphs}</article>', "utf-8")

    assert about(page) == expected
