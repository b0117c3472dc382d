"""Contributed text is shown and does nothing."""

from __future__ import annotations

import pytest

from registry.publish._pages.markup import inline, outside, prose


def test_backticks_make_code_and_tags_make_nothing() -> None:
    assert inline("use `a<b` not <b>") == "use <code>a&lt;b</code> not &lt;b&gt;"


def test_empty_lines_make_paragraphs() -> None:
    assert prose("one\ntwo\n\n\nthree") == "<p>one\ntwo</p><p>three</p>"


def test_an_https_address_becomes_a_link_that_tells_little() -> None:
    assert outside("https://acme.example/a?b=1&c=2") == (
        '<a href="https://acme.example/a?b=1&amp;c=2" rel="nofollow ugc noopener noreferrer">'
        "acme.<wbr>example</a>"
    )


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "http://acme.example/",
        "//acme.example/",
        "https://",
        "https://user@acme.example/",
        "https://acme.example/\"onmouseover='x'",
        "https://acme.example/<script>",
        "https://acme.example/\n",
        "https://аcme.example/",
        "https://acme.example\\@evil.example/",
        "https://[::1/",
        "mailto:someone@acme.example",
        "data:text/html,x",
    ],
)
def test_any_other_address_is_only_text(url: str) -> None:
    assert "<" not in outside(url)
