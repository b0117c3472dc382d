"""Write the table of a JSON Schema's fields as HTML.

This is the one part of a page that is not a template: a large schema has hundreds of rows, and a
template engine would spend most of a build's time on them. Every text in it is escaped.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from registry.publish._pages.markup import Markup, code_html, inline, prose
from registry.publish._pages.schema_words import MORE_CONDITIONS, RAW_SCHEMA
from registry.publish._pages.values_as_code import pretty_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish._pages.schema_rows import Row
    from registry.source import Json

MAX_CHOICES = 24
LONG = 16
"""Letters of a name that may be wider than its column, and is then broken between its words."""
_WORD_END = re.compile(r"(?<=_)|(?<=[a-z\d])(?=[A-Z])")
_NAMES = {"field": "{}", "pattern": "<i>names matching</i> {}"}
_MARKS = {"readOnly": "read only", "writeOnly": "write only"}
_HEAD = (
    '<thead><tr><th scope="col">Name</th><th scope="col">Type</th>'
    '<th scope="col">Description</th></tr></thead>'
)
_NOTE = '<tr class="fields__note d{}"><td colspan="3">{}</td></tr>\n'


def fields_table(
    rows: tuple[Row, ...], caption: str, needed: str = "required", record: str = ""
) -> Markup:
    """Return *rows* as a table under *caption*, which is heard but not seen.

    *needed* is the mark of fields that are never missing: what one must give, or always gets.
    What the table leaves out links to *record*, the address of the whole schema, unless it is "".
    """
    body = "".join(_row(row, needed, record) for row in rows)
    return Markup(
        f'<div class="fields"><table><caption class="unseen">{escape(caption)}</caption>'
        f"{_HEAD}\n<tbody>\n{body}</tbody></table></div>"
    )


def _row(row: Row, needed: str, record: str) -> str:
    if row.kind == "more":
        what = f"Deeper levels are in the {_linked(RAW_SCHEMA, record)}."
        return _NOTE.format(row.depth, what)
    if row.kind == "again":
        return _NOTE.format(row.depth, f"↻ The same fields again: {escape(row.name)}.")
    name = _NAMES.get(row.kind, "<i>{}</i>").format(_breakable(row.name))
    named = (needed if mark == "required" else mark for mark in row.marks)
    marks = "".join(
        f' <span class="mark mark--{mark}">{_MARKS.get(mark, mark)}</span>' for mark in named
    )
    limits = "".join(f'<span class="limit">{_limit(limit, record)}</span>' for limit in row.limits)
    if row.pattern:
        limits += f'<span class="limit">matches <code>{escape(row.pattern)}</code></span>'
    description = prose(row.description) if "\n" in row.description else inline(row.description)
    indent = f' class="d{row.depth}"' if row.depth else ""
    return (
        f'<tr id="{row.anchor}"{indent}><th scope="row">'
        f'<a href="#{row.anchor}">{name}</a>{marks}</th>'
        f"<td>{escape(row.type)}{limits}</td>"
        f"<td>{description}{''.join(_values(row, record))}</td></tr>\n"
    )


def _breakable(name: str) -> str:
    """Return *name*; a long one may be broken between its words."""
    return _WORD_END.sub("<wbr>", escape(name)) if len(name) > LONG else escape(name)


def _linked(words: str, record: str) -> str:
    return f'<a href="{escape(record)}">{words}</a>' if record else words


def _limit(limit: str, record: str) -> str:
    if limit == MORE_CONDITIONS:
        return limit.replace(RAW_SCHEMA, _linked(RAW_SCHEMA, record))
    return escape(limit)


def _values(row: Row, record: str) -> Iterator[str]:
    if row.choices:
        left = len(row.choices) - MAX_CHOICES
        more = f" and {_linked(f'{left} more', record)}" if left > 0 else ""
        what = "One of" if len(row.choices) > 1 else "Always"
        yield f'<p class="choices">{what} {_codes(row.choices[:MAX_CHOICES])}{more}</p>'
    if row.default:
        yield f'<p class="choices">Default {_codes(row.default)}</p>'
    if row.examples:
        yield f'<p class="choices">Such as {_codes(row.examples)}</p>'


def _codes(values: tuple[Json, ...]) -> str:
    return " ".join(f"<code>{code_html(pretty_json(value))}</code>" for value in values)
