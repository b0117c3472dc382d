"""Name the columns of numbers in the tables of hand-written pages, for phones.

There a row is a card, whose cells are below each other and not below the heads of their columns.
"""

from __future__ import annotations

import re

_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_CELL = re.compile(r"<td\b([^>]*)>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def labelled(html: str) -> str:
    """Return *html* with `data-label` at each number that does not begin its row."""
    return _TABLE.sub(lambda table: _label_table(table[0]), html)


def _label_table(table: str) -> str:
    heads = [_TAG.sub("", head).strip().replace('"', "&quot;") for head in _HEAD.findall(table)]
    return _ROW.sub(lambda row: _label_row(row[0], heads), table)


def _label_row(row: str, heads: list[str]) -> str:
    # The first cell is the name of its row.
    names = iter(("", *heads[1:]))

    def cell(found: re.Match[str]) -> str:
        name = next(names, "")
        is_number = _TAG.sub("", found[2]).strip()[:1].isdigit()
        label = f' data-label="{name}"' if name and is_number else ""
        return f"<td{found[1]}{label}>{found[2]}</td>"

    return _CELL.sub(cell, row)
