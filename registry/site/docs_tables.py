"""Fit the tables of hand-written pages to narrow screens.

On a phone a row is a card, whose cells are below each other and not below the heads of their
columns, so numbers name theirs, and so does every cell of a table of three columns or more, in
which a word such as `yes` could be an answer to anything. A long path that begins a row may break
after each slash, as it would take the width of all other columns. A number stays beside its unit.
"""

from __future__ import annotations

import re
from html import unescape

_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_CELL = re.compile(r"<td\b([^>]*)>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_CODE = re.compile(r"<code>([^<]*)</code>")
_SLASH = re.compile(r"(?<![:/])/")
"""A slash that ends a part of a path, and none of those in `https://`."""

_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:ms|s|[kMG]B|%)(?!\w))")

_SHORT = 40
"""Characters of code that stay in one line."""

_PAIR = 2
"""Columns of a table whose second cells say what the first ones are."""


def labelled(html: str) -> str:
    """Return *html* with `data-label` at what is to be named, and places to break long code at."""
    return _TABLE.sub(lambda table: _label_table(table[0]), html)


def _label_table(table: str) -> str:
    heads = [_TAG.sub("", head).strip().replace('"', "&quot;") for head in _HEAD.findall(table)]
    return _ROW.sub(lambda row: _label_row(row[0], heads), table)


def _label_row(row: str, heads: list[str]) -> str:
    # The first cell is the name of its row.
    names = iter(("", *heads[1:]))
    row = _CELL.sub(lambda first: _CODE.sub(_broken, first[0]), row, count=1)

    def cell(found: re.Match[str]) -> str:
        name = next(names, "")
        text = _TAG.sub("", found[2]).strip()
        is_named = text and (len(heads) > _PAIR or text[0].isdigit())
        label = f' data-label="{name}"' if name and is_named else ""
        content = found[2] if "<code" in found[2] else _BEFORE_UNIT.sub("&nbsp;", found[2])
        return f"<td{found[1]}{label}>{content}</td>"

    return _CELL.sub(cell, row)


def _broken(code: re.Match[str]) -> str:
    """Return the *code* that begins a row; if it is long, with places to break it at."""
    if len(unescape(code[1])) <= _SHORT:
        return code[0]
    return f'<code class="long">{_SLASH.sub("/<wbr>", code[1])}</code>'
