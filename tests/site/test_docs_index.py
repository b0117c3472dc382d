"""What a hand-written page is about is its first sentence, and each heading is found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from registry.site.docs_index import about, of_folder, pages_below

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


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<ul><li>one</li><li>two</li></ul>", "one two"),
        ("<p>Run:</p><pre>code</pre><p>Then.</p>", "Run: Then."),
        (f"<p>{'a' * 6_000}</p>", "a" * 5_000),
    ],
)
def test_text_below_a_heading_is_its_words_without_code(
    tmp_path: Path, html: str, text: str
) -> None:
    page = f'<article class="docs__text"><h1 id="a">Signing</h1>{html}</article>'
    (tmp_path / "index.html").write_text(page, "utf-8")

    assert json.loads(of_folder(tmp_path))["entries"][0][3] == text


def test_index_of_the_headings_is_an_object_like_every_json_file(tmp_path: Path) -> None:
    text = '<h1 id="a">Signing</h1><p>Keys.</p><h2 id="b">Roots</h2><p>More.</p>'
    (tmp_path / "signing").mkdir()
    page = tmp_path / "signing" / "index.html"
    page.write_text(f'<article class="docs__text">{text}</article>', "utf-8")

    assert json.loads(of_folder(tmp_path)) == {
        "entries": [
            ["Signing", "", "signing/", "Keys."],
            ["Signing", "Roots", "signing/#b", "More."],
        ]
    }


def test_a_folder_with_the_name_of_a_page_is_none(tmp_path: Path) -> None:
    page = tmp_path / "notes.md" / "first.md"
    page.parent.mkdir()
    page.touch()

    assert pages_below(tmp_path) == [page]
