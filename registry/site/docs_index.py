"""Make the index with which the hand-written pages are searched: an entry for each heading."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATH = "docs.json"

MOST_TEXT = 5000
"""Characters of the text below a heading; only the list of all rules has more."""

MOST_ABOUT = 155
"""Characters of a description for search engines."""

_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_HEADING = re.compile(r'<h([1-3]) id="([^"]*)"[^>]*>(.*?)</h\1>', re.DOTALL)
_SIGN = re.compile(r'<a class="headerlink"[^>]*>.*?</a>', re.DOTALL)
_NO_TEXT = re.compile(r"""<(nav|pre)\b.*?</\1>|<p class="docs__edit".*?</p>""", re.DOTALL)
_BLOCK = re.compile(r"</?(?:p|li|ul|ol|dl|dt|dd|div|blockquote|br|table|tr|td|th)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")


def pages_below(docs: Path) -> list[Path]:
    """Return the Markdown files below *docs*, sorted; a folder may have the name of one."""
    return sorted(path for path in docs.rglob("*.md") if path.is_file())


def page_folder(path: Path, docs: Path) -> Path:
    """Return the folder of the built page of *path*, which is Markdown somewhere below *docs*."""
    inside = path.relative_to(docs).with_suffix("")
    return inside.parent if inside.name in ("index", "README") else inside


def of_folder(folder: Path) -> str:
    """Return the index of the pages in *folder*: `entries` of `[page, heading, address, text]`."""
    entries = [
        entry
        for path in sorted(folder.rglob("index.html"))
        for entry in _of_page(path.parent.relative_to(folder).as_posix(), path.read_text("utf-8"))
    ]
    return json.dumps({"entries": entries}, ensure_ascii=False, separators=(",", ":")) + "\n"


def article_of(html: str) -> str:
    """Return the HTML of the text of a hand-written page, "" if the page *html* is none."""
    _, _, begun = html.partition('<article class="docs__text')
    text, is_whole, _ = begun.partition(">")[2].partition("</article>")
    return text if is_whole else ""


def about(page: Path) -> str:
    """Return the beginning of the first sentence of *page*, "" where it has no paragraph."""
    text = article_of(page.read_text("utf-8"))
    paragraphs = _PARAGRAPH.findall(text)
    # The status of a decision is no sentence.
    sentences = (each for each in map(_plain, paragraphs) if each.endswith((".", ":", ";")))
    text = next(sentences, _plain(paragraphs[0]) if paragraphs else "")
    return text if len(text) <= MOST_ABOUT else f"{text[:MOST_ABOUT].rpartition(' ')[0]} …"


def _of_page(folder: str, html: str) -> Iterator[tuple[str, str, str, str]]:
    article = article_of(html)
    headings = [*_HEADING.finditer(article)]
    title = _plain(headings[0][3]) if headings else ""
    for number, heading in enumerate(headings):
        end = headings[number + 1].start() if number + 1 < len(headings) else len(article)
        text = _plain(_BLOCK.sub(" ", _NO_TEXT.sub(" ", article[heading.end() : end])))
        below = _plain(heading[3]) if number else ""
        anchor = f"#{heading[2]}" if number else ""
        yield title, below, f"{folder}/{anchor}", text[:MOST_TEXT]


def _plain(html: str) -> str:
    """Return the words of *html*."""
    return _SPACE.sub(" ", unescape(_TAG.sub("", _SIGN.sub("", html)))).strip()
